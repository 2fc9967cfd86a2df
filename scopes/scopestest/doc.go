// Package scopestest builds small structured functions with scopes for tests of
// the passes over scopes, by hand or at random.
//
// A [Builder] has a method for each construct, and makes of it the blocks that
// the React Compiler's lowering makes, with the same kinds, edges and
// fallthroughs:
//
//	b := scopestest.New("f")
//	x := b.Op()
//	b.If(x, func() { b.Op() }, nil)
//	f := b.Finish()
//	scopestest.AddScope(f, hir.Range{Start: 1, End: 4}, 1, 3)
//
// gives
//
//	f(): $2
//	bb0 (block):
//	  [1] $0_@0[1:4] = Array []
//	  [2] If ($0_@0[1:4]) then:bb1 else:bb2 fallthrough=bb2
//	bb1 (block):
//	  predecessor blocks: bb0
//	  [3] $1_@0[1:4] = Array []
//	  [4] Goto bb2
//	bb2 (block):
//	  predecessor blocks: bb0 bb1
//	  [5] $3 = <undefined>
//	  [6] Return Void $3
package scopestest
