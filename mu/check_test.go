package mu

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// checkHead stands before the texts of TestCheck.
const checkHead = `
.typedef @i1 = int<1>
.typedef @i8 = int<8>
.typedef @i64 = int<64>
.typedef @long = int<64>
.typedef @float = float
.typedef @double = double
.typedef @void = void
.typedef @any = ref<@void>
.typedef @weak = weakref<@i64>
.typedef @rec = struct<@i64 @double>
.typedef @hy = hybrid<@i64 @i8>
.typedef @vec = vector<@i64 2>
.typedef @stack = stackref
.typedef @fn = funcref<@i_i>
.typedef @cfn = ufuncptr<@i_i>
.funcsig @n_n = () -> ()
.funcsig @n_i = () -> (@i64)
.funcsig @i_i = (@i64) -> (@i64)
.funcsig @i_ii = (@i64) -> (@i64 @i64)
.funcsig @a_n = (@any) -> ()
.funcsig @s_n = (@stack) -> ()
.const @c0 <@i64> = 0
.const @c1 <@long> = 1
.const @b0 <@i8> = 0
.const @t <@i1> = 1
.const @d0 <@double> = 0.0d
.const @f0 <@float> = 0.0f
.global @cell <@i64>
.funcdecl @g <@i_i>
`

// in returns a function @f of a signature.
func in(sig, body string) string { return ".funcdef @f VERSION %v <" + sig + "> " + body }

// preOnly and ssaOnly mark cases of TestCheck that only one form finds; the
// others are found in both.
const (
	both = iota
	preOnly
	ssaOnly
)

