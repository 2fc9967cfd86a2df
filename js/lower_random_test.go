package js

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomSource makes the text of one function for tests of the lowering: any
// constructs in any place, with much shadowing, functions in functions and
// jumps. The programs are not meant to run. wild adds what the React Compiler
// refuses.
func randomSource(seed uint64, wild bool) string {
	g := &sourceGen{r: rand.New(rand.NewPCG(seed, 1)), wild: wild}
	g.budget = 3 + g.r.IntN([]int{8, 20, 60}[seed%3])
	g.plain = g.r.IntN(3) == 0
	// Some programs have no constructs that make value blocks, which the React
	// Compiler takes nowhere near a try.
	return "let m0 = 1;\n" + g.function("f") + "\n"
}

type sourceGen struct {
	r      *rand.Rand
	budget int
	wild   bool
	plain  bool // few patterns and functions
	labels []string
	loops  int // around, within the function
	breaks int
	tries  int
	depth  int
	async  bool
	scopes []nameSet
	// targets are the variables of the assignment pattern being made: Babel does
	// not rename all mentions if one has a variable twice.
	targets nameSet
	// closed says that no functions may stand here: Babel resolves names of functions
	// in the discriminant of a switch as if they stood in its body.
	closed bool
	// inParams says that names stand for globals here: Babel does not rename what
	// default values of parameters mention if the function's body declares it too.
	inParams bool
}

// nameSet is the names of a scope; the value says that the name is a constant.
type nameSet map[string]bool

func (g *sourceGen) n(n int) int             { return g.r.IntN(n) }
func (g *sourceGen) chance(percent int) bool { return g.r.IntN(100) < percent }

var sourceNames = []string{"a", "b", "c", "d", "x", "y", "z"}

func (g *sourceGen) name() string { return sourceNames[g.n(len(sourceNames))] }

func (g *sourceGen) ref() string {
	if g.inParams {
		return "glob"
	}
	switch g.n(20) {
	case 0:
		return "m0"
	case 1:
		return "glob"
	case 2:
		return "undefined"
	}
	return g.name()
}

// function makes a function declaration, or an expression with no name.
func (g *sourceGen) function(name string) string {
	labels, loops, breaks, tries, async := g.labels, g.loops, g.breaks, g.tries, g.async
	g.labels, g.loops, g.breaks, g.tries = nil, 0, 0, 0
	g.async = g.chance(10)
	var s string
	if g.async {
		s = "async "
	}
	names := g.scope()
	s += "function " + name + "(" + g.params(names) + ") {\n" + g.body(names) + "}"
	g.closeScope()
	g.labels, g.loops, g.breaks, g.tries, g.async = labels, loops, breaks, tries, async
	return s
}

func (g *sourceGen) params(names nameSet) string {
	inParams := g.inParams
	g.inParams = true
	defer func() { g.inParams = inParams }()
	var ps []string
	for n := g.n(4); n > 0; n-- {
		var p string
		if g.plain || g.chance(70) {
			p = g.fresh(names)
		} else {
			p = g.pattern(names, 2)
		}
		if p != "" {
			ps = append(ps, p)
		}
	}
	if g.chance(8) {
		if n := g.fresh(names); n != "" {
			ps = append(ps, "..."+n)
		}
	}
	return strings.Join(ps, ", ")
}

// scope opens a scope; what is done with the result is within it, and the
// caller closes it.
func (g *sourceGen) scope() nameSet {
	names := nameSet{}
	g.scopes = append(g.scopes, names)
	return names
}

func (g *sourceGen) closeScope() { g.scopes = g.scopes[:len(g.scopes)-1] }

// fresh picks a name that the scope does not have yet, or "".
func (g *sourceGen) fresh(names nameSet) string {
	for i := 0; i < 4; i++ {
		n := g.name()
		if _, ok := names[n]; !ok {
			names[n] = false
			return n
		}
	}
	return ""
}

