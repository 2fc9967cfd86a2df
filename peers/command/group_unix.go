//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// isolate puts a command into a process group of its own, so that it can be
// killed with all that it starts.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) {
	if syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) != nil {
		cmd.Process.Kill()
	}
}
