//go:build !race

package js

// raced tells that the race detector slows the tests down.
const raced = false
