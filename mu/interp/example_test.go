package interp_test

import (
	"fmt"

	"assay/mu"
	"assay/mu/interp"
)

const before = `
.typedef @i1 = int<1>
.typedef @i64 = int<64>
.const @ten <@i64> = 10
.funcsig @i_i = (@i64) -> (@i64)
.funcdecl @ask <@i_i>
.funcdef @f VERSION %v1 <@i_i> ($n) {
    %entry:
        $c = SLT <@i64> $n @ten
        BRANCH2 $c %small %end
    %small:
        $x = CALL <@i_i> @ask ($n) EXC(%end %failed)
    %failed [$e]:
        TRAP <> KEEPALIVE($x $e)
        THROW $e
    %end:
        RET $x
}
`

const after = `
.typedef @i1 = int<1>
.typedef @i64 = int<64>
.const @ten <@i64> = 10
.const @zero <@i64> = 0
.funcsig @i_i = (@i64) -> (@i64)
.funcdecl @ask <@i_i>
.funcdef @f VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %c = SLT <@i64> %n @ten
        BRANCH2 %c %small(%n) %end(@zero)
    %small(<@i64> %n):
        %x = CALL <@i_i> @ask (%n) EXC(%end(%x) %failed())
    %failed() [%e]:
        %x = COMMINST @uvm.kill_dependency <@i64> (@zero)
        TRAP <> KEEPALIVE(%x %e)
        THROW %e
    %end(<@i64> %x):
        RET %x
}
`

// A program is run before and after conversion to SSA form, and the runs are
// compared. The two seeds are two clients.
func Example() {
	run := func(src string, pre bool, seed uint64) interp.Result {
		b, err := mu.Read("f.uir", []byte(src), mu.ReadOptions{})
		if err != nil {
			panic(err)
		}
		e, _ := b.Lookup("@f")
		f := mu.FuncID(b.Entities[e].Index)
		return interp.Run(b, f, []interp.Value{interp.IntValue(64, 3)}, interp.Options{PreSSA: pre, Seed: seed, Record: true})
	}
	for _, seed := range []uint64{1, 5} {
		x, y := run(before, true, seed), run(after, false, seed)
		for i := range x.Trace {
			fmt.Println(x.Trace[i].String())
		}
		fmt.Println(x.String())
		fmt.Printf("difference: %q\n", interp.Difference(x, y))
	}
	x := run(before, false, 1)
	fmt.Println(x.String())
	// Output:
	// call @ask at @f.v1 %small 0: CALL (3:i64) -> (6:i64)
	// returned (6:i64)
	// difference: ""
	// call @ask at @f.v1 %small 0: CALL (3:i64) -> throw NULL
	// trap at @f.v1 %failed 0: TRAP (0:i64 NULL) -> throw NULL
	// threw (NULL)
	// difference: ""
	// stuck (unassigned) at @f.v1 %small 0: CALL: read of $n, which its block has not assigned
}
