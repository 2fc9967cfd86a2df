package ssa_test

import (
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// stopwatch measures the processor time of the calling thread, which a busy
// machine disturbs less than it does the time of day.
type stopwatch struct{ start time.Duration }

func startWatch() stopwatch {
	runtime.LockOSThread()
	return stopwatch{threadTime()}
}

func (s stopwatch) stop() time.Duration {
	d := threadTime() - s.start
	runtime.UnlockOSThread()
	return d
}

func threadTime() time.Duration {
	const clockThreadCPUTime = 3
	var ts syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clockThreadCPUTime, uintptr(unsafe.Pointer(&ts)), 0)
	return time.Duration(ts.Nano())
}
