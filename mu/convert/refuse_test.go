package convert

import (
	"errors"
	"strings"
	"testing"

	"assay/mu"
)

const prelude = `.typedef @i1 = int<1>
.typedef @i64 = int<64>
.typedef @void = void
.typedef @tag = tagref64
.typedef @node = irnoderef
.typedef @box = struct<@i64 @tag>
.typedef @big = array<@i64 4097>
.typedef @fits = array<@i64 4096>
.const @one <@i64> = 1
.const @yes <@i1> = 1
.funcsig @n_n = () -> ()
.funcsig @n_i = () -> (@i64)
.funcsig @n_tag = () -> (@tag)
.funcsig @n_node = () -> (@node)
.funcsig @n_box = () -> (@box)
.funcsig @n_big = () -> (@big)
.funcsig @n_fits = () -> (@fits)
.funcdecl @any <@n_n>
.funcdecl @int <@n_i>
.funcdecl @box_of <@n_box>
.funcdecl @big_of <@n_big>
.funcdecl @fits_of <@n_fits>
.funcdecl @node_of <@n_node>
`

// TestRefuse checks what the converter itself refuses or warns of, where it does
// and what it says.
func TestRefuse(t *testing.T) {
	unset := func(sig, make string) string {
		return ".funcdef @f VERSION %v <" + sig + "> { %a: BRANCH2 @yes %b %c\n%b: %x = CALL <" + sig + "> " + make + " () BRANCH %c\n%c: RET %x }"
	}
	for _, c := range []struct {
		name, src string
		opt       Options
		// code and at are those of the problem, "" if there is none.
		code, at, msg string
	}{
		{"default of an aggregate without constants", unset("@n_box", "@box_of"), DefaultOptions(), "E-DEFAULT", "t.uir:24:55",
			"expected a type with a default, found one with a member of type @tag, which has no constants"},
		{"default of a type without values", unset("@n_node", "@node_of"), DefaultOptions(), "E-DEFAULT", "t.uir:24:56", "found @node, a irnoderef"},
		{"default of a large array", unset("@n_big", "@big_of"), DefaultOptions(), "E-DEFAULT-SIZE", "t.uir:24:55", "at most 4096 elements, found @big with 4097"},
		{"default of an array that fits", unset("@n_fits", "@fits_of"), DefaultOptions(), "W-UNINIT", "t.uir:24:40", "found %x"},
		{"result on the exceptional edge", ".funcdef @f VERSION %v <@n_i> { %a: %x = CALL <@n_i> @int () EXC (%b(%x) %b(%x))\n%b(<@i64> %y): RET %y }", DefaultOptions(),
			"E-EXC-RESULT", "t.uir:24:77", "expected a value that is defined on the exceptional edge, found the result %x, which nothing assigns before"},
		{"old value on the exceptional edge", ".funcdef @f VERSION %v <@n_i> { %a: %x = ID @one %x = CALL <@n_i> @int () EXC (%b(%x) %b(%x))\n%b(<@i64> %y): RET %y }", DefaultOptions(),
			"W-EXC-OLD", "t.uir:24:90", "of which the value before is taken"},
		{"result on the disabled edge", ".funcdef @f VERSION %v <@n_i> { %a: %x = WATCHPOINT 1 <@i64> %b(%x) %b(%x)\n%b(<@i64> %y): RET %y }", DefaultOptions(),
			"E-EXC-RESULT", "t.uir:24:65", "expected a value that is defined on the disabled edge"},
		{"branch to the entry", ".funcdef @f VERSION %v <@n_n> { %a: BRANCH %a }", Options{Level: mu.LevelDefs, StrictEntry: true},
			"E-ENTRY-TARGET", "t.uir:24:44", "expected a block other than the first, found %a"},
		{"branch to the entry, as a rule", ".funcdef @f VERSION %v <@n_n> { %a: BRANCH %a }", DefaultOptions(), "W-ENTRY-TARGET", "t.uir:24:44", ""},
		{"a type that is not known", ".funcdef @f VERSION %v <@n_n> { %a: %x = COMMINST @client.thing () BRANCH %b %b: TRAP <> KEEPALIVE (%x) RET () }", DefaultOptions(),
			"E-TYPE-UNKNOWN", "t.uir:24:37", "expected a definition of %x that gives it a type"},
		{"what the checker finds", ".funcdef @f VERSION %v <@n_n> { %a: BRANCH %b }", DefaultOptions(), "E-UNDEF-BLOCK", "t.uir:24:44", ""},
		{"a variable that is not assigned", unset("@n_i", "@int"), DefaultOptions(), "W-UNINIT", "t.uir:24:37",
			"function @f.v, block %a: expected a variable that something has assigned, found %x, which has its default in the block %c behind the false edge of BRANCH2"},
		{"a block that is not reached", ".funcdef @f VERSION %v <@n_n> { %a: RET () %b: BRANCH %b }", DefaultOptions(), "W-UNREACHABLE", "t.uir:24:44", "found %b"},
		{"a trap without name", ".funcdef @f VERSION %v <@n_n> { %a: TRAP <> RET () }", DefaultOptions(), "W-ANON-OSR", "t.uir:24:37", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := read(t, prelude+c.src)
			r, err := Bundle(b, c.opt)
			var ps []*mu.Problem
			if err != nil {
				var list Problems
				if !errors.As(err, &list) || !mu.HasErrors(list) {
					t.Fatalf("expected Problems, found %v", err)
				}
				ps = list
			} else {
				ps = r.Warnings()
			}
			if err != nil != strings.HasPrefix(c.code, "E-") {
				t.Fatalf("expected %q, found error %v", c.code, err)
			}
			for _, p := range ps {
				if p.Code != c.code {
					continue
				}
				if p.Position.String() != c.at || !strings.Contains(p.Error(), c.msg) {
					t.Errorf("expected %s: %s, found %v", c.at, c.msg, p)
				}
				return
			}
			if c.code != "" || len(ps) > 0 {
				t.Errorf("expected %q, found %v", c.code, ps)
			}
		})
	}
}

