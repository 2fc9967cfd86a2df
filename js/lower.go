package js

import (
	"strconv"

	"assay/hir"
)

// LowerOptions chooses how source is lowered. The zero value is the default.
type LowerOptions struct {
	// React lowers exactly as the React Compiler 1.0.0 does, where by default
	// lowering departs from it to keep the meaning of the program or the
	// invariants of HIR:
	//
	//   - After a do-while or a try has become a goto, because its test or handler
	//     cannot be reached, the React Compiler leaves the fallthrough behind, and
	//     its block list is no reverse postorder. By default that is computed anew.
	//   - It does not see that for-of and for-in assign to their target, so that a
	//     variable shared with a function may be no context variable; nor that a
	//     function captures what it only assigns to by a pattern; and it stores to
	//     context variables in the patterns of parameters and loops as if they were
	//     local ones.
	//   - It declares the variable of a catch clause a second time when a function
	//     uses it, and refuses patterns there and variables that functions assign to.
	//   - It reads a function expression's own name as a variable that nothing sets,
	//     and arguments as a global. By default both are refused.
	//   - It takes the computed key of a method for a part of the method, and so
	//     for captured by it.
	//   - It stores a function declaration in the function's own parameter or
	//     variable of the same name, if there is one.
	//   - It lets compound assignments change constants.
	//   - It evaluates calls in case tests before the switch. By default they are
	//     refused.
	//   - It refuses, and by default these are supported: throw within try; logical
	//     assignment; ++ and -- of context variables and globals; for with an
	//     expression or nothing as initialization, or with no test; any default
	//     value; any computed key of an object literal; unreachable functions that
	//     nothing mentions; continue with the outer of two labels of a loop;
	//     variables named fbt.
	//
	// Other departures from JavaScript are kept in both: the value of an assignment
	// to a property is evaluated before the object and the key; ++ of a property
	// adds 1 to what the property holds, number or not; a function declaration is
	// stored where it stands, not at the start of its block; a for loop has one
	// variable for all iterations; the cases of a switch are compared with values
	// computed before it.
	//
	// Not even React reproduces what comes of Babel's renaming of shadowing
	// variables: when it renames x to x_0 in a scope that has or uses another x_0,
	// both become one variable; and of two mentions of x in one assignment pattern
	// it renames one.
	React bool
}

// Lower lowers one top-level function of p to HIR. The function gets an Env of
// its own. The error is an *Error: "unsupported: ..." where p is valid
// JavaScript that cannot be lowered.
func Lower(p *Program, fn *FunctionDecl) (*hir.Function, error) {
	return LowerWith(p, fn, LowerOptions{})
}

// LowerWith is Lower with options.
func LowerWith(p *Program, fn *FunctionDecl, opt LowerOptions) (*hir.Function, error) {
	var l Lowerer
	return l.Lower(p, fn, opt)
}

// LowerProgram lowers all top-level functions of p, in source order: function
// declarations, and functions that top-level variable declarations initialize
// variables with. Where one cannot be lowered, it goes on with the
// next.
func LowerProgram(p *Program) ([]*hir.Function, []error) {
	return LowerProgramWith(p, LowerOptions{})
}

// LowerProgramWith is LowerProgram with options.
func LowerProgramWith(p *Program, opt LowerOptions) ([]*hir.Function, []error) {
	var l Lowerer
	return l.LowerProgram(p, opt)
}

// Lowerer lowers functions one after the other and reuses its working memory.
// Nothing of that is in the results, unless they are given back with Recycle.
// The zero value is ready for use; a Lowerer must not be used by two goroutines
// at once.
type Lowerer struct {
	memory memory

	r   resolver
	b   builder
	opt LowerOptions
	p   *Program
	err *Error
	env *hir.Env

	// context is a stack of the captured bindings of the functions being lowered;
	// those of the current one start at contextBase.
	context     []int32
	contextBase int

	// Working memory of finish.
	order  []hir.BlockID
	visits []visit
	edges  []edge
}

// Lower is like the function of that name.
func (l *Lowerer) Lower(p *Program, fn *FunctionDecl, opt LowerOptions) (*hir.Function, error) {
	l.begin(p, opt)
	return l.lower(fn.Func, false, fn.Func.Name)
}

// LowerProgram is like the function of that name.
func (l *Lowerer) LowerProgram(p *Program, opt LowerOptions) ([]*hir.Function, []error) {
	l.begin(p, opt)
	var fs []*hir.Function
	var errs []error
	each := func(fn *Function, isExpr bool, name string) {
		f, err := l.lower(fn, isExpr, name)
		if err != nil {
			errs = append(errs, err)
		} else {
			fs = append(fs, f)
		}
	}
	for _, s := range p.Body {
		switch s := s.(type) {
		case *FunctionDecl:
			each(s.Func, false, s.Func.Name)
		case *VarDecl:
			for i := range s.Decls {
				x, ok := s.Decls[i].Init.(*FunctionExpr)
				if !ok {
					continue
				}
				name := ""
				if id, ok := s.Decls[i].Target.(*Ident); ok {
					name = id.Name
				}
				each(x.Func, true, name)
			}
		}
	}
	return fs, errs
}

// begin declares the names that a program declares outside of functions.
func (l *Lowerer) begin(p *Program, opt LowerOptions) {
	l.p, l.opt = p, opt
	l.r.resetProgram()
	for _, s := range p.Body {
		switch s := s.(type) {
		case *FunctionDecl:
			l.r.declareModule(s.Func.Name)
		case *VarDecl:
			for i := range s.Decls {
				patternNames(s.Decls[i].Target, func(id *Ident) { l.r.declareModule(id.Name) })
			}
		}
	}
}

// lower lowers one function. name is the variable it is stored in; the type of
// function goes by that.
func (l *Lowerer) lower(fn *Function, isExpr bool, name string) (*hir.Function, error) {
	l.err = nil
	l.r.resetFunction()
	l.b.reset()
	l.context, l.contextBase = l.context[:0], 0
	l.memory.begin()
	l.scanFunction(fn, isExpr, nil)
	if l.err != nil {
		return nil, l.err
	}
	l.env = &hir.Env{}
	id := fn.Name
	if fn.Arrow {
		id = ""
	}
	f := hir.NewFunction(l.env, id)
	f.Type = functionType(name, fn)
	l.r.scope = 0
	l.functionBody(f, fn)
	if l.err != nil {
		l.memory.reclaim() // nobody has seen it
		return nil, l.err
	}
	l.fillEnv()
	l.memory.last = f
	return f, nil
}

// fillEnv makes the table of identifiers.
func (l *Lowerer) fillEnv() {
	ids := l.memory.identifiers.take(len(l.b.names))
	for i, name := range l.b.names {
		id := &ids[i]
		id.Decl, id.Name, id.RangeScope, id.Scope = hir.IdentifierID(i), name, hir.NoScope, hir.NoScope
	}
	l.env.Identifiers = ids
	l.env.NextBlock = hir.BlockID(len(l.b.blocks))
}

// fail notes that something cannot be lowered; the first error counts.
// Lowering goes on, to no effect, to where it can end.
func (l *Lowerer) fail(pos Pos, what string) {
	if l.err != nil {
		return
	}
	line, col := l.p.Position(pos)
	l.err = &Error{File: l.p.File, Line: line, Col: col, Msg: "unsupported: " + what}
}

// position is the place of a node, 0 of one that a tree lacks.
func position(n Node) Pos {
	if n == nil {
		return 0
	}
	return n.Position()
}

func quoted(name string) string { return strconv.Quote(name) }
