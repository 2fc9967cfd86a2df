// Package react runs the React Compiler (npm's babel-plugin-react-compiler) as a
// peer: it compiles programs, and gives the HIR after each of its passes, the
// compiled code, its errors, and what source and compiled code do when they run.
//
// The compiler runs in node, behind adapter.js, which speaks the protocol of package
// peers/command. The adapter loads the published bundle with a line behind it that
// exports what it keeps to itself; nothing on disk changes. package-lock.json pins
// the versions; `make peers` installs them beside this file. Of
//
//	function main(a) { return [a]; }
//
// the compiled code is
//
//	import { c as _c } from "react/compiler-runtime";
//	function main(a) {
//	  const $ = _c(2);
//	  let t0;
//	  if ($[0] !== a) {
//	    t0 = [a];
//	    ...
//
// run.js calls the function as a renderer does: with several lists of arguments,
// each in a memo cache of its own, and in orders that share one (first render, equal
// arguments, others, the first again). Unknown functions are pure, and objects from
// outside are frozen, so that by the Rules of React each render of the compiled
// function has to give what the source gives for its arguments. Values are compared
// by structure.
package react
