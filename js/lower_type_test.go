package js

import (
	"testing"

	"assay/hir"
)

// TestFunctionType checks the types that the React Compiler 1.0.0 gives.
func TestFunctionType(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want hir.FnType
	}{
		{`function Foo(props) { useX(); return null }`, hir.FnComponent},
		{`function Foo1() { return useX() }`, hir.FnComponent},
		{`function Foo2(props, ref) { useX(); return props }`, hir.FnComponent},
		{`function Foo3(props, other) { useX(); return props }`, hir.FnOther},
		{`function Foo4(...props) { useX(); return props }`, hir.FnOther},
		{`function Foo5(props) { useX(); return {} }`, hir.FnOther},
		{`function Foo6(props) { useX(); if (props) return {}; return 1 }`, hir.FnComponent},
		{`function Foo7(props) { useX(); if (props) return 1; return {} }`, hir.FnOther},
		{`function Foo8(props) { return props }`, hir.FnOther},
		{`function Foo9(props) { (() => useX())(); return props }`, hir.FnOther},
		{`function Foo10(props) { React.useX(); return props }`, hir.FnComponent},
		{`function Foo11(props) { react.useX(); return props }`, hir.FnOther},
		{`function Foo12(props) { ({ m() { useX() } }); return props }`, hir.FnComponent},
		{`function Foo13(props) { useX(); return }`, hir.FnOther},
		{`function Foo14(props) { useX(); return () => 1 }`, hir.FnOther},
		{`function Foo15(props) { useX() }`, hir.FnComponent},
		{`function useFoo(a, b, c) { useX(); return {} }`, hir.FnHook},
		{`function useFoo1(a) { return a }`, hir.FnOther},
		{`function use(a) { useX(); return a }`, hir.FnOther},
		{`function use2(a) { useX(); return a }`, hir.FnHook},
		{`function usefoo(a) { useX(); return a }`, hir.FnOther},
		{`function foo(a) { useX(); return a }`, hir.FnOther},
		{`const Foo16 = (props) => useX();`, hir.FnComponent},
		{`const Foo17 = (props) => ({ a: useX() });`, hir.FnOther},
		{`const useFoo2 = (props) => useX();`, hir.FnHook},
		{`const Foo18 = function inner(props) { return useX() };`, hir.FnComponent},
		{`const foo2 = function Inner(props) { return useX() };`, hir.FnOther},
		{`function Foo19([a], {b}) { useX(); return a }`, hir.FnOther},
		{`function Foo20(props, myRefX) { useX(); return a }`, hir.FnComponent},
		{`function Foo21(props, preferred) { useX(); return a }`, hir.FnComponent},
		{`function Foo22(a, b, c) { useX(); return a }`, hir.FnOther},
		{`function Foo23({a} = {}) { useX(); return a }`, hir.FnComponent},
		{`function Foo24(a) { a?.useX(); useX?.(); return a }`, hir.FnOther},
		{`function Foo25(a) { React.useX?.(); return a }`, hir.FnOther},
		{`function Foo26(a) { React["useX"](); return a }`, hir.FnOther},
		{`function Foo27(a) { A.B.useX(); return a }`, hir.FnOther},
		{`function Foo28(a) { new useX(); return a }`, hir.FnOther},
	} {
		fs, errs := LowerProgram(mustParse(t, tt.src))
		if len(errs) > 0 {
			t.Errorf("%s: %v", tt.src, errs)
		} else if fs[0].Type != tt.want {
			t.Errorf("%s: type %v, want %v", tt.src, functionTypeName[fs[0].Type], functionTypeName[tt.want])
		}
	}
}