var checkCases = []struct {
	code  string
	level Level
	form  int
	src   string
	msg   string
}{
	{"E-NAME-CONFLICT", LevelNone, both, ".typedef @c0 = int<1>", "found @c0, which names what is at t.uir:23:8 too"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): RET () %a(): RET () }"), "found @f.v.a,"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): RET () }") + in("@n_n", "{ %b(): RET () }"), "found @f.v,"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): %b.c = TRAP <@i64> RET () }") + ".funcdef @h VERSION @f.v.a.b <@n_n> { %c(): RET () }", "found @f.v.a.b.c,"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): %b.c.d = TRAP <@i64> RET () }") + ".funcdef @h VERSION @f.v.a.b <@n_n> { %c(): [%d] RET () }", "found @f.v.a.b.c.d,"},
	{"E-NAME-CONFLICT", LevelNone, both, ".const @f.v.a <@i64> = 1" + in("@n_n", "{ %a(): RET () }"), "found @f.v.a,"},
	{"E-NAME-CONFLICT", LevelNone, both, ".const @f.v.a.x <@i64> = 1" + in("@i_i", "{ %a(<@i64> %x): RET %x }"), "found @f.v.a.x,"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): %b.c = TRAP <@i64> BRANCH %a.b() %a.b(): %c = TRAP <@i64> RET () }"), "found @f.v.a.b.c,"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): %b.c = TRAP <@i64> BRANCH %a.b() %a.b(): [%c] RET () }"), "found @f.v.a.b.c,"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): [%x] TRAP <> [%x] RET () }"), "found %x, which another instruction"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): [%x] TRAP <> [@f.v.a.x] RET () }"), "found @f.v.a.x, which another instruction"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): %x = [%x] TRAP <@i64> RET () }"), "found %x, which a variable"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): [@c0] RET () }"), "found @c0,"},
	{"E-NAME-CONFLICT", LevelNone, both, in("@n_n", "{ %a(): @c0 = TRAP <@i64> RET () }"), "found @c0,"},
	{"E-NAME-CONFLICT", LevelNone, ssaOnly, in("@n_n", "{ %a(): @x = TRAP <@i64> BRANCH %b() %b(): @x = TRAP <@i64> RET () }"), "found @x,"},

	{"E-UNDEF-GLOBAL", LevelNone, both, ".typedef @r = ref<@nope>", "expected a type, found @nope"},
	{"E-UNDEF-GLOBAL", LevelNone, both, ".typedef @r = funcref<@nope>", "expected a signature, found @nope"},
	{"E-UNDEF-GLOBAL", LevelNone, both, ".const @k <@rec> = {@c0 @nope}", "found @nope"},
	{"E-UNDEF-GLOBAL", LevelNone, both, ".global @k <@nope>", "expected a type, found @nope"},
	{"E-UNDEF-GLOBAL", LevelNone, both, ".funcdecl @k <@nope>", "expected a signature, found @nope"},
	{"E-UNDEF-GLOBAL", LevelNone, both, ".expose @k = @nope #DEFAULT @c0", "expected a function, found @nope"},
	{"E-UNDEF-GLOBAL", LevelNone, both, in("@n_i", "{ %a(): RET @nope }"), "expected a value, found @nope"},
	{"E-UNDEF-GLOBAL", LevelNone, both, in("@n_i", "{ %a(): RET @f.v.a.x }"), "expected a value, found @f.v.a.x"},
	{"E-UNDEF-GLOBAL", LevelNone, both, in("@n_n", "{ %a(): %x = CALL <@nope> @g (@c0) RET () }"), "expected a signature"},
	{"E-UNDEF-GLOBAL", LevelNone, both, in("@n_n", "{ %a(): %x = COMMINST @uvm.new_stack <[@nope]> (@g) RET () }"), "expected a signature"},
	{"E-KIND", LevelNone, both, in("@n_i", "{ %a(): RET @i64 }"), "found @i64, which is a type"},
	{"E-KIND", LevelNone, both, ".typedef @r = ref<@c0>", "found @c0, which is a constant"},
	{"E-KIND", LevelNone, both, ".expose @k = @c0 #DEFAULT @c0", "expected a function, found @c0, which is a constant"},

	{"E-TYPE-SIZE", LevelNone, both, ".typedef @z = int<0>", "found int<0>"},
	{"E-TYPE-SIZE", LevelNone, both, ".typedef @z = vector<@i64 0>", "found vector<@i64 0>"},
	{"E-TYPE-MEMBER", LevelNone, both, ".typedef @z = struct<@i64 @void>", "found @void = void"},
	{"E-TYPE-MEMBER", LevelNone, both, ".typedef @z = array<@hy 3>", "found @hy = hybrid"},
	{"E-TYPE-MEMBER", LevelNone, both, ".typedef @z = vector<@any 3>", "found one of @any"},
	{"E-TYPE-INFINITE", LevelNone, both, ".typedef @z = struct<@i64 @y> .typedef @y = array<@z 2>", "in itself"},
	{"E-VALUE-TYPE", LevelDefs, both, in("@n_n", "{ %a(): %x = TRAP <@weak> RET () }"), "found @weak = weakref<@i64>"},
	{"E-VALUE-TYPE", LevelDefs, both, ".funcsig @bad = (@hy) -> ()", "found @hy"},
	{"E-VALUE-TYPE", LevelDefs, both, ".typedef @ws = struct<@weak> .funcsig @bad = () -> (@ws)", "found @ws"},
	{"E-VALUE-TYPE", LevelNone, both, ".global @bad <@hy>", "expected a type of fixed size"},

	{"W-CONST-TYPE", LevelDefs, both, ".const @k <@float> = 1.0d", "to be double"},
	{"E-CONST-TYPE", LevelFull, both, ".const @k <@float> = 1.0d", "to be double"},
	{"E-CONST-TYPE", LevelFull, both, ".const @k <@double> = 1.0f", "to be float"},
	{"E-CONST-TYPE", LevelFull, both, ".const @k <@double> = 1", "to be an int or a pointer"},
	{"E-CONST-TYPE", LevelFull, both, ".const @k <@i64> = NULL", "to be a reference"},
	{"E-CONST-TYPE", LevelFull, both, ".const @k <@weak> = NULL", "to be a reference"},
	{"E-CONST-TYPE", LevelFull, both, ".const @k <@i64> = {@c0}", "to be a struct, an array or a vector"},
	{"E-CONST-TYPE", LevelFull, both, ".const @k <@rec> = {@c0}", "expected 2 elements"},
	{"E-CONST-TYPE", LevelFull, both, ".const @k <@rec> = {@c0 @f0}", "expected an element of type @double, found @f0 of type @float"},
	{"E-CONST-CYCLE", LevelNone, both, ".typedef @s = struct<@s.r> .typedef @s.r = ref<@s> .const @k <@s> = {@k2} .const @k2 <@s> = {@k}", "in itself"},
	{"W-CONST-RANGE", LevelDefs, both, ".const @k <@i8> = 256", "found 256"},
	{"W-CONST-RANGE", LevelDefs, both, ".const @k <@i8> = -129", "found -129"},

	{"E-SIG-MIX", LevelNone, both, ".funcdecl @g <@n_n>", "expected the signature @i_i that @g has"},
	{"E-HEADER-BOTH", LevelNone, both, in("@i_i", "(%p) { %a(<@i64> %p): RET %p }"), "found both"},
	{"E-HEADER-MISSING", LevelNone, preOnly, in("@i_i", "{ %a: RET @c0 }"), "found no list"},
	{"E-PARAM-COUNT", LevelNone, preOnly, in("@i_i", "() { %a: RET @c0 }"), "expected 1 parameters"},
	{"E-PARAM-COUNT", LevelNone, both, in("@i_i", "{ %a(): RET @c0 }"), "expected 1 parameters"},
	{"E-PARAM-TYPE", LevelDefs, both, in("@i_i", "{ %a(<@double> %p): RET @c0 }"), "expected %p to have type @i64"},
	{"E-ENTRY-EXC", LevelNone, both, in("@n_n", "{ %a() [%e]: RET () }"), "found one"},
	{"E-ENTRY-EXC", LevelNone, preOnly, in("@n_n", "{ %a(): %e = LANDINGPAD RET () }"), "found one"},
	{"W-ENTRY-TARGET", LevelNone, preOnly, in("@n_n", "{ %a(): BRANCH %a() }"), "found %a"},
	{"E-ENTRY-TARGET", LevelNone, ssaOnly, in("@n_n", "{ %a(): BRANCH %a() }"), "found %a"},
	{"E-TERM-MISSING", LevelNone, both, in("@n_n", "{ %a(): %x = CALL <@i_i> @g (@c0) }"), "found CALL"},
	{"E-TERM-MIDDLE", LevelNone, both, in("@n_n", "{ %a(): COMMINST @uvm.thread_exit RET () }"), "found COMMINST before it"},
	{"E-UNDEF-BLOCK", LevelNone, both, in("@n_n", "{ %a(): BRANCH %b() }"), "found %b"},
	{"E-UNDEF-BLOCK", LevelNone, preOnly, in("@n_n", "{ %a(): BRANCH %c() %c: %x = PHI <@i64> { %a: @c0; %d: @c0; } RET () }"), "found %d"},
	{"E-RESULT-COUNT", LevelNone, both, in("@n_n", "{ %a(): %x = TRAP <> RET () }"), "expected 0 results of TRAP, found 1"},
	{"E-RESULT-COUNT", LevelNone, both, in("@n_n", "{ %a(): (%x %y) = ADD <@i64> @c0 @c0 RET () }"), "expected 1 results of ADD, found 2"},
	{"E-RESULT-COUNT", LevelNone, both, in("@n_n", "{ %a(): () = CALL <@i_ii> @g (@c0) RET () }"), "expected 2 results of CALL, found 0"},
	{"E-ARG-COUNT", LevelNone, both, in("@n_n", "{ %a(): %x = CALL <@i_i> @g () RET () }"), "expected 1 arguments as @i_i has, found 0"},
	{"E-ARG-COUNT", LevelNone, both, in("@n_n", "{ %a(): RET @c0 }"), "expected 0 values as @n_n returns, found 1"},
	{"E-ARG-COUNT", LevelNone, both, in("@n_n", "{ %a(): BRANCH %b(@c0) %b(): RET () }"), "expected 0 arguments as %b has parameters, found 1"},
	{"E-ARG-COUNT", LevelNone, preOnly, in("@n_n", "{ %a: BRANCH %b() %b(<@i64> %x): RET () }"), "expected 1 arguments as %b has parameters, found 0"},
	{"E-ARG-COUNT", LevelNone, both, in("@s_n", "{ %a(<@stack> %s): SWAPSTACK %s KILL_OLD PASS_VALUES <@i64> () }"), "expected 1 values as PASS_VALUES has types, found 0"},
	{"E-ARG-COUNT", LevelNone, both, in("@n_n", "{ %a(): COMMINST @uvm.kill_dependency (@c0) RET () }"), "expected 1 type arguments"},
	{"E-ARG-COUNT", LevelNone, both, in("@n_n", "{ %a(): COMMINST @uvm.new_stack (@g) RET () }"), "expected 1 signature arguments"},
	{"E-ARG-COUNT", LevelNone, both, in("@n_n", "{ %a(): COMMINST @uvm.current_stack (@g) RET () }"), "expected 0 arguments of @uvm.current_stack, found 1"},
	{"E-UNDEF", LevelNone, both, in("@n_i", "{ %a(): RET %x }"), "found %x"},
	{"E-UNDEF", LevelNone, preOnly, in("@n_i", "{ %a(): RET $x }"), "found $x, which the function never defines"},
	{"E-UNDEF", LevelNone, ssaOnly, in("@n_i", "{ %a(): %x = TRAP <@i64> BRANCH %b() %b(): RET %x }"), "that the block defines before, found %x"},
	{"E-UNDEF", LevelNone, ssaOnly, in("@n_n", "{ %a(): %x = ADD <@i64> %x @c0 RET () }"), "that the block defines before, found %x"},
	{"E-MULTI-DEF", LevelNone, ssaOnly, in("@n_n", "{ %a(): %x = TRAP <@i64> %x = TRAP <@i64> RET () }"), "one definition of %x in the block"},
	{"E-MULTI-DEF", LevelNone, ssaOnly, in("@i_i", "{ %a(<@i64> %x): %x = TRAP <@i64> RET %x }"), "one definition of %x in the block"},
	{"E-MULTI-DEF", LevelNone, preOnly, in("@n_n", "{ %a(): (%x %x) = TRAP <@i64 @i64> RET () }"), "found %x twice"},
	{"E-MULTI-DEF", LevelNone, preOnly, in("@n_n", "{ %a(): BRANCH %b(@c0 @c0) %b(<@i64> %x <@i64> %x): RET () }"), "found %x twice"},
	{"E-MULTI-DEF", LevelNone, preOnly, in("@n_n", "{ %a(): BRANCH %b(@c0) %b(<@i64> %x): %x = PHI <@i64> { %a: @c0; } RET () }"), "found %x twice"},
	{"E-KEEPALIVE", LevelNone, both, in("@n_n", "{ %a(): TRAP <> KEEPALIVE(@c0) RET () }"), "found @c0"},
	{"E-CASE", LevelNone, both, in("@i_i", "{ %a(<@i64> %x): SWITCH <@i64> %x %b() { %x %b() } %b(): RET @c0 }"), "found %x"},
	{"E-KIND", LevelNone, both, in("@i_i", "{ %a(<@i64> %x): SWITCH <@i64> %x %b() { @cell %b() } %b(): RET @c0 }"), "found @cell, which is a global"},
	{"E-CASE-DUP", LevelNone, both, ".const @cc <@i64> = 0x0" + in("@i_i", "{ %a(<@i64> %x): SWITCH <@i64> %x %b() { @c0 %b() @cc %b() } %b(): RET @c0 }"), "the value of @cc again"},
	{"E-EXC-NORMAL", LevelNone, both, in("@n_n", "{ %a(): BRANCH %b() %b() [%e]: RET () }"), "as branch destination, found %b"},
	{"E-EXC-NORMAL", LevelNone, both, in("@n_n", "{ %a(): TRAP <> EXC(%b() %b()) %b() [%e]: RET () }"), "as normal destination, found %b"},
	{"W-EXC-VALUE", LevelNone, both, in("@n_n", "{ %a(): %x = UDIV <@i64> @c0 @c0 EXC(%c() %b()) %b() [%e]: RET () %c(): RET () }"), "as UDIV gives no exception"},
	{"E-EXC-RESULT", LevelNone, ssaOnly, in("@n_n", "{ %a(): %x = TRAP <@i64> EXC(%b(%x) %b(%x)) %b(<@i64> %y): RET () }"), "on the exceptional edge, found the result %x"},
	{"E-EXC-RESULT", LevelNone, ssaOnly, in("@n_n", "{ %a(): %x = WATCHPOINT 1 <@i64> %b(%x) %b(%x) %b(<@i64> %y): RET () }"), "on the disabled edge, found the result %x"},
	{"W-COMMINST", LevelNone, both, in("@n_n", "{ %a(): COMMINST @uvm.magic RET () }"), "found @uvm.magic"},
	{"E-PHI-PLACE", LevelNone, preOnly, in("@n_n", "{ %a: BRANCH %b %b: TRAP <> %x = PHI <@i64> { %a: @c0; } RET () }"), "found it behind"},
	{"E-PHI-PLACE", LevelNone, preOnly, in("@n_n", "{ %a: %x = PHI <@i64> { } RET () }"), "expected no PHI in the first block"},
	{"E-PHI-PLACE", LevelNone, preOnly, in("@n_n", "{ %a: TRAP <> EXC(%c %b) %b [%e]: %x = LANDINGPAD RET () %c: RET () }"), "LANDINGPAD as another"},
	{"E-PHI-PREDS", LevelNone, preOnly, in("@n_n", "{ %a: BRANCH %b %b: %x = PHI <@i64> { %a: @c0; %b: @c0; } RET () }"), "found %b, which is none"},
	{"E-PHI-PREDS", LevelNone, preOnly, in("@n_n", "{ %a: BRANCH %b %b: %x = PHI <@i64> { %a: @c0; %a: @c0; } RET () }"), "found %a again"},
	{"E-PHI-PREDS", LevelNone, preOnly, in("@n_n", "{ %a: BRANCH %b %b: %x = PHI <@i64> { } RET () }"), "found none for %a"},
	{"E-SSA-FORM", LevelNone, ssaOnly, in("@n_n", "() { %a(): RET () }"), "found a list after the signature"},
	{"E-SSA-FORM", LevelNone, ssaOnly, in("@n_n", "{ %a: RET () }"), "list of parameters at the label, found none"},
	{"E-SSA-FORM", LevelNone, ssaOnly, in("@n_n", "{ %a(): BRANCH %b %b(): RET () }"), "list of arguments, found none"},
	{"E-SSA-FORM", LevelNone, ssaOnly, in("@n_n", "{ %a(): $x = TRAP <@i64> RET () }"), "found $x"},
	{"E-SSA-FORM", LevelNone, ssaOnly, in("@n_n", "{ %a(): %x = ID @c0 RET () }"), "found ID"},
	{"E-SSA-FORM", LevelNone, ssaOnly, in("@n_n", "{ %a(): BRANCH %b() %b(): %x = PHI <@i64> { %a: @c0; } RET () }"), "found PHI"},
	{"E-SSA-FORM", LevelNone, ssaOnly, in("@n_n", "{ %a(): TRAP <> EXC(%c() %b()) %c(): RET () %b(): %x = LANDINGPAD RET () }"), "found LANDINGPAD"},

	{"E-TYPE-MIX", LevelDefs, preOnly, in("@n_n", "{ %a: $x = TRAP <@i64> BRANCH %b %b: $x = TRAP <@double> RET () }"), "expected $x to have type @i64 as at t.uir"},
	{"E-TYPE-MIX", LevelDefs, preOnly, in("@n_n", "{ %a: %x = TRAP <@i64> BRANCH %b %b: TRAP <> KEEPALIVE(%x) %x = TRAP <@double> RET () }"), "expected %x to have type @i64"},
	{"E-TYPE-MIX", LevelDefs, preOnly, in("@n_n", "{ %a: %x = TRAP <@i64> %x = TRAP <@double> RET () }"), "expected %x to have type @i64"},
	{"E-TYPE-MIX", LevelDefs, preOnly, in("@n_n", "{ %a: $x = ID @c0 $y = ID @d0 $x = ID $y RET () }"), "expected $x to have type @i64"},
	{"E-TYPE-UNKNOWN", LevelDefs, preOnly, in("@n_n", "{ %a: $x = ID $y $y = ID $x RET () }"), "found only copies"},
	{"E-INDEX", LevelDefs, both, in("@n_n", "{ %a(): %r = TRAP <@rec> %x = EXTRACTVALUE <@rec 2> %r RET () }"), "a field 2, found @rec"},
	{"E-INDEX", LevelDefs, both, in("@n_n", "{ %a(): %r = TRAP <@rec> %x = EXTRACTVALUE <@rec -1> %r RET () }"), "a field -1, found @rec"},
	{"E-INDEX", LevelDefs, both, in("@n_n", "{ %a(): %x = GETFIELDIREF <@hy 1> @cell RET () }"), "a field 1, found @hy"},
	{"E-TYPE-ARG", LevelDefs, both, in("@n_n", "{ %a(): %x = EXTRACTELEMENT <@rec @i64> @c0 @c0 RET () }"), "expected an array or a vector"},
	{"E-TYPE-ARG", LevelDefs, both, in("@n_n", "{ %a(): %x = GETVARPARTIREF <@rec> @cell RET () }"), "expected a hybrid"},
	{"E-TYPE-ARG", LevelDefs, both, in("@n_n", "{ %a(): %x = SHUFFLEVECTOR <@vec @rec> @c0 @c0 @c0 RET () }"), "expected two vectors"},
	{"E-TYPE-ARG", LevelDefs, both, in("@n_n", "{ %a(): %x = COMMINST @uvm.native.pin <@i64> (@c0) RET () }"), "expected a ref or an iref"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = ADD <@double> @d0 @d0 RET () }"), "expected an int or a vector of ints, found @double"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = FADD <@i64> @c0 @c0 RET () }"), "expected float, double"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = EQ <@double> @d0 @d0 RET () }"), "that EQ compares"},
	{"E-TYPE-ARG", LevelFull, both, in("@a_n", "{ %a(<@any> %r): %x = ULT <@any> %r %r RET () }"), "with an order"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = TRUNC <@i8 @i64> @b0 RET () }"), "to a narrower type"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = ZEXT <@i64 @long> @c0 RET () }"), "to a wider type"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = FPTRUNC <@float @double> @f0 RET () }"), "from double to float"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = FPEXT <@double @float> @d0 RET () }"), "from float to double"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %v = TRAP <@vec> %x = UITOFP <@vec @float> %v RET () }"), "of one length"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = BITCAST <@i64 @float> @c0 RET () }"), "numbers of one width"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = REFCAST <@i64 @any> @c0 RET () }"), "references of one kind"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = PTRCAST <@i64 @i64> @c0 RET () }"), "pointers, or a pointer and an int"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = SELECT <@i64 @i64> @c0 @c0 @c0 RET () }"), "int<1> or a vector of it"},
	{"E-TYPE-ARG", LevelFull, both, ".typedef @v1 = vector<@i1 2>" + in("@n_n", "{ %a(): %m = TRAP <@v1> %x = SELECT <@v1 @i64> %m @c0 @c0 RET () }"), "as long as the condition"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %x = NEW <@hy> RET () }"), "a type of fixed size"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): TAILCALL <@i_i> @g (@c0) }"), "a signature that returns what @n_n does"},
	{"E-TYPE-ARG", LevelFull, both, in("@n_n", "{ %a(): %p = TRAP <@cfn> CCALL #DEFAULT <@cfn @n_n> %p () RET () }"), "the signature of @cfn, found @n_n"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): %x = ADD <@i64> @c1 @b0 RET () }"), "expected operand 2 of type @i64, found @b0 of type @i8"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): %x = CALL <@i_i> @g (@b0) RET () }"), "expected argument 1 of type @i64"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): CALL <@n_n> @g () RET () }"), "found @g of type @fn"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_i", "{ %a(): RET @b0 }"), "expected argument 1 of type @i64"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): THROW @c0 }"), "to be a ref, found @c0 of type @i64"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): BRANCH2 @c0 %b() %b() %b(): RET () }"), "expected operand 1 of type @i1"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): BRANCH %b(@b0) %b(<@i64> %x): RET () }"), "expected argument 1 of %b of type @i64"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): SWITCH <@i64> @c0 %b() { @b0 %b() } %b(): RET () }"), "expected case of type @i64"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): %x = LOAD <@i8> @cell RET () }"), "found @cell of type iref<@i64>"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): %x = LOAD PTR <@i64> @cell RET () }"), "expected operand 1 of type uptr<@i64>"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@s_n", "{ %a(<@stack> %s): SWAPSTACK %s KILL_OLD PASS_VALUES <@i64> (@b0) }"), "expected argument 1 of type @i64"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@s_n", "{ %a(<@stack> %s): SWAPSTACK %s KILL_OLD THROW_EXC @c0 }"), "the exception to be a ref"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@s_n", "{ %a(<@stack> %s): %t = NEWTHREAD %s THREADLOCAL(@c0) PASS_VALUES <> () RET () }"), "the thread-local object to be a ref"},
	{"E-OPERAND-TYPE", LevelFull, both, in("@n_n", "{ %a(): %x = COMMINST @uvm.tr64.from_fp (@c0) RET () }"), "expected operand 1 of type @double"},
	{"E-OPERAND-TYPE", LevelFull, both, ".expose @k = @g #DEFAULT @b0", "a cookie of type int<64>"},
	{"E-OPERAND-TYPE", LevelFull, preOnly, in("@n_n", "{ %a: BRANCH %b %b: %x = PHI <@i64> { %a: @b0; } RET () }"), "expected value 1 of type @i64"},
	{"E-OPERAND-TYPE", LevelFull, preOnly, in("@n_n", "{ %a: %x = ID <@i64> @b0 RET () }"), "expected operand 1 of type @i64"},
	{"E-ORDER", LevelFull, both, in("@n_n", "{ %a(): %x = LOAD RELEASE <@i64> @cell RET () }"), "found RELEASE"},
	{"E-ORDER", LevelFull, both, in("@n_n", "{ %a(): STORE ACQUIRE <@i64> @cell @c0 RET () }"), "found ACQUIRE"},
	{"E-ORDER", LevelFull, both, in("@n_n", "{ %a(): (%x %y) = CMPXCHG SEQ_CST RELEASE <@i64> @cell @c0 @c0 RET () }"), "found RELEASE"},
	{"E-ORDER", LevelFull, both, in("@n_n", "{ %a(): %x = ATOMICRMW NOT_ATOMIC ADD <@i64> @cell @c0 RET () }"), "found NOT_ATOMIC"},
	{"E-ORDER", LevelFull, both, in("@n_n", "{ %a(): FENCE RELAXED RET () }"), "found RELAXED"},
}