// TestOptions checks what the options change.
func TestOptions(t *testing.T) {
	src := prelude + `.funcdef @f VERSION %v <@n_i> {
%a:
  %x = ID @one
  %y = ID %x
  TRAP <>
  %t = [%trap.1] CALL <@n_i> @int () KEEPALIVE (%y)
  COMMINST @uvm.get_threadlocal KEEPALIVE (%y)
  RET %y
%dead:
  TRAP <> KEEPALIVE (%x)
  RET %y
}`
	for _, c := range []struct {
		name string
		opt  Options
		want string
	}{
		{"none", DefaultOptions(), `
    %a():
        TRAP <>
        %y = COMMINST @uvm.kill_dependency <@i64> (@one)
        %t = [%trap.1] CALL <@n_i> @int () KEEPALIVE(%y)
        COMMINST @uvm.get_threadlocal KEEPALIVE(%y)
        RET %y

    %dead():
        %x = COMMINST @uvm.kill_dependency <@i64> (@__presse.zero.i64)
        TRAP <> KEEPALIVE(%x)
        RET @__presse.zero.i64
`},
		{"keep copies", Options{Level: mu.LevelDefs, KeepCopies: true, DropUnreachable: true}, `
    %a():
        %x = COMMINST @uvm.kill_dependency <@i64> (@one)
        %y = COMMINST @uvm.kill_dependency <@i64> (%x)
        TRAP <>
        %t = [%trap.1] CALL <@n_i> @int () KEEPALIVE(%y)
        COMMINST @uvm.get_threadlocal KEEPALIVE(%y)
        RET %y
`},
		{"drop unreachable, name traps", Options{Level: mu.LevelDefs, DropUnreachable: true, NameOSR: NameTraps}, `
    %a():
        [%trap.2] TRAP <>
        %y = COMMINST @uvm.kill_dependency <@i64> (@one)
        %t = [%trap.1] CALL <@n_i> @int () KEEPALIVE(%y)
        COMMINST @uvm.get_threadlocal KEEPALIVE(%y)
        RET %y
`},
		{"name all", Options{Level: mu.LevelDefs, NameOSR: NameAll}, `
    %a():
        [%trap.2] TRAP <>
        %y = COMMINST @uvm.kill_dependency <@i64> (@one)
        %t = [%trap.1] CALL <@n_i> @int () KEEPALIVE(%y)
        [%trap.3] COMMINST @uvm.get_threadlocal KEEPALIVE(%y)
        RET %y

    %dead():
        %x = COMMINST @uvm.kill_dependency <@i64> (@__presse.zero.i64)
        [%trap.4] TRAP <> KEEPALIVE(%x)
        RET @__presse.zero.i64
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := mustConvert(t, read(t, src), c.opt)
			if got := text(r.Bundle); !strings.HasSuffix(got, "<@n_i> {"+c.want+"}\n") {
				t.Errorf("expected %s, found\n%s", c.want, got)
			}
		})
	}
}
