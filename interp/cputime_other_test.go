//go:build !linux

package interp

import "time"

// timer measures the time of day.
type timer struct{ start time.Time }

func startTimer() timer { return timer{time.Now()} }

func (t timer) stop() time.Duration { return time.Since(t.start) }
