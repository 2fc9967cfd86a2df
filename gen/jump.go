package gen

import "assay/js"

// enter opens a statement that jumps may name and returns its position.
func (g *generator) enter(kind targetKind) int {
	g.targets = append(g.targets, target{kind: kind})
	return len(g.targets) - 1
}

// leave closes the innermost target and returns it.
func (g *generator) leave() target {
	t := g.targets[len(g.targets)-1]
	g.targets = g.targets[:len(g.targets)-1]
	return t
}

// labelled returns s with the label that a jump has asked for, if any.
func (g *generator) labelled(t *target, s js.Stmt) js.Stmt {
	if t.label == "" {
		return s
	}
	return &js.Labeled{Label: t.label, Body: s}
}

// newLabel returns a label not in use in the present function.
func (g *generator) newLabel() string {
	g.labels++
	return labelName(g.labels - 1)
}

// The jumps.
const (
	jumpBreak = iota
	jumpContinue
	jumpReturn
	jumpThrow
)

var (
	jumpForms  = NewTable(90, 70, 60, 36)
	levelTable = NewTable(128, 72, 40, 16)
)

// jump appends a break, continue, return or throw: the one that a choice names,
// or the next that can stand here. It reports false if none can.
func (g *generator) jump() bool {
	form := g.c.Pick(jumpForms)
	for range 4 {
		if s := g.jumpOf(form); s != nil {
			g.put(s)
			g.dead = true
			return true
		}
		form = (form + 1) % 4
	}
	return false
}

func (g *generator) jumpOf(form int) js.Stmt {
	switch form {
	case jumpBreak:
		if !g.has(FeatureBreak) {
			return nil
		}
		if t, label := g.target(false); t != nil {
			t.broken = t.broken || !g.dead
			return &js.Break{Label: label}
		}
	case jumpContinue:
		if !g.has(FeatureContinue) {
			return nil
		}
		if t, label := g.target(true); t != nil {
			t.continued = t.continued || !g.dead
			return &js.Continue{Label: label}
		}
	case jumpReturn:
		if !g.has(FeatureReturn) {
			return nil
		}
		if g.fn == 0 {
			return &js.Return{X: g.result()}
		}
		if g.c.Chance(16) {
			g.spend(1)
			return &js.Return{}
		}
		return &js.Return{X: g.num(1)}
	case jumpThrow:
		if !g.has(FeatureThrow) || g.cfg.React && g.tries > 0 {
			return nil
		}
		return &js.Throw{X: g.num(1)}
	}
	return nil
}

// target chooses what a break or continue goes to, and the label it needs for
// that. Zero is the innermost.
func (g *generator) target(loop bool) (*target, string) {
	ok := func(t *target) bool {
		if loop {
			return t.kind == loopTarget && !t.noContinue
		}
		return t.kind != labelTarget || g.has(FeatureLabel)
	}
	open := g.targets[g.base:]
	skip := 0
	if g.has(FeatureLabel) && len(open) > 1 {
		// Further out: one, two or three levels.
		skip = min(g.c.Pick(levelTable), len(open)-1)
	}
	best := -1
	for i := len(open) - 1; i >= 0; i-- {
		if ok(&open[i]) {
			best = i
			if skip == 0 {
				break
			}
			skip--
		}
	}
	if best < 0 {
		return nil, ""
	}
	t := &open[best]
	// Without a label, break goes to the innermost loop or switch, continue to the
	// innermost loop.
	for i := len(open) - 1; i >= 0; i-- {
		if k := open[i].kind; k == loopTarget || k == switchTarget && !loop {
			if i == best {
				return t, ""
			}
			break
		}
	}
	if !g.has(FeatureLabel) {
		return nil, ""
	}
	if t.label == "" {
		t.label = g.newLabel()
	}
	return t, t.label
}

// jumpIf appends if (c) with a jump in it, and at times something before the jump.
// Where no jump can stand, it is an if like others.
func (g *generator) jumpIf() bool {
	dead := g.dead
	test := g.cond(0)
	g.spend(1)
	style := g.c.Byte()
	g.open()
	base := len(g.stmts)
	if style&3 == 3 && !g.full() {
		g.assignStmt()
	}
	if !g.jump() && len(g.stmts) == base {
		g.assignStmt()
	}
	s := g.ifs.new(js.If{Test: test})
	body := g.take(base)
	g.close()
	g.dead = dead
	if len(body) == 1 && style&4 != 0 {
		s.Then = body[0]
	} else {
		s.Then = g.blocks.new(js.Block{Body: body})
	}
	g.put(s)
	return true
}
