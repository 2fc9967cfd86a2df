package command

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// clockTick is the unit of processor time in /proc, the same on all machines.
const clockTick = 10 * time.Millisecond

// cpuTime returns how much processor time a process has used. ok is false if that is
// not known.
func cpuTime(pid int) (used time.Duration, ok bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	// The second field, the name in parentheses, may hold anything.
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(fields) < 13 {
		return 0, false
	}
	for _, f := range fields[11:13] { // user and system time
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0, false
		}
		used += time.Duration(n) * clockTick
	}
	return used, true
}
