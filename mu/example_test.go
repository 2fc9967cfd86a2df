package mu_test

import (
	"fmt"

	"assay/mu"
)

// A bundle is read, checked and printed in canonical layout.
func Example() {
	b, err := mu.Read("add.uir", []byte(`
		.typedef @i64 = int<64> .funcsig @s = (@i64) -> (@i64)
		.funcdef @twice VERSION %v1 <@s> ($x) { %e: $x = ADD <@i64> $x $x RET ($y) }`), mu.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(mu.Print(b, mu.PrintOptions{})))
	for _, p := range mu.Check(b, mu.LevelFull) {
		fmt.Println(p.Error())
	}
	// Output:
	// .typedef @i64 = int<64>
	// .funcsig @s = (@i64) -> (@i64)
	//
	// .funcdef @twice VERSION %v1 <@s> ($x) {
	//     %e:
	//         $x = ADD <@i64> $x $x
	//         RET ($y)
	// }
	// add.uir:3:74: error E-UNDEF: function @twice.v1, block %e, instruction RET: expected a variable, found $y, which the function never defines
}
