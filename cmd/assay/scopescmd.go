package main

import (
	"assay/oracle"
	"assay/scopes"
)

type scopesCmd struct {
	formFlag
	From         string   `enum:"align,merge,build" default:"align" help:"First pass to run: align, merge or build."`
	WholeDoWhile bool     `help:"Align scopes that last into the test of a do-while to the whole loop. The React Compiler does not, which is a defect."`
	Flatten      bool     `help:"Prune the scope terminals inside of loops too."`
	Files        []string `arg:"" name:"file" help:"HIR files, in SSA form with scopes; '-' is standard input."`
}

// Help returns examples for assay scopes --help.
func (*scopesCmd) Help() string {
	return `Aligns the reactive scopes of each function to its constructs, merges those that
overlap, and prints the function with a terminal for each scope. The input has
ranges of scopes, as the React Compiler prints it after InferReactiveScopeVariables.

Examples:
  assay scopes inferred.hir
  assay scopes --from=build merged.hir`
}

func (c *scopesCmd) Run(e *env) error {
	first := true
	return e.eachFunction(c.Files, langFlag{Lang: "hir"}, func(s source, f function) error {
		if err := scopes.AssertValidMutableRanges(f.hir); err != nil {
			return passError(s, err)
		}
		passes := oracle.ScopePasses(stageOf[c.From], scopes.AlignOptions{WholeDoWhile: c.WholeDoWhile})
		if !c.Flatten {
			passes = passes[:len(passes)-1]
		}
		for _, p := range passes {
			if err := p.Run(f.hir); err != nil {
				return passError(s, err)
			}
		}
		e.print(f.hir, c.formFlag, &first)
		return nil
	})
}
