// Package dataflow has the analyses that SSA construction rests on: liveness,
// dominators, and the placement of phis by dominance frontiers. They work on a
// [Code], a view of a function that every IR can give: which variables its
// blocks and edges use, define and copy.
//
//	var c Code
//	c.Reset(2)      // variables 0 and 1
//	c.Block()       // block 0
//	c.Define(0)     //	x = ...
//	c.Edge(1)
//	c.Block()       // block 1
//	c.Use(0)        //	... = x
//	c.Copy(1, 0)    //	y = x
//	c.Define(0)     //	x = ...
//	c.Edge(1)
//	c.Edge(2)
//	c.Block()       // block 2
//	c.Use(1)        //	... = y
//	c.Done()
//
// In it x is live where block 1 starts, y where block 2 does, and block 1 needs a
// phi for x.
//
// Edges may define variables, as results of a call that may throw are defined only
// if it returns.
//
// All of it is linear in the code and in what it returns, or nearly so: nothing is
// kept or visited for a variable in blocks where it is not live, and nothing
// recurses.
package dataflow
