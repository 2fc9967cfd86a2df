package faulty

// Fault is a mistake in the conversion.
type Fault struct {
	Name string
	// Harm tells what the fault does to the program in testdata that shows it. It
	// may do worse to others.
	Harm Harm
	// What says in one line what is wrong.
	What string

	kind kind
}

// Harm tells what a fault does.
type Harm uint8

// The harms, the worst first.
const (
	// Invalid: the result is not SSA form; mu.CheckSSA finds errors.
	Invalid Harm = iota
	// Wrong: the result is SSA form, and does something else.
	Wrong
	// Excess: the result does the same, but is not what it has to be: it has
	// parameters or constants that it need not have, or other names, or another
	// order, or is not the same when it is converted again.
	Excess
	// MapOnly: the result is right, and the map is not.
	MapOnly
)

// String returns what the harm is called.
func (h Harm) String() string {
	return [...]string{"invalid", "wrong", "excess", "map"}[h]
}

// None is no fault.
var None Fault

// Named returns the fault of a name.
func Named(name string) (Fault, bool) {
	for _, f := range All() {
		if f.Name == name {
			return f, true
		}
	}
	return None, false
}

// kind is a fault's switch.
type kind uint8

const (
	_ kind = iota // no fault

	// In what is live.
	definedAnywhere
	killedAfterUse
	excOperandsNotUses
	keepAliveNotUse
	calleeNotUse
	argumentsNotUses
	bareEdgeNotUse
	killedOnAllEdges
	resultsLiveBefore
	deadCopyIsUse
	selfCopyKills
	liveOnce
	noLiveness

	// In what may be assigned, and in parameters.
	backEdgesIgnored
	notAssignedOnAllPaths
	unreachableCounted
	neverAssignedParam
	paramNotDefinition
	noExceptionParam
	resultAssignedOnAllEdges
	switchDefaultForgotten
	paramsByName

	// In copies.
	copyByName
	copiesAtOnce
	namedCopyLost
	defaultAtCopy
	copyOfNothing

	// In edges and PHIs.
	argumentsBeforeResults
	resultsOnBothEdges
	watchpointDisabled
	watchpointException
	parallelShared
	argumentsByName
	repeatedCaseMissing
	unreachableArgsMissing
	sequentialPhis
	phiByPosition
	phisFirst

	// In defaults.
	defaultAtEntry
	defaultIsEntryParam
	defaultOverwrites
	anyConstant
	anyWidth
	minusZero
	lowWordOnly
	firstElementOnly
	noReuse
	typesByConstructor
	tagIsConstant
	boxAfterTerminator
	boxInFirstBlock

	// In KEEPALIVE.
	keepAliveConstant
	keepAliveSorted
	keepAliveUnique
	keepAliveDrops
	keepAliveStale
	keepAliveEachTime
	keepAliveAlways

	// In the first block.
	noTrampoline
	trampolineAlways
	trampolineReversed
	switchDefaultToEntry

	// In names.
	dollarIsPercent
	dollarTakesName
	numbersCollide
	instructionsCollide
	scopesCollide
	numberedPerFunction

	// In what has to stay as it is.
	deadLost
	comparisonSunk
	parenthesesLost
	emptyListLost
	fullNamesLost
	unreachableLost

	// In the map.
	mapAfter
	mapResultsLost
	mapImplicitLost
	mapExceptionLost
	mapUnassignedLost
	mapConstantForParam
	mapCopyLost
	mapCopyFollows
	mapMaterializedLost
	mapRankLost
	mapStepShifted
	mapPointIn
	mapPointOut
	mapFromShifted
	mapEdgeInitsLost
	mapInitBlock
)
