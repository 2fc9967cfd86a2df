package gen

import "assay/js"

// function walks a function that variable owner will hold, or nobody (-1).
func (c *checker) function(f *js.Function, owner int) {
	dead, instrs := c.dead, c.instrs
	c.dead = false
	outerLabels := c.labels
	c.labels = nil
	c.open()
	n := f.Name
	if n == "" && owner >= 0 {
		n = c.binds[owner].name
	}
	c.frames = append(c.frames, frame{name: n, owner: owner})
	for _, p := range f.Params {
		c.parameter(p)
	}
	if f.Rest != nil {
		c.parameter(f.Rest)
	}
	if f.Arrow && f.ExprBody != nil {
		c.expr(f.ExprBody, asValue)
	} else {
		c.list(f.Body)
	}
	c.frames = c.frames[:len(c.frames)-1]
	c.close()
	c.labels = outerLabels
	c.dead, c.instrs = dead, instrs
}

func (c *checker) parameter(p js.Pattern) {
	first := len(c.binds)
	c.hoistPattern(p, false)
	for i := first; i < len(c.binds); i++ {
		c.binds[i].given = true
	}
	c.defaults(p)
	for id := range patternNames(p) {
		c.initialize(id)
	}
}
