package gen

import "assay/gen/feature"

// Config says what programs Program makes. The zero Config is the default one.
type Config struct {
	// Size is the median size of the programs, in HIR instructions, nested functions
	// included. 0 is DefaultSize. Sizes spread from almost nothing to about eight
	// times the median.
	Size int
	// Off are features that no program may use.
	Off FeatureSet
	// Extra are features of FeatureSet Optional that programs may use.
	Extra FeatureSet
	// Infinite is how many of 256 programs may have loops that no path leaves, so
	// that only the interpreter's fuel ends them. All others terminate.
	Infinite int
	// Steps bounds the number of HIR instructions and terminals a run executes, as
	// estimated while generating; 0 is 64 times Size. Callbacks of
	// unknown functions are counted as two calls.
	Steps int
	// React keeps programs to what the React Compiler itself lowers: no throw within
	// try, no ++ or -- of variables shared with functions, no logical assignment, and
	// no for without a test or with anything but a declaration in front of it.
	React bool
	// NoSwarm lets every program use all features. Normally each program leaves a
	// random part of them out, so that the others meet more often.
	NoSwarm bool
}

// DefaultSize is the median program size of the zero Config.
const DefaultSize = 30

func (c Config) normal() Config {
	if c.Size <= 0 {
		c.Size = DefaultSize
	}
	if c.Steps <= 0 {
		c.Steps = 64 * c.Size
	}
	return c
}

// Feature is a construct, or a way of using constructs, that a program may be
// denied.
type Feature uint8

// The features.
const (
	FeatureIf Feature = iota
	FeatureWhile
	FeatureDoWhile
	FeatureFor
	FeatureForOf
	FeatureForIn
	FeatureSwitch
	FeatureLabel       // labelled blocks, and jumps to other than the innermost target
	FeatureBreak       // break
	FeatureContinue    // continue
	FeatureReturn      // return before the end
	FeatureThrow       // throw
	FeatureTry         // try with catch
	FeatureBlock       // plain blocks
	FeatureShadow      // names used for more than one variable
	FeatureDead        // code after jumps
	FeatureConst       // const
	FeatureCopy        // copies, swaps and rotations of variables
	FeatureCompound    // += and the like
	FeatureUpdate      // ++ and --
	FeatureAssignExpr  // assignments and updates inside expressions
	FeatureLogical     // && || ??
	FeatureTernary     // ? :
	FeatureSequence    // the comma operator
	FeatureUnary       // - + ! ~ typeof void
	FeatureCompare     // comparisons as values
	FeatureGlobal      // reads and writes of global variables
	FeatureCall        // calls of global functions inside expressions
	FeatureMethod      // method calls and object methods
	FeatureMember      // property loads
	FeatureStore       // property stores, delete
	FeatureOptional    // optional chaining
	FeatureArray       // array literals
	FeatureObject      // object literals
	FeatureTemplate    // template literals
	FeatureTagged      // tagged templates
	FeatureSpread      // spread in arrays, objects and arguments
	FeatureDestructure // destructuring declarations and assignments
	FeatureNew         // new
	FeatureRegExp      // regular expression literals
	FeatureClosure     // function expressions and arrows
	FeatureFunction    // nested function declarations
	FeatureContext     // captured variables that are reassigned
	FeatureParameter   // default, rest and pattern parameters
	FeatureEmpty       // empty statements, empty blocks, debugger
	// FeatureHoist is the use of variables and functions before their declaration,
	// where the program is right to do so. It is in Optional: SSA construction refuses
	// some such programs.
	FeatureHoist

	numFeatures
)

// NumFeatures is the number of features.
const NumFeatures = int(numFeatures)

var featureName = [...]string{
	FeatureIf: "if", FeatureWhile: "while", FeatureDoWhile: "do-while", FeatureFor: "for",
	FeatureForOf: "for-of", FeatureForIn: "for-in", FeatureSwitch: "switch", FeatureLabel: "label",
	FeatureBreak: "break", FeatureContinue: "continue", FeatureReturn: "return", FeatureThrow: "throw",
	FeatureTry: "try", FeatureBlock: "block", FeatureShadow: "shadow", FeatureDead: "dead",
	FeatureConst: "const", FeatureCopy: "copy", FeatureCompound: "compound", FeatureUpdate: "update",
	FeatureAssignExpr: "assign-expr", FeatureLogical: "logical", FeatureTernary: "ternary",
	FeatureSequence: "sequence", FeatureUnary: "unary", FeatureCompare: "compare",
	FeatureGlobal: "global", FeatureCall: "call", FeatureMethod: "method", FeatureMember: "member",
	FeatureStore: "store", FeatureOptional: "optional", FeatureArray: "array", FeatureObject: "object",
	FeatureTemplate: "template", FeatureTagged: "tagged", FeatureSpread: "spread",
	FeatureDestructure: "destructure", FeatureNew: "new", FeatureRegExp: "regexp",
	FeatureClosure: "closure", FeatureFunction: "function", FeatureContext: "context",
	FeatureParameter: "parameter", FeatureEmpty: "empty", FeatureHoist: "hoist",
}

// String returns the feature's name, as ParseFeature takes it.
func (f Feature) String() string { return featureName[f] }

// ParseFeature returns the feature of the given name.
func ParseFeature(name string) (Feature, error) { return feature.Parse[Feature](name, featureName[:]) }

// FeatureSet is a set of features.
type FeatureSet = feature.Set[Feature]

// Features returns the set of the given features.
func Features(fs ...Feature) FeatureSet { return feature.Of(fs...) }

// All is the set of all features, Optional those that the default configuration
// leaves out, and core those that swarm leaves in more often than not.
const (
	All      FeatureSet = 1<<numFeatures - 1
	Optional FeatureSet = 1 << FeatureHoist

	core FeatureSet = 1<<FeatureIf | 1<<FeatureWhile | 1<<FeatureFor | 1<<FeatureBreak |
		1<<FeatureContinue | 1<<FeatureReturn | 1<<FeatureLabel | 1<<FeatureCopy | 1<<FeatureCall
)

// allowed returns the features that programs of the configuration may use.
func (c Config) allowed() FeatureSet { return (All&^Optional | c.Extra) &^ c.Off }

// swarm draws the features of one program. Zero bytes give none.
func (c Config) swarm(ch *Choices) FeatureSet {
	if c.NoSwarm {
		return c.allowed()
	}
	draw := func() FeatureSet {
		var s FeatureSet
		for i := 0; i < NumFeatures; i += 8 {
			s |= FeatureSet(ch.Byte()) << i
		}
		return s
	}
	var s FeatureSet
	switch ch.Byte() % 4 {
	case 0:
		s = draw()
	case 1:
		s = draw() | core
	case 2:
		s = draw()
		s |= draw() | core
	case 3:
		s = All
	}
	return s & c.allowed()
}
