package js

// Pos is a place in a program's source: the byte offset plus one, or 0 where
// there is none (generated programs). Program.Position gives line and column.
type Pos int32

// Node is a node of the syntax tree.
type Node interface {
	Position() Pos
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Pattern is the target of a declaration or assignment: *Ident, *Member (in
// assignments), *ArrayPattern, *ObjectPattern or *DefaultPattern.
type Pattern interface {
	Node
	pattern()
}

// Position returns p: a node that embeds a Pos has its position.
func (p Pos) Position() Pos { return p }

// Program is a source file.
type Program struct {
	// Directives are the leading string statements, such as "use strict", as in
	// Function.
	Directives []string
	Body       []Stmt
	// Lines holds the byte offset of the start of each line, for Position.
	Lines []int32
	// File is the name used in errors.
	File string
}

// Function is what function declarations, function expressions, arrows and
// object methods have in common.
type Function struct {
	Name   string // "" if anonymous
	Params []Pattern
	Rest   Pattern // or nil
	Body   []Stmt
	// Arrow tells => functions; ExprBody is then the body if it is an expression
	// without braces, and Body is empty.
	Arrow     bool
	ExprBody  Expr
	Async     bool
	Generator bool
	// Directives are the leading string statements, such as "use strict": the text
	// between the quotes as written, escapes and all. A string statement in Body is
	// none, even if it comes first.
	Directives []string
}

// VarKind is the keyword of a variable declaration.
type VarKind uint8

// The kinds of variable declaration.
const (
	Let VarKind = iota
	Const
	Var // read and printed, but the React Compiler lowers none
)

// Declarator is one variable of a VarDecl.
type Declarator struct {
	Pos
	Target Pattern
	Init   Expr // or nil
}

// Case is one case of a Switch.
type Case struct {
	Pos
	Test Expr // nil for default
	Body []Stmt
}

// Statements.
type (
	// VarDecl is let, const or var.
	VarDecl struct {
		Pos
		Kind  VarKind
		Decls []Declarator
	}
	// FunctionDecl is a function declaration.
	FunctionDecl struct {
		Pos
		Func *Function
	}
	// ExprStmt is an expression as a statement.
	ExprStmt struct {
		Pos
		X Expr
	}
	// Block is { ... }, with a scope of its own.
	Block struct {
		Pos
		Body []Stmt
	}
	// If is if (Test) Then else Else; Else may be nil.
	If struct {
		Pos
		Test       Expr
		Then, Else Stmt
	}
	// While is while (Test) Body.
	While struct {
		Pos
		Test Expr
		Body Stmt
	}
	// DoWhile is do Body while (Test).
	DoWhile struct {
		Pos
		Body Stmt
		Test Expr
	}
	// For is for (Init; Test; Update) Body. Init is a *VarDecl, an *ExprStmt or
	// nil; Test and Update may be nil.
	For struct {
		Pos
		Init         Stmt
		Test, Update Expr
		Body         Stmt
	}
	// ForOf is for (Kind Target of Right) Body; with Declares false, Target is an
	// assignment target and Kind is unused.
	ForOf struct {
		Pos
		Declares bool
		Kind     VarKind
		Target   Pattern
		Right    Expr
		Body     Stmt
	}
	// ForIn is for (Kind Target in Right) Body, like ForOf.
	ForIn struct {
		Pos
		Declares bool
		Kind     VarKind
		Target   Pattern
		Right    Expr
		Body     Stmt
	}
	// Switch is switch (Disc) { Cases }.
	Switch struct {
		Pos
		Disc  Expr
		Cases []Case
	}
	// Labeled is Label: Body.
	Labeled struct {
		Pos
		Label string
		Body  Stmt
	}
	// Break is break Label; Label may be "".
	Break struct {
		Pos
		Label string
	}
	// Continue is continue Label; Label may be "".
	Continue struct {
		Pos
		Label string
	}
	// Return is return X; X may be nil.
	Return struct {
		Pos
		X Expr
	}
	// Throw is throw X.
	Throw struct {
		Pos
		X Expr
	}
	// Try is try Block catch (Param) Handler finally Finally. Param may be nil;
	// Handler or Finally may be nil, but not both.
	Try struct {
		Pos
		Block   *Block
		Param   Pattern
		Handler *Block
		Finally *Block
	}
	// Empty is ;.
	Empty struct{ Pos }
	// Debugger is the debugger statement.
	Debugger struct{ Pos }
)

// Prop is a property of an ObjectLit.
type Prop struct {
	Pos
	// Spread is ...Value; then all else is unused.
	Spread bool
	// Key is the name, string value or number text, unless Computed is set.
	Key       string
	KeyKind   KeyKind
	Computed  Expr // the key expression of KeyComputed
	Value     Expr
	Shorthand bool // {a}: Value is an *Ident of the same name
	Method    bool // {a() {}}: Value is a *FunctionExpr
}

// KeyKind is the kind of a property key.
type KeyKind uint8

// The kinds of key.
const (
	KeyName KeyKind = iota
	KeyString
	KeyNumber
	KeyComputed
)

// PatternProp is a property of an ObjectPattern.
type PatternProp struct {
	Pos
	Key       string
	KeyKind   KeyKind
	Computed  Expr
	Value     Pattern
	Shorthand bool // {a} or {a = 1}
}

// Quasi is a literal piece of a template.
type Quasi struct {
	Raw, Cooked string
	// Invalid says that Cooked is undefined (a bad escape in a tagged template).
	Invalid bool
}

// Expressions.
type (
	// Ident is a variable, or undefined, NaN, Infinity and other globals.
	Ident struct {
		Pos
		Name string
	}
	// NumberLit is a number. It is never negative; that is a Unary.
	NumberLit struct {
		Pos
		Value float64
	}
	// StringLit is a string.
	StringLit struct {
		Pos
		Value string
	}
	// BoolLit is true or false.
	BoolLit struct {
		Pos
		Value bool
	}
	// NullLit is null.
	NullLit struct{ Pos }
	// RegExpLit is /Pattern/Flags.
	RegExpLit struct {
		Pos
		Pattern, Flags string
	}
	// ThisExpr is this.
	ThisExpr struct{ Pos }
	// Template is `...`: one Quasi more than Exprs.
	Template struct {
		Pos
		Quasis []Quasi
		Exprs  []Expr
	}
	// TaggedTemplate is Tag`...`.
	TaggedTemplate struct {
		Pos
		Tag      Expr
		Template *Template
	}
	// ArrayLit is [...]; a hole is nil, a spread is *Spread.
	ArrayLit struct {
		Pos
		Elems []Expr
	}
	// ObjectLit is {...}.
	ObjectLit struct {
		Pos
		Props []Prop
	}
	// Spread is ...X in arguments and array literals.
	Spread struct {
		Pos
		X Expr
	}
	// FunctionExpr is a function expression or arrow.
	FunctionExpr struct {
		Pos
		Func *Function
	}
	// Unary is Op X: + - ! ~ typeof void delete.
	Unary struct {
		Pos
		Op string
		X  Expr
	}
	// Binary is X Op Y, but for the operators of Logical.
	Binary struct {
		Pos
		Op   string
		X, Y Expr
	}
	// Logical is X Op Y: && || ??.
	Logical struct {
		Pos
		Op   string
		X, Y Expr
	}
	// Conditional is Test ? Then : Else.
	Conditional struct {
		Pos
		Test, Then, Else Expr
	}
	// Assign is Target Op Value: = += -= ... &&= ||= ??=.
	Assign struct {
		Pos
		Op     string
		Target Pattern
		Value  Expr
	}
	// Update is ++X, --X, X++ or X--. X is *Ident or *Member.
	Update struct {
		Pos
		Op     string
		Prefix bool
		X      Expr
	}
	// Sequence is X, Y, ...
	Sequence struct {
		Pos
		List []Expr
	}
	// Call is Callee(Args), or Callee?.(Args) if Optional.
	Call struct {
		Pos
		Callee   Expr
		Args     []Expr
		Optional bool
	}
	// New is new Callee(Args).
	New struct {
		Pos
		Callee Expr
		Args   []Expr
	}
	// Member is X.Name, or X[Index] if Index is not nil; Optional puts ?. before.
	Member struct {
		Pos
		X        Expr
		Name     string
		Index    Expr
		Optional bool
	}
	// Chain is a whole optional chain, such as a?.b.c(d): where one of its ?. finds
	// null or undefined, all of it is undefined. (a?.b).c is a Member of a Chain.
	Chain struct {
		Pos
		X Expr
	}
	// AwaitExpr is await X.
	AwaitExpr struct {
		Pos
		X Expr
	}
)

// Patterns.
type (
	// ArrayPattern is [a, , b, ...rest]; a hole is nil.
	ArrayPattern struct {
		Pos
		Elems []Pattern
		Rest  Pattern // or nil
	}
	// ObjectPattern is {a, b: c, ...rest}.
	ObjectPattern struct {
		Pos
		Props []PatternProp
		Rest  Pattern // or nil
	}
	// DefaultPattern is Target = Default within a pattern or parameter list.
	DefaultPattern struct {
		Pos
		Target  Pattern
		Default Expr
	}
)

func (*VarDecl) stmt()      {}
func (*FunctionDecl) stmt() {}
func (*ExprStmt) stmt()     {}
func (*Block) stmt()        {}
func (*If) stmt()           {}
func (*While) stmt()        {}
func (*DoWhile) stmt()      {}
func (*For) stmt()          {}
func (*ForOf) stmt()        {}
func (*ForIn) stmt()        {}
func (*Switch) stmt()       {}
func (*Labeled) stmt()      {}
func (*Break) stmt()        {}
func (*Continue) stmt()     {}
func (*Return) stmt()       {}
func (*Throw) stmt()        {}
func (*Try) stmt()          {}
func (*Empty) stmt()        {}
func (*Debugger) stmt()     {}

func (*Ident) expr()          {}
func (*NumberLit) expr()      {}
func (*StringLit) expr()      {}
func (*BoolLit) expr()        {}
func (*NullLit) expr()        {}
func (*RegExpLit) expr()      {}
func (*ThisExpr) expr()       {}
func (*Template) expr()       {}
func (*TaggedTemplate) expr() {}
func (*ArrayLit) expr()       {}
func (*ObjectLit) expr()      {}
func (*Spread) expr()         {}
func (*FunctionExpr) expr()   {}
func (*Unary) expr()          {}
func (*Binary) expr()         {}
func (*Logical) expr()        {}
func (*Conditional) expr()    {}
func (*Assign) expr()         {}
func (*Update) expr()         {}
func (*Sequence) expr()       {}
func (*Call) expr()           {}
func (*New) expr()            {}
func (*Member) expr()         {}
func (*Chain) expr()          {}
func (*AwaitExpr) expr()      {}

func (*Ident) pattern()          {}
func (*Member) pattern()         {}
func (*ArrayPattern) pattern()   {}
func (*ObjectPattern) pattern()  {}
func (*DefaultPattern) pattern() {}
