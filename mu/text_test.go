package mu

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files")

func mustRead(t testing.TB, name string, src []byte, prelude *Bundle) *Bundle {
	t.Helper()
	b, err := Read(name, src, ReadOptions{Prelude: prelude})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what is printed (run with -update):\n%s", file, got)
	}
}

// checkedText returns a file's text, which must keep what CheckText asks.
func checkedText(t *testing.T, file string) []byte {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckText(src); err != nil {
		t.Errorf("%s: %v", file, err)
	}
	return src
}

// TestGolden prints the files of testdata in both forms.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.uir")
	if len(files) < 4 {
		t.Fatalf("expected the files of testdata, found %v", files)
	}
	for _, file := range files {
		src := checkedText(t, file)
		b := mustRead(t, file, src, nil)
		base := strings.TrimSuffix(file, ".uir")
		golden(t, base+".today.txt", Print(b, PrintOptions{}))
		golden(t, base+".phi.txt", Print(b, PrintOptions{PHI: true}))
		if same := SameTokens(src, Print(b, PrintOptions{})); same == b.OldWords() {
			t.Errorf("%s: same tokens is %v, old words is %v", file, same, b.OldWords())
		}
		for _, p := range Check(b, LevelFull) {
			if p.Severity == Error {
				t.Error(p)
			}
		}
		if strings.Contains(file, "old") || strings.Contains(file, "pre") {
			continue
		}
		for _, p := range CheckSSA(b, LevelFull) {
			if p.Severity == Error {
				t.Error(p)
			}
		}
	}
}

// TestEveryOp checks that testdata has each op.
func TestEveryOp(t *testing.T) {
	var seen [NumOps]bool
	files, _ := filepath.Glob("testdata/*.uir")
	for _, file := range files {
		src, _ := os.ReadFile(file)
		for _, f := range mustRead(t, file, src, nil).Versions {
			for i := range f.Blocks {
				for j := range f.Blocks[i].Instrs {
					seen[f.Blocks[i].Instrs[j].Op] = true
				}
			}
		}
	}
	for op := NoOp + 1; int(op) < NumOps; op++ {
		if !seen[op] {
			t.Errorf("expected %v in testdata, found none", op)
		}
		if LookupOp(op.String()) != op {
			t.Errorf("expected the op %v by its word", op)
		}
	}
}

// collection returns the files of the collection of real bundles, with the
// preludes that they say they need.
func collection(t *testing.T, form string) map[string]*Bundle {
	dir := "../../shared/mu/uir/" + form
	files, _ := filepath.Glob(dir + "/*.uir")
	if len(files) == 0 {
		t.Skip("the collection of real bundles is not here")
	}
	primitives := dir + "/uvm-refimpl-test__primitives.uir"
	src, err := os.ReadFile(primitives)
	if err != nil {
		t.Fatal(err)
	}
	prelude := mustRead(t, primitives, src, nil)
	bundles := map[string]*Bundle{}
	for _, file := range files {
		src := checkedText(t, file)
		name := strings.TrimSuffix(filepath.Base(file), ".uir")
		var opt ReadOptions
		if bytes.Contains(src, []byte("// require")) {
			opt.Prelude = prelude
		}
		if strings.HasSuffix(name, "redef-file2") || strings.HasSuffix(name, "redef-file3") {
			opt.Prelude = bundles["uvm-refimpl-test__redef-file1"]
		}
		b, err := Read(filepath.Base(file), src, opt)
		if err != nil {
			t.Log(err)
			bundles[name] = nil
			continue
		}
		if form == "gwv" && !SameTokens(src, Print(b, PrintOptions{})) {
			t.Errorf("%s: expected the same tokens", file)
		}
		bundles[name] = b
	}
	return bundles
}

