package hir

import (
	"strings"
	"testing"
)

// Each change of a well-formed function must be found, and where it is.
func TestCheckFindsErrors(t *testing.T) {
	const text = `f(<unknown> a$0): <unknown> $20
bb0 (block):
  [1] <unknown> $1 = Call <unknown> a$0(...<unknown> a$0)
  [2] <unknown> $2 = Object { x: <unknown> $1, [<unknown> $1]: <unknown> a$0 }
  [3] <unknown> $4 = Destructure Let { y: <unknown> b$3 } = <unknown> $2
  [4] <unknown> $5 = ` + "`a${<unknown> $1}b`" + `
  [5] <unknown> $6 = LoadGlobal import { x } from 'y'
  [6] <unknown> $7 = Function g @context[<unknown> a$0] @aliasingEffects=[]
      g(): <unknown> $9
      bb4 (block):
        [1] Return Void <unknown> $8
  [7] <unknown> $10 = JSX <div a={<unknown> $1}>{<unknown> $2}</div>
  [8] <unknown> $11 = StartMemoize deps=a$0.x,g
  [9] <unknown> $12 = 1
  [10] <unknown> $13 = PropertyLoad <unknown> $1.x
  [11] <unknown> $14 = RegExp /a/g
  [12] <unknown> $15 = StoreLocal Const <unknown> c$16 = <unknown> $1
  [13] Switch (<unknown> $1)
    Case <unknown> $2: bb1
    Default: bb2
    Fallthrough: bb3
bb1 (block):
  predecessor blocks: bb0
  [14] Scope scope @0 [14:16] dependencies=[a$0] declarations=[] reassignments=[] block=bb2 fallthrough=bb3
bb2 (block):
  predecessor blocks: bb0 bb1
  <unknown> $17: phi(bb0: <unknown> $1, bb1: <unknown> $2)
  [15] Logical && test:bb3 fallthrough=bb3
bb3 (block):
  predecessor blocks: bb2
  [16] For init=bb1 test=bb1 loop=bb1 update=bbnull fallthrough=bb2`
	instr := func(f *Function, id InstructionID) *Instruction {
		for i := range f.Blocks[0].Instrs {
			if in := &f.Blocks[0].Instrs[i]; in.ID == id {
				return in
			}
		}
		panic("no such instruction")
	}
	const bad = IdentifierID(1000)
	in := "function f, block bb0, instruction "
	for _, tc := range []struct {
		name   string
		change func(f *Function)
		where  string
	}{
		{"an identifier beyond the table", func(f *Function) { instr(f, 1).Operands[0].Identifier = bad }, in + "1: operand"},
		{"an lvalue beyond the table", func(f *Function) { instr(f, 1).Lvalue.Identifier = bad }, in + "1: lvalue"},
		{"a definition beyond the table", func(f *Function) { instr(f, 3).Defs[0].Identifier = bad }, in + "3: definition"},
		{"an effect that is none", func(f *Function) { instr(f, 1).Lvalue.Effect = 99 }, in + "1: lvalue"},
		{"a parameter beyond the table", func(f *Function) { f.Params[0].Identifier = bad }, "function f: parameter"},
		{"returns beyond the table", func(f *Function) { f.Returns.Identifier = bad }, "function f: returns"},
		{"a context place beyond the table", func(f *Function) { instr(f, 6).Func.Context[0].Identifier = bad }, "function g: context"},
		{"a phi beyond the table", func(f *Function) { f.Block(2).Phis[0].Place.Identifier = bad }, "function f, block bb2: phi"},
		{"an effect text beyond the table", func(f *Function) { instr(f, 1).Effects = []RefText{{{Identifier: bad}}} }, in + "1"},
		{"a declaration beyond the table", func(f *Function) { f.Env.Identifiers[1].Decl = bad }, "function f: identifier $1"},
		{"a scope beyond the table", func(f *Function) { f.Env.Identifiers[1].Scope = 9 }, "function f: identifier $1"},
		{"a range scope beyond the table", func(f *Function) { f.Env.Identifiers[1].RangeScope = 9 }, "function f: identifier $1"},
		{"a name with a space", func(f *Function) { f.Env.Identifiers[1].Name = "a b" }, "function f: identifier $1"},
		{"a type that is none", func(f *Function) { f.Env.Identifiers[1].Type = "int" }, "function f: identifier $1"},
		{"a type that takes parentheses", func(f *Function) { f.Env.Identifiers[1].Type = ":TFunction<f>" }, "function f: identifier $1"},
		{"a negative range", func(f *Function) { f.Env.Scopes[0].Range.Start = -1 }, "function f: scope @0"},
		{"no entry", func(f *Function) { f.Entry = 9 }, "function f: expected the entry bb9"},
		{"no blocks", func(f *Function) { f.SetBlocks(nil) }, "function f: expected at least one block"},
		{"a block id beyond the counter", func(f *Function) { f.Env.NextBlock = 3 }, "function f, block bb3"},
		{"a block twice", func(f *Function) { f.SetBlocks(append(f.Blocks, f.Blocks[0])) }, "function f, block bb0: expected one block"},
		{"an index that is stale", func(f *Function) { f.Blocks[0], f.Blocks[1] = f.Blocks[1], f.Blocks[0] }, "function f, block bb1: expected one block"},
		{"one id in two functions", func(f *Function) { f.Env.NextBlock = 9; f.Blocks[3].ID = 4; f.SetBlocks(f.Blocks) }, "function g, block bb4: expected one block"},
		{"another Env in a nested function", func(f *Function) { instr(f, 6).Func.Env = &Env{} }, "function g: expected the Env"},
		{"a predecessor that does not exist", func(f *Function) { f.Blocks[1].Preds[0] = 9 }, "function f, block bb1: expected a predecessor"},
		{"a predecessor of another function", func(f *Function) { f.Blocks[1].Preds[0] = 4 }, "function f, block bb1: expected a predecessor"},
		{"a predecessor twice", func(f *Function) { f.Blocks[2].Preds[0] = 1 }, "function f, block bb2: expected bb1 once"},
		{"a phi operand from nowhere", func(f *Function) { f.Block(2).Phis[0].Operands[0].Pred = 9 }, "function f, block bb2: expected a phi operand"},
		{"two phi operands for one block", func(f *Function) { f.Block(2).Phis[0].Operands[0].Pred = 1 }, "function f, block bb2: phi $17"},
		{"no kind of value", func(f *Function) { instr(f, 1).Kind = InvalidValue }, in + "1"},
		{"a kind of value that is none", func(f *Function) { instr(f, 1).Kind = 200 }, in + "1"},
		{"an elision", func(f *Function) { instr(f, 1).Kind = Elision }, in + "1: expected all instructions"},
		{"an operand too few", func(f *Function) { instr(f, 12).Operands = nil }, in + "12: StoreLocal: expected 1 operands"},
		{"an argument too few", func(f *Function) { instr(f, 1).Operands = instr(f, 1).Operands[:1] }, in + "1: CallExpression"},
		{"no callee", func(f *Function) { instr(f, 1).Operands, instr(f, 1).Aux = nil, nil }, in + "1: CallExpression"},
		{"a hole among arguments", func(f *Function) { instr(f, 1).Aux = Elements{ElementHole, ElementPlace} }, in + "1: CallExpression"},
		{"a property without value", func(f *Function) { instr(f, 2).Operands = instr(f, 2).Operands[:2] }, in + "2: ObjectExpression"},
		{"no payload", func(f *Function) { instr(f, 2).Aux = nil }, in + "2: ObjectExpression"},
		{"a payload of another kind", func(f *Function) { instr(f, 2).Aux = Elements{} }, in + "2: ObjectExpression"},
		{"a payload that is nil", func(f *Function) { instr(f, 9).Aux = (*Literal)(nil) }, in + "9: Primitive"},
		{"a payload where there is none", func(f *Function) { instr(f, 12).Aux = Elements{} }, in + "12: StoreLocal"},
		{"a definition too few", func(f *Function) { instr(f, 3).Defs = nil }, in + "3: Destructure"},
		{"a quasi too few", func(f *Function) { instr(f, 4).Aux = Template{{Raw: "a"}} }, in + "4: TemplateLiteral"},
		{"a quasi that ends the template", func(f *Function) { instr(f, 4).Aux = Template{{Raw: "`"}, {}} }, in + "4: TemplateLiteral"},
		{"a global with a module", func(f *Function) { instr(f, 5).Aux = &Binding{Name: "x", Module: "y"} }, in + "5: LoadGlobal"},
		{"a nested function that is missing", func(f *Function) { instr(f, 6).Func = nil }, in + "6: FunctionExpression"},
		{"a nested function where there is none", func(f *Function) { instr(f, 12).Func = instr(f, 6).Func }, in + "12: StoreLocal"},
		{"children of an element without", func(f *Function) { instr(f, 7).Aux = &Jsx{Tag: "div"} }, in + "7: JsxExpression"},
		{"a tag with a space", func(f *Function) { instr(f, 7).Aux = &Jsx{Tag: "a b", HasChildren: true} }, in + "7: JsxExpression"},
		{"a dependency without operand", func(f *Function) { instr(f, 8).Operands = nil }, in + "8: StartMemoize"},
		{"a boolean in a number", func(f *Function) { instr(f, 9).Aux = &Literal{Kind: LiteralNumber, Bool: true} }, in + "9: Primitive"},
		{"a property that is none", func(f *Function) { instr(f, 10).Text = "a b" }, in + "10: PropertyLoad"},
		{"a pattern that does not end", func(f *Function) { instr(f, 11).Text = `\` }, in + "11: RegExpLiteral"},
		{"a kind of definition where there is none", func(f *Function) { instr(f, 10).LKind = LvalueLet }, in + "10: PropertyLoad"},
		{"a text where there is none", func(f *Function) { instr(f, 12).Text = "x" }, in + "12: StoreLocal"},
		{"a string that is no text", func(f *Function) { instr(f, 9).Aux = &Literal{Kind: LiteralString, Str: "\xff"} }, in + "9: Primitive"},
		{"no terminal", func(f *Function) { f.Block(1).Term.Kind = NoTerminal }, "function f, block bb1, instruction 14: expected a terminal"},
		{"a target that does not exist", func(f *Function) { f.Block(1).Term.Targets[0] = 9 }, "function f, block bb1, instruction 14: expected scope: a target"},
		{"a target that is absent", func(f *Function) { f.Block(3).Term.Targets[ForTest] = NoBlock }, "function f, block bb3, instruction 16: expected for: a target"},
		{"a target too few", func(f *Function) { f.Block(2).Term.Targets = nil }, "function f, block bb2, instruction 15: logical"},
		{"a fallthrough that does not exist", func(f *Function) { f.Block(1).Term.Fallthrough = 9 }, "function f, block bb1, instruction 14: expected scope: a fallthrough"},
		{"no fallthrough", func(f *Function) { f.Block(1).Term.Fallthrough = NoBlock }, "function f, block bb1, instruction 14: scope: expected a fallthrough"},
		{"a fallthrough where there is none", func(f *Function) { instr(f, 6).Func.Blocks[0].Term.Fallthrough = 4 }, "function g, block bb4, instruction 1: return"},
		{"a test too few", func(f *Function) { f.Block(0).Term.Operands = f.Block(0).Term.Operands[:1] }, in + "13: switch"},
		{"a case too few", func(f *Function) { f.Block(0).Term.HasTest = nil }, in + "13: switch"},
		{"a variant that is none", func(f *Function) { instr(f, 6).Func.Blocks[0].Term.Variant = 9 }, "function g, block bb4, instruction 1: return"},
		{"a scope that is none", func(f *Function) { f.Block(1).Term.Scope = 9 }, "function f, block bb1, instruction 14: scope"},
		{"no operator", func(f *Function) { f.Block(2).Term.Text = "" }, "function f, block bb2, instruction 15: logical"},
		{"effects where there are none", func(f *Function) { f.Block(2).Term.Effects = []RefText{} }, "function f, block bb2, instruction 15: logical"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := ReadFunction("", []byte(text), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			checkForm(t, f)
			tc.change(f)
			errs := Check(f)
			for _, e := range errs {
				if strings.HasPrefix(e.Error(), tc.where) {
					// What is not well-formed must print, to be shown.
					AppendText(nil, f, PrintOptions{})
					AppendText(nil, f, PrintOptions{Annotate: true})
					return
				}
			}
			t.Errorf("expected an error %q, found %v", tc.where, errs)
		})
	}
}