// pattern makes a pattern of fresh names, possibly with a default value.
func (g *sourceGen) pattern(names nameSet, depth int) string {
	var s string
	item := func() string {
		if depth > 0 && g.chance(30) {
			return g.pattern(names, depth-1)
		}
		n := g.fresh(names)
		if n != "" && g.chance(25) {
			n += " = " + g.defaultValue()
		}
		return n
	}
	if g.chance(50) {
		var items []string
		for n := g.n(4); n > 0; n-- {
			items = append(items, item()) // "" is a hole
		}
		if n := g.fresh(names); n != "" && g.chance(20) {
			items = append(items, "..."+n)
		}
		s = "[" + strings.Join(items, ", ") + "]"
		if len(items) > 0 && items[len(items)-1] == "" {
			s = s[:len(s)-1] + "," + "]"
		}
	} else {
		var items []string
		for n := g.n(4); n > 0; n-- {
			it := item()
			if it == "" {
				continue
			}
			if strings.ContainsAny(it[:1], "[{") || g.chance(50) {
				key := []string{"p", "q", g.name(), `"r s"`, "1"}[g.n(5)]
				if strings.ContainsAny(it[:1], "[{") {
					// goja does not read a pattern after a key that is no name.
					key = "p"
				}
				it = key + ": " + it
			}
			items = append(items, it)
		}
		if n := g.fresh(names); n != "" && g.chance(20) {
			items = append(items, "..."+n)
		}
		s = "{" + strings.Join(items, ", ") + "}"
	}
	if depth < 2 && g.chance(20) {
		s += " = " + g.defaultValue()
	}
	return s
}

func (g *sourceGen) defaultValue() string {
	if g.wild && g.chance(30) {
		return g.value(2)
	}
	switch g.n(8) {
	case 0:
		return "[]"
	case 1:
		return "{}"
	case 2:
		return g.ref()
	case 3:
		return "glob.p"
	case 4:
		return "() => {}"
	case 5:
		return "!" + g.ref()
	case 6:
		return g.ref() + " || 2"
	}
	return fmt.Sprint(g.n(10))
}

// body makes the statements of a block whose scope has the names already.
func (g *sourceGen) body(names nameSet) string {
	var s strings.Builder
	for n := g.n(5); n >= 0; n-- {
		t := g.stmt(names)
		s.WriteString(t)
		switch word, _, _ := strings.Cut(t, " "); word {
		case "return", "throw", "break;\n", "break", "continue;\n", "continue", "return;\n":
			if g.chance(80) {
				return s.String()
			}
		}
	}
	return s.String()
}

func (g *sourceGen) block() string {
	g.depth++
	s := "{\n" + g.body(g.scope()) + "}"
	g.closeScope()
	g.depth--
	return s
}

// nested makes a statement where no declaration may stand.
func (g *sourceGen) nested() string {
	if g.chance(70) {
		return g.block() + "\n"
	}
	return g.stmt(nil)
}

