//go:build !linux

package ssa_test

import "time"

// stopwatch measures the time of day.
type stopwatch struct{ start time.Time }

func startWatch() stopwatch { return stopwatch{time.Now()} }

func (s stopwatch) stop() time.Duration { return time.Since(s.start) }