// problemsOf returns the codes of the problems of a text, and the problems.
func problemsOf(t *testing.T, src string, ssa bool, level Level) ([]string, []*Problem) {
	t.Helper()
	b, err := Read("t.uir", []byte(src), ReadOptions{})
	if err != nil {
		t.Fatalf("%s\n%v", src, err)
	}
	check := Check
	if ssa {
		check = CheckSSA
	}
	var codes []string
	ps := check(b, level)
	for _, p := range ps {
		codes = append(codes, p.Code)
	}
	return codes, ps
}

// TestCheck checks that each case is found, where it is to be found, and that
// nothing is found at the level below.
func TestCheck(t *testing.T) {
	if codes, ps := problemsOf(t, checkHead, true, LevelFull); len(codes) > 0 {
		t.Fatal(ps)
	}
	for _, c := range checkCases {
		for _, ssa := range []bool{false, true} {
			want := c.form == both || (c.form == ssaOnly) == ssa
			if ssa && c.form == preOnly {
				continue // something else is wrong with it as SSA form
			}
			codes, ps := problemsOf(t, checkHead+c.src, ssa, c.level)
			found := false
			for _, p := range ps {
				found = found || p.Code == c.code && strings.Contains(p.Msg, c.msg)
				if (p.Severity == Warning) != strings.HasPrefix(p.Code, "W-") {
					t.Errorf("expected the severity that the code has, found %v", p)
				}
			}
			if found != want {
				t.Errorf("%s\nexpected %s %q: %v (SSA form: %v), found %v", c.src, c.code, c.msg, want, ssa, ps)
			}
			if want && c.form != ssaOnly && len(codes) != 1 && !slices.Contains([]string{"E-ARG-COUNT", "E-SIG-MIX", "E-TYPE-ARG", "E-CONST-CYCLE", "E-HEADER-BOTH", "E-TYPE-UNKNOWN"}, c.code) && !ssa {
				t.Errorf("%s\nexpected only %s, found %v", c.src, c.code, ps)
			}
			if c.level > LevelNone {
				if codes, ps := problemsOf(t, checkHead+c.src, ssa, c.level-1); slices.Contains(codes, c.code) && want {
					t.Errorf("%s\nexpected no %s at level %d, found %v", c.src, c.code, c.level-1, ps)
				}
			}
		}
	}
}