func (g *sourceGen) stmt(names nameSet) string {
	g.budget--
	if g.budget < 0 || g.depth > 8 {
		return g.value(3) + ";\n"
	}
	g.depth++
	defer func() { g.depth-- }()
	switch k := g.n(36); {
	case k < 8 && names != nil:
		kind := []string{"let", "const"}[g.n(2)]
		if !g.plain && g.chance(25) {
			return kind + " " + g.pattern(names, 2) + " = " + g.value(3) + ";\n"
		}
		n := g.fresh(names)
		if n == "" {
			return ""
		}
		if kind == "let" && g.chance(25) {
			return "let " + n + ";\n"
		}
		names[n] = kind == "const"
		return kind + " " + n + " = " + g.value(3) + ";\n"
	case k < 9 && names != nil && !g.plain:
		n := g.fresh(names)
		if n == "" {
			return ""
		}
		return g.function(n) + "\n"
	case k < 13:
		s := "if (" + g.value(3) + ") " + g.nested()
		for g.chance(25) {
			s += "else if (" + g.value(3) + ") " + g.nested()
		}
		if g.chance(40) {
			s += "else " + g.nested()
		}
		return s
	case k < 15:
		return g.loop("while (" + g.value(3) + ") ")
	case k < 16:
		return strings.TrimSuffix(g.loop("do "), "\n") + " while (" + g.value(3) + ");\n"
	case k < 18:
		inner := g.scope()
		head := "let " + g.fresh(inner) + " = " + g.value(2)
		test := g.value(2)
		if g.wild && g.chance(30) {
			head = []string{"", g.value(2)}[g.n(2)]
		}
		if g.wild && g.chance(20) {
			test = ""
		}
		update := ""
		if g.chance(80) {
			update = g.value(2)
		}
		defer g.closeScope()
		return g.loop("for (" + head + "; " + test + "; " + update + ") ")
	case k < 20:
		of := " of "
		if g.chance(30) {
			of = " in "
		}
		head := []string{"const ", "let "}[g.n(2)]
		inner := g.scope()
		defer g.closeScope()
		switch {
		case !g.plain && g.chance(20):
			head += g.pattern(inner, 0)
		case g.chance(20):
			head = g.target()
		default:
			head += g.fresh(inner)
		}
		return g.loop("for (" + head + of + g.value(2) + ") ")
	case k < 22:
		return g.switchStmt()
	case k < 24:
		label := "l" + fmt.Sprint(len(g.labels))
		g.labels = append(g.labels, label)
		s := label + ": " + g.nested()
		g.labels = g.labels[:len(g.labels)-1]
		return s
	case k < 26 && g.breaks > 0:
		return "break;\n"
	case k < 27 && g.loops > 0:
		return "continue;\n"
	case k < 29 && len(g.labels) > 0:
		l := g.labels[g.n(len(g.labels))]
		if strings.HasPrefix(l, "k") && g.chance(50) {
			return "continue " + l + ";\n"
		}
		return "break " + l + ";\n"
	case k < 30:
		if g.chance(20) {
			return "return;\n"
		}
		return "return " + g.value(3) + ";\n"
	case k < 31 && (g.wild || g.tries == 0):
		return "throw " + g.value(2) + ";\n"
	case k < 32:
		g.tries++
		s := "try " + g.block()
		g.tries--
		inner := g.scope()
		switch {
		case g.chance(30):
			s += " catch "
		case g.wild && g.chance(30):
			s += " catch (" + g.pattern(inner, 1) + ") "
		default:
			s += " catch (" + g.fresh(inner) + ") "
		}
		s += g.block() + "\n"
		g.closeScope()
		return s
	case k < 33:
		return g.block() + "\n"
	case k < 34 && g.chance(20):
		return []string{";\n", "debugger;\n"}[g.n(2)]
	}
	s := g.value(4)
	if s[0] == '{' || strings.HasPrefix(s, "function") || strings.HasPrefix(s, "async") {
		s = "(" + s + ")"
	}
	return s + ";\n"
}

// loop makes the body of a loop, and sometimes a label before it.
func (g *sourceGen) loop(head string) string {
	label := ""
	if g.chance(30) {
		label = "k" + fmt.Sprint(len(g.labels))
		g.labels = append(g.labels, label)
		head = label + ": " + head
	}
	g.loops++
	g.breaks++
	s := head + g.nested()
	g.loops--
	g.breaks--
	if label != "" {
		g.labels = g.labels[:len(g.labels)-1]
	}
	return s
}

func (g *sourceGen) switchStmt() string {
	g.closed = true
	s := "switch (" + g.value(2) + ") {\n"
	g.closed = false
	names := g.scope()
	n := g.n(5)
	def := g.n(8)
	g.breaks++
	for i := 0; i < n; i++ {
		if i == def {
			s += "default:\n"
		} else {
			s += "case " + g.caseTest() + ":\n"
		}
		for g.chance(60) {
			s += g.stmt(names)
		}
		if g.chance(40) {
			s += "break;\n"
		}
	}
	g.breaks--
	g.closeScope()
	return s + "}\n"
}

func (g *sourceGen) caseTest() string {
	switch g.n(6) {
	case 0:
		return g.ref()
	case 1:
		return `"s"`
	case 2:
		return "-1"
	case 3:
		return "glob.p.q"
	case 4:
		return g.ref() + " ? 1 : " + g.ref()
	}
	return fmt.Sprint(g.n(10))
}

