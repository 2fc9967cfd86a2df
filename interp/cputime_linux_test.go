package interp

import (
	"runtime"
	"syscall"
	"time"
)

// timer measures the processor time of one thread: other processes of a busy
// machine hardly disturb it.
type timer struct{ start time.Duration }

func startTimer() timer {
	runtime.LockOSThread()
	return timer{threadTime()}
}

func (t timer) stop() time.Duration {
	d := threadTime() - t.start
	runtime.UnlockOSThread()
	return d
}

func threadTime() time.Duration {
	const rusageThread = 1
	var u syscall.Rusage
	if err := syscall.Getrusage(rusageThread, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