// TestCollection reads real bundles in today's form. What is wrong with some of
// them is known.
func TestCollection(t *testing.T) {
	wrong := map[string]string{
		"uvm-parsing-test__instructions": "@caller1.v1 E-RESULT-COUNT, @caller1.v1 E-RESULT-COUNT, @ccall.v1 E-RESULT-COUNT, " +
			"@gen.v1 E-PARAM-COUNT, @newthread.v1 E-TERM-MIDDLE, @newthread.v1 E-TERM-MISSING, @comminst.v1 E-TERM-MIDDLE, ",
	}
	for name, b := range collection(t, "gwv") {
		if b == nil {
			if !strings.Contains(name, "bundle-with-error") {
				t.Errorf("%s: expected a bundle", name)
			}
			continue
		}
		got := ""
		for _, p := range CheckSSA(b, LevelDefs) {
			if p.Severity == Error {
				got += p.Function + " " + p.Code + ", "
			}
		}
		if got != wrong[name] {
			t.Errorf("%s: expected the errors %q, found %q", name, wrong[name], got)
		}
	}
}

// TestOldCollection reads real bundles in the older form.
func TestOldCollection(t *testing.T) {
	for name, b := range collection(t, "phi") {
		if b == nil {
			if !strings.Contains(name, "redef-file") { // of a language that is older still
				t.Errorf("%s: expected a bundle", name)
			}
			continue
		}
		for _, p := range Check(b, LevelDefs) {
			if p.Severity == Error {
				t.Error(p)
			}
		}
	}
}

// TestExamples reads the worked examples of pre-SSA form, and the outputs that
// go with them.
func TestExamples(t *testing.T) {
	files, _ := filepath.Glob("../../shared/mu/examples/*.pre.uir")
	if len(files) == 0 {
		t.Skip("the worked examples are not here")
	}
	for _, file := range files {
		src := checkedText(t, file)
		for _, p := range Check(mustRead(t, file, src, nil), LevelFull) {
			t.Error(p)
		}
		// The output holds the function, and below what was made for it. The
		// layout is to be the printer's.
		out, err := os.ReadFile(strings.TrimSuffix(file, ".pre.uir") + ".out.txt")
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := bytes.Cut(src, []byte(".funcdef"))
		tail := src[bytes.LastIndexByte(src, '}')+1:]
		ssa := mustRead(t, file, bytes.Join([][]byte{head, out, tail}, nil), nil)
		for _, p := range CheckSSA(ssa, LevelFull) {
			t.Error(p)
		}
		fn, _, _ := bytes.Cut(out, []byte("\n//"))
		if text := Print(ssa, PrintOptions{}); !bytes.Contains(text, bytes.TrimSpace(fn)) {
			t.Errorf("%s: expected in this layout\n%s\nfound\n%s", file, fn, text)
		}
	}
}

