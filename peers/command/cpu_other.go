//go:build !linux

package command

import "time"

// cpuTime is not known here.
func cpuTime(int) (time.Duration, bool) { return 0, false }
