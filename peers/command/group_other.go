//go:build !unix

package command

import "os/exec"

func isolate(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