// function wraps instructions into the text of a bundle.
func function(header, body string) []byte {
	return []byte(".typedef @i64 = int<64>\n.funcsig @s = () -> ()\n.funcdef @f VERSION %v <@s> " + header + "{\n" + body + "\n}\n")
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x", "1:1: expected a top-level definition such as .typedef, found x"},
		{".foo @x", "1:1: expected a top-level definition such as .typedef, found .foo"},
		{".typedef i64 = int<64>", "1:10: expected the name of a type, found i64"},
		{".typedef @a int<64>", "1:13: expected \"=\", found int"},
		{".typedef @a = @b", "1:15: expected a type constructor such as int, found @b"},
		{".typedef @a = integer", "1:15: expected a type constructor such as int, found integer"},
		{".typedef @a = int", "1:18: expected \"<\", found the end of the text"},
		{".typedef @a = int<-1>", "1:19: expected a size that is positive and not too large, found -1"},
		{".typedef @a = int<08>", "1:20: expected \">\", found 8"},
		{".typedef @a = array<@b 99999999999999999999>", "1:24: expected a size that is positive and not too large, found 99999999999999999999"},
		{".typedef @a = struct<>", "1:22: expected a type, found >"},
		{".typedef @a = ref<int<8>>", "1:19: expected a type, found int"},
		{".funcsig @a = () ()", "1:18: expected \"->\", found ("},
		{".const @a <@b> = 1.0", "1:21: expected \"f\" or \"d\" after 1.0, found the end of the text"},
		{".const @a <@b> = 1f", "1:19: expected a top-level definition such as .typedef, found f"},
		{".const @a <@b> = .5f", "1:18: expected a constant, found \".\""},
		{".const @a <@b> = inff", "1:18: expected a constant, found inff"},
		{".const @a <@b> = bitsf(0x1ffffffff)", "1:24: expected bits that fit the type, found 0x1ffffffff"},
		{".const @a <@b> = {1}", "1:19: expected \"}\", found 1"},
		{".const @a <@b> = {%x}", "1:19: expected \"}\", found %x"},
		{".const @a <@b> = nil", "1:18: expected a constant, found nil"},
		{".global @a", "1:11: expected \"<\", found the end of the text"},
		{".expose @a = @f DEFAULT @c", "1:17: expected a flag such as #DEFAULT, found DEFAULT"},
		{".expose @a = @f # @c", "1:17: expected a flag such as #DEFAULT, found \"#\""},
		{".funcdef @f <@s> {", "1:13: expected VERSION, found <"},
		{".funcdef @f VERSION v1", "1:21: expected the name of a version, found v1"},
		{".funcdef @f VERSION $v1", "1:21: expected the name of a version, found $v1"},
		{".funcdef @f VERSION %v <@s> {}", "1:30: expected a block, found }"},
		{".funcdef @f VERSION %v <@s> { %b: }", "1:35: expected an instruction, found }"},
		{".funcdef @f VERSION %v <@s> { $b: RET () }", "1:31: expected the label of a block, found $b"},
		{".funcdef @f VERSION %v <@s> { %b: RET ()", "1:41: expected \"}\", found the end of the text"},
		{"@", "1:1: expected a top-level definition such as .typedef, found \"@\""},
		{"\xff", "1:1: expected a top-level definition such as .typedef, found \"\\xff\""},
		{".typedef @a = \x00", "1:15: expected a type constructor such as int, found \"\\x00\""},
	} {
		_, err := Read("", []byte(c.src), ReadOptions{})
		if err == nil || err.Error() != "<input>:"+c.want {
			t.Errorf("%q: expected %s, found %v", c.src, c.want, err)
		}
	}
}

func TestInstructionSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"FOO", "expected an instruction, found FOO"},
		{"%x = ", "expected an instruction, found }"},
		{"%x = %y", "expected an instruction, found %y"},
		{"%x", "expected \"=\", found }"},
		{"(%x = ADD <@i64> @a @b", "expected \")\", found ="},
		{"[x] RET ()", "expected the name of the instruction, found x"},
		{"[$x] RET ()", "expected the name of the instruction, found $x"},
		{"%x = ADD @i64 %a %b", "expected \"<\", found @i64"},
		{"%x = ADD <@i64> %a", "expected a value, found }"},
		{"%x = ADD <@i64> 1 %a", "expected a value, found 1"},
		{"BRANCH", "expected a block, found }"},
		{"BRANCH $b", "expected a block, found $b"},
		{"SWITCH <@i64> %x %a %b", "expected \"{\", found %b"},
		{"CALL @f ()", "expected \"<\", found @f"},
		{"CALL <@s> @f", "expected \"(\", found }"},
		{"CALL <@s> @f () EXC(%a)", "expected a block, found )"},
		{"LOAD RELAXD <@i64> %x", "expected \"<\", found RELAXD"},
		{"FENCE", "expected a memory order such as SEQ_CST, found }"},
		{"ATOMICRMW SEQ_CST DIV <@i64> %x %y", "expected an operation of ATOMICRMW such as XCHG, found DIV"},
		{"WATCHPOINT %x <> %a %b", "expected an integer, found %x"},
		{"CCALL <@a @s> %x ()", "expected a flag such as #DEFAULT, found <"},
		{"NEWTHREAD %x", "expected PASS_VALUES or THROW_EXC, found }"},
		{"SWAPSTACK %x PASS_VALUES <> ()", "expected RET_WITH or KILL_OLD, found PASS_VALUES"},
		{"COMMINST uvm.x", "expected the name of a common instruction, found uvm"},
		{"%x = PHI <@i64> { %a %b; }", "expected \":\", found %b"},
		{"KEEPALIVE(%x)", "expected an instruction, found KEEPALIVE"},
		{"RET %x KEEPALIVE(%x)", "expected an instruction, found KEEPALIVE"},
	} {
		_, err := Read("f.uir", function("", "%entry:\n"+c.src), ReadOptions{})
		if err == nil || !strings.Contains(err.Error(), ": "+c.want) {
			t.Errorf("%q: expected %s, found %v", c.src, c.want, err)
			continue
		}
		if first, _, _ := strings.Cut(err.Error(), "\n"); !strings.HasSuffix(first, c.want) {
			t.Errorf("%q: expected %s first, found %v", c.src, c.want, err)
		}
	}
}