// TestEveryCode checks that checkCases has each code that the checker has.
func TestEveryCode(t *testing.T) {
	tested := map[string]bool{}
	for _, c := range checkCases {
		tested[c.code] = true
	}
	files, _ := filepath.Glob("check*.go")
	n := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range regexp.MustCompile(`"([EW]-[A-Z-]+)"`).FindAllStringSubmatch(string(src), -1) {
			n++
			if !tested[m[1]] {
				t.Errorf("%s: expected a case for %s, found none", file, m[1])
			}
		}
	}
	if n < 30 {
		t.Errorf("expected the codes of the checker, found %d", n)
	}
}

// TestFine holds what looks wrong and is not.
func TestFine(t *testing.T) {
	for _, c := range []struct {
		ssa bool
		src string
	}{
		// %x and $x are different; webs that are separate may differ in type.
		{false, in("@n_n", "{ %a: %x = TRAP <@i64> $x = TRAP <@double> BRANCH %b %b: %x = TRAP <@double> TRAP <> KEEPALIVE(%x $x) RET () }")},
		{true, in("@n_n", "{ %a(): %x = TRAP <@i64> BRANCH %b() %b(): %x = TRAP <@double> RET () }")},
		// A variable may be used before it is defined.
		{false, in("@n_i", "{ %a: $x = ADD <@i64> $x @c0 RET $x }")},
		// Types are equal by structure; an ID gives the type of what it copies.
		{false, in("@n_i", "{ %a: $x = ID @c0 $x = TRAP <@long> $y = ID $x $y = ID @c1 RET $y }")},
		// The results need not be named.
		{true, in("@n_n", "{ %a(): CALL <@i_ii> @h (@c0) RET () }") + ".funcdecl @h <@i_ii>"},
		// One block as normal and exceptional destination; results on the normal edge.
		{true, in("@n_n", "{ %a(): %x = TRAP <@i64> EXC(%b(%x) %b(@c0)) %b(<@i64> %y): RET () }")},
		// Names that look as if they might clash.
		{true, in("@n_n", "{ %a(): %b.c = TRAP <@i64> BRANCH %a.b() %a.b(): %d = TRAP <@i64> RET () }") + ".const @f.v.a.x <@i64> = 1"},
		{false, in("@n_n", "{ %a: $x = [%x] TRAP <@i64> @y = TRAP <@i64> @y = TRAP <@i64> RET () }")},
		// A global name that a block could have used for a variable.
		{true, ".const @f.v.a.x <@i64> = 1" + in("@n_i", "{ %a(): RET @f.v.a.x }")},
		// A weakref is loaded and stored as a ref.
		{true, in("@n_n", "{ %a(): %w = ALLOCA <@weak> %r = LOAD <@weak> %w STORE <@weak> %w %r %i = GETIREF <@i64> %r RET () }")},
		// The exception goes on as a parameter.
		{true, in("@n_n", "{ %a(): TRAP <> EXC(%c() %b()) %c(): RET () %b() [%e]: BRANCH %d(%e) %d(<@any> %e): THROW %e }")},
		// Edge values of the whole range.
		{true, ".const @k <@i8> = -128 .const @k2 <@i8> = 255 .const @k3 <@i64> = -0x8000000000000000 .typedef @w = int<128> .const @k4 <@w> = -0x80000000000000000000000000000000"},
	} {
		if _, ps := problemsOf(t, checkHead+c.src, c.ssa, LevelFull); len(ps) > 0 {
			t.Errorf("%s\nexpected no problems, found %v", c.src, ps)
		}
	}
}

