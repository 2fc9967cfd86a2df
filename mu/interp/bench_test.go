package interp

import (
	"fmt"
	"testing"
)

// TestAllocations bounds what a run costs that is prepared.
func TestAllocations(t *testing.T) {
	b := read(t, loopProgram)
	m := NewMachine(b)
	f := fn(t, b, "@sum")
	args := []Value{IntValue(64, 1000)}
	opt := Options{Fuel: 100_000}
	m.Run(f, args, opt)
	if n := testing.AllocsPerRun(50, func() { m.Run(f, args, opt) }); n > 2 {
		t.Errorf("expected at most 2 allocations of a run, found %v", n)
	}
}

const loopProgram = `
.funcdef @sum VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        BRANCH %head(%n @c0)
    %head(<@i64> %n <@i64> %s):
        %t = ADD <@i64> %s %n
        %u = XOR <@i64> %t @c3
        %m = SUB <@i64> %n @c1
        %c = SGT <@i64> %m @c0
        BRANCH2 %c %head(%m %u) %exit(%u)
    %exit(<@i64> %s):
        RET %s
}
.funcdef @traps VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %x = TRAP <@i64> KEEPALIVE(%n)
        %y = TRAP <@i64> KEEPALIVE(%x %n)
        %c = SLT <@i64> %x %y
        BRANCH2 %c %less(%x %y) %exit(%y)
    %less(<@i64> %x <@i64> %y):
        %r = [%w] WATCHPOINT 3 <@i64> %exit(%x) %exit(%r) WPEXC(%bad()) KEEPALIVE(%x %y)
    %bad() [%e]:
        THROW %e
    %exit(<@i64> %r):
        %q = SDIV <@i64> %r @c3 EXC(%out(%q) %out(%r))
    %out(<@i64> %r):
        RET %r
}
.funcdef @memory VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %a = ALLOCA <@i64>
        BRANCH %head(%a %n)
    %head(<@ir64> %a <@i64> %n):
        %x = LOAD <@i64> %a
        %y = ADD <@i64> %x %n
        STORE <@i64> %a %y
        %m = SUB <@i64> %n @c1
        %c = SGT <@i64> %m @c0
        BRANCH2 %c %head(%a %m) %exit(%y)
    %exit(<@i64> %r):
        RET %r
}
.funcdef @fib VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %c = SLE <@i64> %n @c1
        BRANCH2 %c %one(%n) %notone(%n)
    %one(<@i64> %n):
        RET %n
    %notone(<@i64> %n):
        %a = SUB <@i64> %n @c1
        %b = SUB <@i64> %n @c2
        %x = CALL <@i_i> @fib (%a)
        %y = CALL <@i_i> @fib (%b)
        %r = ADD <@i64> %x %y
        RET %r
}
`

// BenchmarkInstructions runs loops and gives the time for each instruction.
func BenchmarkInstructions(b *testing.B) {
	bundle := read(b, loopProgram)
	for _, name := range []string{"@sum", "@memory", "@fib"} {
		for _, pre := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/pre=%v", name[1:], pre), func(b *testing.B) {
				m := NewMachine(bundle)
				args := []Value{IntValue(64, 10_000)}
				if name == "@fib" {
					args[0] = IntValue(64, 18)
				}
				f := fn(b, bundle, name)
				steps := 0
				b.ReportAllocs()
				for b.Loop() {
					r := m.Run(f, args, Options{PreSSA: pre, Fuel: 1 << 30})
					steps += r.Steps
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
			})
		}
	}
}

// BenchmarkSmallRun prepares a small bundle and runs a function with traps once,
// and runs it with a machine that is prepared.
func BenchmarkSmallRun(b *testing.B) {
	bundle := read(b, loopProgram)
	f := fn(b, bundle, "@traps")
	args := []Value{IntValue(64, 10)}
	b.Run("prepare", func(b *testing.B) {
		m := NewMachine(bundle)
		b.ReportAllocs()
		for b.Loop() {
			m.Reset(bundle)
			m.Run(f, args, Options{Seed: 1})
		}
	})
	b.Run("prepared", func(b *testing.B) {
		m := NewMachine(bundle)
		b.ReportAllocs()
		for b.Loop() {
			m.Run(f, args, Options{Seed: 1})
		}
	})
}