// TestManyErrors checks that reading goes on after an error, and not for ever.
func TestManyErrors(t *testing.T) {
	src := ".typedef @a = bad\n.typedef @b = int<64>\n.const @c @d = 1\n" +
		".funcdef @f VERSION %v <@s> {\n%b:\n  %x = ADD <@i64> 1 2\n  FOO\n  RET ()\n%c(:\n  RET ()\n}\n.global @g\n"
	_, err := Read("f.uir", []byte(src), ReadOptions{})
	want := `f.uir:1:15: expected a type constructor such as int, found bad
f.uir:3:11: expected "<", found @d
f.uir:6:19: expected a value, found 1
f.uir:7:3: expected an instruction, found FOO
f.uir:9:4: expected ")", found :
f.uir:13:1: expected "<", found the end of the text`
	if fmt.Sprint(err) != want {
		t.Errorf("expected\n%s\nfound\n%v", want, err)
	}
	_, err = Read("f.uir", bytes.Repeat([]byte(".typedef @a\n"), 100), ReadOptions{})
	if list, ok := err.(ErrorList); !ok || len(list) != maxErrors {
		t.Errorf("expected %d errors, found %v", maxErrors, err)
	}
}

// TestPrelude checks that bundles share one name space and that ids of the
// prelude stay.
func TestPrelude(t *testing.T) {
	one := mustRead(t, "one.uir", []byte(".typedef @i64 = int<64>\n.funcsig @s = () -> (@i64)\n.funcdecl @g <@s>\n"), nil)
	two := mustRead(t, "two.uir", []byte(".const @c <@i64> = 5\n"), one)
	src := ".typedef @word = int<64>\n.funcdef @g VERSION %v <@s> { %e(): RET @c }\n.typedef @i64 = int<32>\n"
	b := mustRead(t, "three.uir", []byte(src), two)
	if got := string(Print(b, PrintOptions{})); !SameTokens([]byte(got), []byte(src)) {
		t.Errorf("expected only the bundle's own definitions, found %s", got)
	}
	if all := mustRead(t, "all.uir", Print(b, PrintOptions{Preludes: true}), nil); len(all.Defs) != 7 {
		t.Errorf("expected 7 definitions with those of the preludes, found %d", len(all.Defs))
	}
	e, _ := one.Lookup("@i64")
	f, _ := b.Lookup("@i64")
	if e != f || b.Entities[f].Name != "@i64" {
		t.Errorf("expected the entity %d of the prelude, found %d", e, f)
	}
	word, _ := b.Lookup("@word")
	if named, _ := b.NamedType(TypeID(b.Entities[word].Index)); b.Types[named].Name != "@i64" {
		t.Errorf("expected @i64 of the prelude as name of int<64>, found %s", b.Types[named].Name)
	}
	ps := Check(b, LevelFull)
	want := "three.uir:3:10: error E-NAME-CONFLICT: expected a name of its own, found @i64, which names what is at one.uir:1:10 too"
	if len(ps) != 1 || ps[0].Error() != want {
		t.Errorf("expected %s, found %v", want, ps)
	}
}

