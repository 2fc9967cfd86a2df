package mugen

import (
	"assay/gen"
	"assay/gen/feature"
)

// Config says what bundles are made. The zero Config is the default one.
type Config struct {
	// Size is about how many instructions main has in the median; 0 is
	// DefaultSize. Sizes spread from one instruction to about eight times Size.
	Size int
	// Features are those that bundles may use; 0 is DefaultFeatures.
	Features FeatureSet
	// NoSwarm lets every bundle use all of Features. Normally each bundle leaves a
	// random part of them out, so that the others meet more often.
	NoSwarm bool
}

// DefaultSize is the Size of the zero Config.
const DefaultSize = 12

func (c Config) normal() Config {
	if c.Size <= 0 {
		c.Size = DefaultSize
	}
	if c.Features == 0 {
		c.Features = DefaultFeatures
	}
	return c
}

// Feature is a construct, or a way of using or writing constructs, that a bundle
// may be denied.
type Feature uint8

// The features.
const (
	FeatureIf          Feature = iota // BRANCH2
	FeatureLoop                       // loops
	FeatureSwitch                     // SWITCH
	FeatureReturn                     // RET before the end, jumps out of loops
	FeatureGraph                      // functions with edges that go anywhere
	FeatureDuplicate                  // several edges between two blocks
	FeatureEntryEdge                  // branches to the entry
	FeatureUnreachable                // blocks that control cannot reach
	FeatureChain                      // chains of blocks that do nothing
	FeatureInfinite                   // loops without exit
	FeatureCall                       // several functions, CALL
	FeatureRecursion                  // functions that call themselves or their callers
	FeatureTailCall                   // TAILCALL
	FeatureExternal                   // a function that is declared only
	FeatureVersion                    // functions with two versions
	FeatureThrow                      // THROW
	FeatureExc                        // EXC clauses
	FeatureLanding                    // exception parameters and LANDINGPAD
	FeatureTrap                       // TRAP
	FeatureWatchpoint                 // WATCHPOINT and WPBRANCH
	FeatureKeepAlive                  // KEEPALIVE
	FeatureInstrName                  // names of instructions
	FeatureCopy                       // ID
	FeatureSwap                       // swaps and rotations of variables by ID
	FeatureRedefine                   // x = ADD x 1
	FeatureUninit                     // variables that are not assigned on all paths
	FeatureConstant                   // constants as operands
	FeatureZero                       // constants of value zero
	FeatureNarrow                     // int<8>, int<32>
	FeatureOdd                        // int<6>, int<16>, int<33>, int<52>
	FeatureWide                       // int<128>
	FeatureFloat                      // float and double
	FeatureStruct                     // structs
	FeatureArray                      // arrays
	FeatureVector                     // vectors
	FeatureMemory                     // ref, iref, and what works on memory
	FeatureFuncRef                    // variables that hold functions
	FeatureTag                        // tagref64
	FeaturePointer                    // uptr
	FeatureSelect                     // SELECT
	FeatureAlias                      // several names of one type
	FeatureRecursive                  // recursive types
	FeatureWeb                        // a %x with another type in each block
	FeatureParam                      // explicit parameters of blocks
	FeaturePHI                        // PHI
	FeatureEmptyList                  // %b() where %b does as well
	FeatureLabel                      // parameters at the entry's label, not after the signature
	FeatureDollar                     // $x
	FeatureGlobalName                 // variables with global names
	FeatureFullName                   // local names in full
	FeatureCollision                  // names that a converter might generate
	FeatureSugar                      // () = and parentheses around one value
	FeatureOrder                      // blocks in another order
	FeatureUndefined                  // undefined behaviour

	numFeatures
)

// NumFeatures is the number of features.
const NumFeatures = int(numFeatures)

var featureNames = [...]string{
	FeatureIf: "if", FeatureLoop: "loop", FeatureSwitch: "switch", FeatureReturn: "return", FeatureGraph: "graph",
	FeatureDuplicate: "duplicate", FeatureEntryEdge: "entry-edge", FeatureUnreachable: "unreachable",
	FeatureChain: "chain", FeatureInfinite: "infinite", FeatureCall: "call", FeatureRecursion: "recursion",
	FeatureTailCall: "tailcall", FeatureExternal: "external", FeatureVersion: "version", FeatureThrow: "throw",
	FeatureExc: "exc", FeatureLanding: "landing", FeatureTrap: "trap", FeatureWatchpoint: "watchpoint",
	FeatureKeepAlive: "keepalive", FeatureInstrName: "instr-name", FeatureCopy: "copy", FeatureSwap: "swap",
	FeatureRedefine: "redefine", FeatureUninit: "uninit", FeatureConstant: "constant", FeatureZero: "zero",
	FeatureNarrow: "narrow", FeatureOdd: "odd", FeatureWide: "wide", FeatureFloat: "float", FeatureStruct: "struct",
	FeatureArray: "array", FeatureVector: "vector", FeatureMemory: "memory", FeatureFuncRef: "funcref",
	FeatureTag: "tag", FeaturePointer: "pointer", FeatureSelect: "select", FeatureAlias: "alias",
	FeatureRecursive: "recursive", FeatureWeb: "web", FeatureParam: "param", FeaturePHI: "phi",
	FeatureEmptyList: "empty-list", FeatureLabel: "label", FeatureDollar: "dollar",
	FeatureGlobalName: "global-name", FeatureFullName: "full-name", FeatureCollision: "collision",
	FeatureSugar: "sugar", FeatureOrder: "order", FeatureUndefined: "undefined",
}

// String returns the feature's name, as ParseFeature takes it.
func (f Feature) String() string { return featureNames[f] }

// ParseFeature returns the feature of the given name.
func ParseFeature(name string) (Feature, error) { return feature.Parse[Feature](name, featureNames[:]) }

// FeatureSet is a set of features.
type FeatureSet = feature.Set[Feature]

// Features returns the set of the given features.
func Features(fs ...Feature) FeatureSet { return feature.Of(fs...) }

// AllFeatures is the set of all features and DefaultFeatures the one of the zero
// Config.
const (
	AllFeatures     FeatureSet = 1<<numFeatures - 1
	DefaultFeatures            = AllFeatures
)

// core holds the features that swarm leaves in more often than not, rare those
// that it leaves out in seven of eight bundles.
const (
	core FeatureSet = 1<<FeatureIf | 1<<FeatureLoop | 1<<FeatureCopy | 1<<FeatureSwap | 1<<FeatureTrap |
		1<<FeatureKeepAlive | 1<<FeatureRedefine | 1<<FeatureUninit | 1<<FeatureInstrName
	rare FeatureSet = 1<<FeatureInfinite | 1<<FeatureUndefined | 1<<FeatureVersion | 1<<FeatureWide
)

// swarm draws the features of one bundle. Zero bytes give none.
func (c Config) swarm(ch *gen.Choices) FeatureSet {
	if c.NoSwarm {
		return c.Features
	}
	draw := func() FeatureSet {
		var s FeatureSet
		for i := 0; i < NumFeatures; i += 8 {
			s |= FeatureSet(ch.Byte()) << i
		}
		return s
	}
	var s FeatureSet
	kind := ch.Byte()
	switch kind % 4 {
	case 0:
		s = draw()
	case 1:
		s = draw() | core
	case 2:
		s = draw()
		s |= draw() | core
	case 3:
		s = AllFeatures
	}
	if kind < 224 {
		s &^= rare
	}
	return s & c.Features
}
