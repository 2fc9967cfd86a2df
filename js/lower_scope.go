package js

import (
	"math"
	"strconv"

	"assay/hir"
)

// The index none stands for an absent entry of the lowering's tables.
const none int32 = -1

// A symbol is a name. cur is the binding that the name stands for at the place
// being visited; owner is the binding whose HIR identifier took the name.
type symbol struct {
	name  string
	slot  int32 // in symbolTable.slots
	cur   int32
	owner int32
	// module is the binding of the name outside of functions, or none.
	module int32
	// suffix is the next number to try after the name when it is taken.
	suffix int32
}

// symbolTable finds symbols by name: an open-addressing table of one-based
// indices.
type symbolTable struct {
	symbols []symbol
	slots   []int32
}

// truncate forgets all but the first n symbols. Nothing of a linear-probing
// table depends on the entries made last, so they can simply go.
func (t *symbolTable) truncate(n int) {
	for i := n; i < len(t.symbols); i++ {
		t.slots[t.symbols[i].slot] = 0
	}
	clear(t.symbols[n:]) // drop the strings
	t.symbols = t.symbols[:n]
}

func hashName(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// find returns the symbol of the name, or none.
func (t *symbolTable) find(name string) int32 {
	mask := uint32(len(t.slots) - 1)
	if len(t.slots) == 0 {
		return none
	}
	for i := hashName(name) & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return none
		}
		if t.symbols[s-1].name == name {
			return s - 1
		}
	}
}

// intern returns the symbol of the name, made if need be.
func (t *symbolTable) intern(name string) int32 {
	if 2*len(t.symbols) >= len(t.slots) {
		t.grow()
	}
	mask := uint32(len(t.slots) - 1)
	i := hashName(name) & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		if s := t.slots[i] - 1; t.symbols[s].name == name {
			return s
		}
	}
	t.symbols = append(t.symbols, symbol{name: name, slot: int32(i), cur: none, owner: none, module: none})
	t.slots[i] = int32(len(t.symbols))
	return int32(len(t.symbols)) - 1
}

func (t *symbolTable) grow() {
	n := max(64, 2*len(t.slots))
	t.slots = make([]int32, n)
	mask := uint32(n - 1)
	for s := range t.symbols {
		i := hashName(t.symbols[s].name) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(s) + 1
		t.symbols[s].slot = int32(i)
	}
}

// bindingKind says what declares a name.
type bindingKind uint8

const (
	bindParam bindingKind = iota
	bindLet
	bindConst
	bindCatch    // the variable of a catch clause
	bindFunction // a function declaration
	bindSelf     // the name of a function expression within it
	bindModule   // declared outside of the compiled function
)

// binding is a declared name.
type binding struct {
	sym   int32
	scope int32
	fn    int32
	// outer is what the name stood for outside of the scope.
	outer int32
	// stmt is the index of the statement, within the block of the scope, that
	// declares the name. Up to the end of that statement, uses by inner functions
	// need a hoisted declaration. It is noHoist for names that are never hoisted
	// and alwaysHoist for those with no such statement.
	stmt int32
	// capturedBy is the function that captured the name last, or none.
	capturedBy int32
	// named is the symbol of the HIR identifier's name, or none.
	named int32
	ident hir.IdentifierID
	kind  bindingKind

	reassigned      bool
	reassignedInner bool // by a function within the one that declares it
	usedInner       bool
	// hoistListed says that a use before the declaration has been met; hoisted,
	// that the hoisted declaration has been lowered.
	hoistListed, hoisted bool
}

const (
	noHoist     = -1
	alwaysHoist = math.MaxInt32
)

// isContext reports whether the variable lives in a cell that functions share:
// it is reassigned by an inner function, or reassigned and used by one, or an
// inner function mentions it before its declaration.
func (b *binding) isContext() bool {
	return b.reassignedInner || b.reassigned && b.usedInner || b.hoisted
}