func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		text   string
		lo, hi uint64
	}{
		{"0", 0, 0}, {"-0", 0, 0}, {"017", 15, 0}, {"-1", 1<<64 - 1, 1<<64 - 1}, {"+0x10", 16, 0},
		{"18446744073709551616", 0, 1}, {"-18446744073709551616", 0, 1<<64 - 1}, {"-18446744073709551617", 1<<64 - 1, 1<<64 - 2},
		{"0xfedcba98765432100123456789abcdef", 0x0123456789abcdef, 0xfedcba9876543210},
	} {
		l, ok := parseInt(c.text)
		if !ok || l.Word(0) != c.lo || l.Word(1) != c.hi || l.Uint64() != c.lo {
			t.Errorf("%s: expected %x %x, found %x %x", c.text, c.hi, c.lo, l.Word(1), l.Word(0))
		}
		l.Text = ""
		again, ok := parseInt(string(l.AppendText(nil)))
		if !ok || again.Word(0) != c.lo || again.Word(1) != c.hi {
			t.Errorf("%s: printed as %s", c.text, l.AppendText(nil))
		}
	}
	for _, c := range []struct {
		bits   uint64
		double bool
		text   string
	}{
		{0, true, "0.0d"}, {1 << 63, true, "-0.0d"}, {0x3ff0000000000000, true, "1.0d"}, {0x7ff0000000000000, true, "+infd"},
		{0xfff0000000000000, true, "-infd"}, {1, true, "5.0e-324d"}, {0x7ff8000000000001, true, "nand"},
		{0x7ff8000000000000, true, "bitsd(0x7ff8000000000000)"}, {0x3fb999999999999a, true, "0.1d"},
		{0x3f800000, false, "1.0f"}, {0x7fc00000, false, "nanf"}, {0xff800001, false, "bitsf(0xff800001)"}, {0x7f7fffff, false, "3.4028235e+38f"},
	} {
		got := string(appendFP(nil, c.bits, c.double))
		if got != c.text {
			t.Errorf("%x: expected %s, found %s", c.bits, c.text, got)
		}
		var k Const
		b := mustRead(t, "", []byte(".const @c <@t> = "+got), nil)
		if k = b.Consts[0]; k.Bits != c.bits || (k.Kind == ConstDouble) != c.double {
			t.Errorf("%s: expected the bits %x, found %x", got, c.bits, k.Bits)
		}
	}
}

func TestSameTokens(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"", " // x\n", true}, {"a b", "a\r\n\tb//", true}, {"a b", "ab", false}, {"nanf", "nan f", true},
		{"%a", "@a", false}, {"a", "a b", false}, {"1.0f", "1.0 f", true}, {"<[", "< [", true}, {"->", "- >", false},
	} {
		if SameTokens([]byte(c.a), []byte(c.b)) != c.same || SameTokens([]byte(c.b), []byte(c.a)) != c.same {
			t.Errorf("%q %q: expected same tokens: %v", c.a, c.b, c.same)
		}
	}
}

func FuzzMuText(f *testing.F) {
	for _, glob := range []string{"testdata/*.uir", "../../shared/mu/uir/*/*.uir", "../../shared/mu/examples/*.uir"} {
		files, _ := filepath.Glob(glob)
		for _, file := range files {
			if src, err := os.ReadFile(file); err == nil && len(src) < 12000 {
				f.Add(src)
			}
		}
	}
	f.Add([]byte(".funcdef @f VERSION %v <@s> (%x %x) { @f.v.b(<@t> @f.v.b.x): BRANCH @f.v.b }"))
	f.Add([]byte(".funcdef @f VERSION %v <@s> { %b: (%a %b) = TRAP <> COMMINST @x (%a %b) = TRAP <@a @a> [%x] RET @f.v.b.a }"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if err := CheckText(src); err != nil {
			t.Fatal(err)
		}
	})
}