// TestFits checks the limits of constants.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		text string
		n    uint64
		ok   bool
	}{
		{"1", 1, true}, {"2", 1, false}, {"-1", 1, true}, {"-2", 1, false}, {"0", 1, true}, {"-0", 1, true},
		{"127", 7, true}, {"128", 7, false}, {"-64", 7, true}, {"-65", 7, false},
		{"0xffffffffffffffff", 64, true}, {"0x10000000000000000", 64, false}, {"-0x8000000000000000", 64, true}, {"-0x8000000000000001", 64, false},
		{"0x1ffffffffffffffff", 65, true}, {"0x20000000000000000", 65, false}, {"-0x10000000000000000", 65, true}, {"-0x10000000000000001", 65, false},
		{"-0x18000000000000000", 66, true}, {"-0x20000000000000000", 66, true}, {"-0x20000000000000001", 66, false},
		{"-0xffffffffffffffff", 65, true}, {"-1", 1000, true},
	} {
		l, _ := parseInt(c.text)
		if got := fits(&l, &Type{Kind: KindInt, Size: c.n}); got != c.ok {
			t.Errorf("%s in int<%d>: expected %v, found %v", c.text, c.n, c.ok, got)
		}
	}
}

// TestManyProblems checks that checking ends when there are too many problems.
func TestManyProblems(t *testing.T) {
	src := checkHead + in("@n_n", "{ %a(): "+strings.Repeat("%x = ADD <@i64> %y %z\n", 3000)+"RET () }")
	if _, ps := problemsOf(t, src, true, LevelFull); len(ps) != MaxProblems {
		t.Errorf("expected %d problems, found %d", MaxProblems, len(ps))
	}
}

func TestProblemText(t *testing.T) {
	_, ps := problemsOf(t, checkHead+in("@n_n", "{\n%a():\n  %q = [%i] ADD <@i64> %nope @c0\n  RET () }"), false, LevelFull)
	want := "t.uir:33:24: error E-UNDEF: function @f.v, block %a, instruction %q = [%i] ADD: expected a variable, found %nope, which the function never defines"
	if len(ps) != 1 || ps[0].Error() != want || !HasErrors(ps) {
		t.Errorf("expected %s, found %v", want, ps)
	}
}