// scope is a region of source that declares names. Regions without names of
// their own have none, but for functions.
type scope struct {
	// node is the *Function, or the statement.
	node                                      any
	parent, firstChild, lastChild, prev, next int32
	// cursor is the child that was entered last when lowering.
	cursor int32
	// lo, mid, hi: the scope's bindings; those before mid are parameters.
	lo, mid, hi int32
	fn          int32
	// stmt is the index of the statement being scanned, in the block of the scope.
	stmt int32
	// hoists is the list of hoisted declarations, in the order in which they are
	// lowered.
	hoists, lastHoist int32
}

// hoist says that a binding needs a hoisted declaration before a statement.
type hoist struct {
	stmt, binding, next int32
}

// funcScope is a function: the top-level one or one nested in it, in source
// order.
type funcScope struct {
	parent int32
	// captures is the list of outer names it mentions, in source order.
	captures, lastCapture int32
}

type capture struct {
	binding, next int32
}

// resolver holds the names, scopes and functions of the top-level function
// being lowered. It is filled by scanning the source once, in source order;
// lowering then enters the scopes again, in its own order.
type resolver struct {
	table    symbolTable
	bindings []binding
	scopes   []scope
	fns      []funcScope
	hoists   []hoist
	captures []capture

	scope int32 // current
	fn    int32 // current

	moduleSymbols, moduleBindings int32
}

// resetProgram forgets everything.
func (r *resolver) resetProgram() {
	r.table.truncate(0)
	r.bindings = r.bindings[:0]
	r.moduleSymbols, r.moduleBindings = 0, 0
	r.resetFunction()
}

// declareModule adds a name declared outside of functions. All such names are
// added before the first function is scanned.
func (r *resolver) declareModule(name string) {
	b, again := r.declare(name, bindModule, noHoist)
	if again {
		return
	}
	r.table.symbols[r.bindings[b].sym].module = b
	r.moduleSymbols = int32(len(r.table.symbols))
	r.moduleBindings = int32(len(r.bindings))
}

// resetFunction forgets all but the names declared outside of functions.
func (r *resolver) resetFunction() {
	for i := r.moduleBindings; i < int32(len(r.bindings)); i++ {
		b := &r.bindings[i]
		s := &r.table.symbols[b.sym]
		s.cur, s.owner, s.suffix = s.module, none, 0
		if b.named >= 0 {
			r.table.symbols[b.named].owner = none
		}
	}
	r.table.truncate(int(r.moduleSymbols))
	r.bindings = r.bindings[:r.moduleBindings]
	clear(r.scopes) // drop the nodes
	r.scopes = r.scopes[:0]
	r.fns = r.fns[:0]
	r.hoists = r.hoists[:0]
	r.captures = r.captures[:0]
	r.scope, r.fn = none, none
}

// lookup returns the binding that name stands for here, or none for a global.
func (r *resolver) lookup(name string) int32 {
	if s := r.table.find(name); s >= 0 {
		return r.table.symbols[s].cur
	}
	return none
}

// openScope starts a new scope within the current one.
func (r *resolver) openScope(node any) int32 {
	id := int32(len(r.scopes))
	n := int32(len(r.bindings))
	s := scope{
		node: node, parent: r.scope, firstChild: none, lastChild: none, prev: none, next: none, cursor: none,
		lo: n, mid: n, hi: n, fn: r.fn, hoists: none, lastHoist: none,
	}
	if p := r.scope; p >= 0 {
		if s.prev = r.scopes[p].lastChild; s.prev >= 0 {
			r.scopes[s.prev].next = id
		} else {
			r.scopes[p].firstChild = id
			r.scopes[p].cursor = id
		}
		r.scopes[p].lastChild = id
	}
	r.scopes = append(r.scopes, s)
	r.scope = id
	return id
}

// show makes names lo to hi stand for the bindings; hide undoes it.
func (r *resolver) show(lo, hi int32) {
	for i := lo; i < hi; i++ {
		b := &r.bindings[i]
		sym := &r.table.symbols[b.sym]
		b.outer, sym.cur = sym.cur, i
	}
}

func (r *resolver) hide(lo, hi int32) {
	for i := hi - 1; i >= lo; i-- {
		b := &r.bindings[i]
		r.table.symbols[b.sym].cur = b.outer
	}
}