// target makes an assignment target that is no pattern.
func (g *sourceGen) target() string {
	switch g.n(6) {
	case 0:
		return g.ref() + ".p"
	case 1:
		return g.ref() + "[" + g.value(1) + "]"
	case 2:
		return g.ref() + "[0]"
	}
	return g.ref1()
}

// ref1 is a name that may be assigned to.
func (g *sourceGen) ref1() string {
	n := g.ref()
	for i := len(g.scopes) - 1; i >= 0 && !g.wild; i-- {
		if isConst, ok := g.scopes[i][n]; ok {
			if isConst {
				return "glob"
			}
			return n
		}
	}
	if n == "undefined" {
		return "glob"
	}
	return n
}

func (g *sourceGen) targetPattern(depth int) string {
	item := func() string {
		if depth > 0 && g.chance(15) {
			return g.targetPattern(depth - 1)
		}
		s := g.target()
		if _, again := g.targets[s]; again {
			s += ".p"
		} else {
			g.targets[s] = true
		}
		if g.chance(15) {
			s += " = " + g.defaultValue()
		}
		return s
	}
	var items []string
	if g.chance(50) {
		for n := g.n(3); n >= 0; n-- {
			if g.chance(10) {
				items = append(items, "")
			}
			items = append(items, item())
		}
		if n := g.ref1(); g.chance(20) && !g.targets[n] {
			g.targets[n] = true
			items = append(items, "..."+n)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	for n := g.n(3); n >= 0; n-- {
		items = append(items, []string{"p", "q", "x"}[g.n(3)]+": "+item())
	}
	if n := g.ref1(); g.chance(20) && !g.targets[n] {
		g.targets[n] = true
		items = append(items, "..."+n)
	}
	return "{" + strings.Join(items, ", ") + "}"
}

// value makes an expression, in parentheses where that may matter.
func (g *sourceGen) value(depth int) string {
	if depth <= 0 || g.chance(25) {
		switch g.n(9) {
		case 0:
			return []string{"true", "false", "null"}[g.n(3)]
		case 1:
			return []string{`"s"`, "0", "1.5", "/r/g", "``", "1e21"}[g.n(6)]
		case 2:
			return fmt.Sprint(g.n(300))
		}
		return g.ref()
	}
	sub := func() string { return g.value(depth - 1) }
	switch g.n(30) {
	case 0, 1, 2, 3:
		ops := []string{"+", "-", "*", "<", "===", "!=", "&", ">>>", "in", "instanceof", "%"}
		return "(" + sub() + " " + ops[g.n(len(ops))] + " " + sub() + ")"
	case 4:
		return "(" + []string{"-", "!", "typeof ", "void ", "~", "+"}[g.n(6)] + "(" + sub() + "))"
	case 5, 6:
		return "(" + sub() + " " + []string{"&&", "||", "??"}[g.n(3)] + " " + sub() + ")"
	case 7:
		return "(" + sub() + " ? " + sub() + " : " + sub() + ")"
	case 8, 9, 10:
		return "(" + g.target() + " = " + sub() + ")"
	case 11:
		return "(" + g.target() + " " + []string{"+=", "-=", "<<=", "|="}[g.n(4)] + " " + sub() + ")"
	case 12:
		if g.wild || g.chance(30) {
			outer := g.targets
			g.targets = nameSet{}
			p := g.targetPattern(1)
			g.targets = outer
			return "(" + p + " = " + sub() + ")"
		}
		return g.ref() + ".q"
	case 13:
		t := g.target()
		if !g.wild && g.chance(70) {
			t = g.ref() + ".p"
		}
		if g.chance(50) {
			return "(" + t + []string{"++", "--"}[g.n(2)] + ")"
		}
		return "(" + []string{"++", "--"}[g.n(2)] + t + ")"
	case 14, 15:
		if !g.closed && g.chance(20) {
			return g.closure() + "()"
		}
		return g.callee(depth) + "(" + g.args(depth) + ")"
	case 16:
		return g.ref() + ".p(" + g.args(depth) + ")"
	case 17:
		return g.ref() + "[" + sub() + "]"
	case 18:
		return "[" + g.items(depth) + "]"
	case 19:
		return g.objectLit(depth)
	case 20:
		return "`p${" + sub() + "}q${" + sub() + "}`"
	case 21, 22:
		return g.closure()
	case 23:
		return "(" + sub() + ", " + sub() + ")"
	case 24:
		return "(new " + g.ref() + "(" + g.args(depth) + "))"
	case 25:
		return "(delete " + g.ref() + []string{".p", "[0]", "[" + sub() + "]"}[g.n(3)] + ")"
	case 26, 27:
		return g.chain(depth)
	case 28:
		if g.async {
			return "(await " + sub() + ")"
		}
		return g.ref() + "`t`"
	}
	if g.wild {
		return "(" + g.target() + " " + []string{"&&=", "||=", "??="}[g.n(3)] + " " + sub() + ")"
	}
	return g.ref() + ".p.q"
}

func (g *sourceGen) callee(depth int) string {
	if g.chance(80) {
		return g.ref()
	}
	return "(" + g.value(depth-1) + ")"
}

func (g *sourceGen) args(depth int) string {
	var s []string
	for n := g.n(3); n > 0; n-- {
		a := g.value(depth - 1)
		if g.chance(10) {
			a = "..." + a
		}
		s = append(s, a)
	}
	return strings.Join(s, ", ")
}

func (g *sourceGen) items(depth int) string {
	s := g.args(depth)
	if g.chance(20) {
		s = ", " + s
	}
	return s
}

func (g *sourceGen) objectLit(depth int) string {
	var s []string
	for n := g.n(4); n > 0; n-- {
		switch g.n(7) {
		case 0:
			s = append(s, "..."+g.value(depth-1))
		case 1:
			s = append(s, g.ref())
		case 2:
			s = append(s, "["+g.ref()+"]: "+g.value(depth-1))
		case 3:
			if g.closed {
				break
			}
			names := g.scope()
			labels, loops, breaks, tries, async := g.labels, g.loops, g.breaks, g.tries, g.async
			g.labels, g.loops, g.breaks, g.tries, g.async = nil, 0, 0, 0, false
			key := []string{"m", "[" + g.ref() + "]", `"k"`}[g.n(3)]
			s = append(s, key+"("+g.params(names)+") {\n"+g.body(names)+"}")
			g.closeScope()
			g.labels, g.loops, g.breaks, g.tries, g.async = labels, loops, breaks, tries, async
		default:
			key := []string{"p", "q", `"r s"`, "7", "x"}[g.n(5)]
			s = append(s, key+": "+g.value(depth-1))
		}
	}
	return "({" + strings.Join(s, ", ") + "})"
}

func (g *sourceGen) closure() string {
	if g.closed || g.plain && g.chance(70) {
		return g.ref()
	}
	g.budget -= 2
	if g.budget < 0 {
		return "(() => " + g.ref() + ")"
	}
	labels, loops, breaks, tries, async := g.labels, g.loops, g.breaks, g.tries, g.async
	g.labels, g.loops, g.breaks, g.tries = nil, 0, 0, 0
	defer func() { g.labels, g.loops, g.breaks, g.tries, g.async = labels, loops, breaks, tries, async }()
	if g.chance(25) {
		return "(" + g.function("") + ")"
	}
	names := g.scope()
	defer g.closeScope()
	if g.chance(30) {
		g.async = false
		return "((" + g.params(names) + ") => " + g.value(2) + ")"
	}
	g.async = false
	return "((" + g.params(names) + ") => {\n" + g.body(names) + "})"
}

func (g *sourceGen) chain(depth int) string {
	s := g.ref()
	optional := false
	for n := 1 + g.n(4); n > 0; n-- {
		q := g.chance(50)
		optional = optional || q
		dot := ""
		if q {
			dot = "?."
		}
		switch g.n(4) {
		case 0:
			s += dot + "(" + g.args(depth) + ")"
		case 1:
			s += dot + "[" + g.value(depth-1) + "]"
		default:
			if !q {
				dot = "."
			}
			s += dot + []string{"p", "q"}[g.n(2)]
		}
	}
	if g.chance(15) {
		s = "(" + s + ").r"
	}
	return s
}