// leaveScope ends the current scope.
func (r *resolver) leaveScope() {
	s := &r.scopes[r.scope]
	r.hide(s.lo, s.hi)
	r.scope = s.parent
}

// enterScope goes, when lowering, into the child of the current scope that
// belongs to the node. Children are met nearly in source order, so it looks to
// both sides of the one met last.
func (r *resolver) enterScope(node any) int32 {
	c := r.scopes[r.scope].cursor
	for a, z := c, c; ; {
		if a < 0 && z < 0 { // the tree changed meanwhile
			return r.openScope(node)
		}
		if a >= 0 {
			if r.scopes[a].node == node {
				c = a
				break
			}
			a = r.scopes[a].next
		}
		if z >= 0 {
			if r.scopes[z].node == node {
				c = z
				break
			}
			z = r.scopes[z].prev
		}
	}
	r.scopes[r.scope].cursor = c
	r.scope = c
	return c
}

// enterWithNames is enterScope for all but functions: its names are shown at
// once.
func (r *resolver) enterWithNames(node any) {
	s := &r.scopes[r.enterScope(node)]
	r.show(s.lo, s.hi)
}

// declare adds a name to the current scope and shows it. It returns the
// binding and whether the scope has declared the name before.
func (r *resolver) declare(name string, kind bindingKind, stmt int32) (int32, bool) {
	sym := r.table.intern(name)
	if c := r.table.symbols[sym].cur; c >= 0 && r.bindings[c].scope == r.scope {
		return c, true
	}
	id := int32(len(r.bindings))
	r.bindings = append(r.bindings, binding{
		sym: sym, scope: r.scope, fn: r.fn, outer: r.table.symbols[sym].cur, stmt: stmt,
		capturedBy: none, named: none, ident: hir.NoIdentifier, kind: kind,
	})
	r.table.symbols[sym].cur = id
	if r.scope >= 0 {
		r.scopes[r.scope].hi = id + 1
	}
	return id, false
}

// capture notes that the current function, and all functions around it within
// that of the binding, mention the binding. Functions are numbered in source
// order and those still open enclose the current one, so a function that
// captured it at or after an open one is inside of that, and the open one has
// it already.
func (r *resolver) capture(b int32) {
	last, home := r.bindings[b].capturedBy, r.bindings[b].fn
	for f := r.fn; f != home && last < f; f = r.fns[f].parent {
		c := int32(len(r.captures))
		r.captures = append(r.captures, capture{binding: b, next: none})
		if l := r.fns[f].lastCapture; l >= 0 {
			r.captures[l].next = c
		} else {
			r.fns[f].captures = c
		}
		r.fns[f].lastCapture = c
	}
	if r.fn != home {
		r.bindings[b].capturedBy = r.fn
	}
}

// listHoist notes that a use at this place needs a hoisted declaration.
func (r *resolver) listHoist(b int32) {
	bd := &r.bindings[b]
	s := &r.scopes[bd.scope]
	if bd.hoistListed || bd.stmt < s.stmt || r.fn == bd.fn && bd.kind != bindFunction {
		return
	}
	bd.hoistListed = true
	h := int32(len(r.hoists))
	r.hoists = append(r.hoists, hoist{stmt: s.stmt, binding: b, next: none})
	if s.lastHoist >= 0 {
		r.hoists[s.lastHoist].next = h
	} else {
		s.hoists = h
	}
	s.lastHoist = h
}

// uniqueName gives the binding the first of name, name_0, name_1, ... that no
// other identifier of the function has.
func (r *resolver) uniqueName(b int32) string {
	home := r.bindings[b].sym
	if s := &r.table.symbols[home]; s.owner == none {
		s.owner = b
		r.bindings[b].named = home
		return s.name
	}
	for {
		h := &r.table.symbols[home]
		name := h.name + "_" + strconv.Itoa(int(h.suffix))
		h.suffix++
		sym := r.table.intern(name)
		if s := &r.table.symbols[sym]; s.owner == none {
			s.owner = b
			r.bindings[b].named = sym
			return name
		}
	}
}
