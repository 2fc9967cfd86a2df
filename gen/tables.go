package gen

// stmtKind is a way to go on with a list of statements.
type stmtKind uint8

const (
	stmtAssign stmtKind = iota
	stmtCall
	stmtCopy
	stmtDeclare
	stmtCompound
	stmtUpdate
	stmtIf
	stmtWhile
	stmtDoWhile
	stmtFor
	stmtForOf
	stmtForIn
	stmtSwitch
	stmtLabel
	stmtTry
	stmtBlock
	stmtJumpIf
	stmtJump
	stmtExpr
	stmtStore
	stmtGlobal
	stmtFunction
	stmtCallLocal
	stmtDestructure
	stmtHoist
	stmtEmpty
	stmtInfinite

	numStmtKinds
)

// The statements that consist of others, and the budget they need.
const (
	firstCompound    = stmtIf
	lastCompound     = stmtBlock
	smallestCompound = 4
)

// exprKind is a compound expression of kind number.
type exprKind uint8

const (
	exprBinary exprKind = iota
	exprMix
	exprUnary
	exprCompare
	exprLogical
	exprTernary
	exprAssign
	exprUpdate
	exprSequence
	exprCall
	exprCallLocal
	exprInvoke
	exprMember
	exprIndex
	exprOptional
	exprMethod
	exprGlobal
	exprNew

	numExprKinds
)

// anyKind is an expression of any kind, where its value is only passed on.
type anyKind uint8

const (
	anyNumber anyKind = iota
	anyVariable
	anyLiteral
	anyText
	anyTemplate
	anyTagged
	anyArray
	anyObject
	anyFunction
	anyTypeof
	anyRegExp

	numAnyKinds
)

// condKind is the form of a condition.
type condKind uint8

const (
	condVariable condKind = iota
	condCompare
	condBound // compared with a small number
	condNot
	condLogical
	condAssign
	condCall
	condNumber // any expression
	condTernary

	numCondKinds
)

// weighted is the share of a kind, and the features it needs.
type weighted struct {
	weight int
	needs  FeatureSet
}

const always FeatureSet = 0

var stmtWeights = [numStmtKinds]weighted{
	stmtAssign:      {18, always},
	stmtCall:        {14, always},
	stmtCopy:        {14, 1 << FeatureCopy},
	stmtDeclare:     {10, always},
	stmtCompound:    {8, 1 << FeatureCompound},
	stmtUpdate:      {4, 1 << FeatureUpdate},
	stmtIf:          {22, 1 << FeatureIf},
	stmtWhile:       {20, 1 << FeatureWhile},
	stmtDoWhile:     {11, 1 << FeatureDoWhile},
	stmtFor:         {16, 1 << FeatureFor},
	stmtForOf:       {10, 1 << FeatureForOf},
	stmtForIn:       {5, 1 << FeatureForIn},
	stmtSwitch:      {13, 1 << FeatureSwitch},
	stmtLabel:       {7, 1 << FeatureLabel},
	stmtTry:         {10, 1 << FeatureTry},
	stmtBlock:       {5, 1 << FeatureBlock},
	stmtJumpIf:      {22, 1 << FeatureIf},
	stmtJump:        {9, always},
	stmtExpr:        {8, always},
	stmtStore:       {8, 1 << FeatureStore},
	stmtGlobal:      {4, 1 << FeatureGlobal},
	stmtFunction:    {9, always},
	stmtCallLocal:   {7, 1 << FeatureClosure},
	stmtDestructure: {7, 1 << FeatureDestructure},
	stmtHoist:       {10, 1 << FeatureHoist},
	stmtEmpty:       {2, 1 << FeatureEmpty},
	stmtInfinite:    {0, always}, // see prepare
}

var exprWeights = [numExprKinds]weighted{
	exprBinary:    {40, always},
	exprMix:       {24, always},
	exprUnary:     {6, 1 << FeatureUnary},
	exprCompare:   {5, 1 << FeatureCompare},
	exprLogical:   {11, 1 << FeatureLogical},
	exprTernary:   {11, 1 << FeatureTernary},
	exprAssign:    {11, 1 << FeatureAssignExpr},
	exprUpdate:    {7, 1 << FeatureAssignExpr},
	exprSequence:  {4, 1 << FeatureSequence},
	exprCall:      {12, 1 << FeatureCall},
	exprCallLocal: {7, 1 << FeatureClosure},
	exprInvoke:    {2, 1 << FeatureClosure},
	exprMember:    {7, 1 << FeatureMember},
	exprIndex:     {6, 1 << FeatureArray},
	exprOptional:  {6, 1 << FeatureOptional},
	exprMethod:    {6, 1 << FeatureMethod},
	exprGlobal:    {3, 1 << FeatureGlobal},
	exprNew:       {3, 1 << FeatureNew},
}

var anyWeights = [numAnyKinds]weighted{
	anyNumber:   {90, always},
	anyVariable: {90, always},
	anyLiteral:  {8, always},
	anyText:     {5, always},
	anyTemplate: {10, 1 << FeatureTemplate},
	anyTagged:   {4, 1 << FeatureTagged},
	anyArray:    {9, 1 << FeatureArray},
	anyObject:   {12, 1 << FeatureObject},
	anyFunction: {15, 1 << FeatureClosure},
	anyTypeof:   {4, 1 << FeatureUnary},
	anyRegExp:   {4, 1 << FeatureRegExp},
}

var condWeights = [numCondKinds]weighted{
	condVariable: {40, always},
	condCompare:  {50, always},
	condBound:    {50, always},
	condNot:      {10, 1 << FeatureUnary},
	condLogical:  {26, 1 << FeatureLogical},
	condAssign:   {20, 1 << FeatureAssignExpr},
	condCall:     {30, 1 << FeatureCall},
	condNumber:   {20, always},
	condTernary:  {10, 1 << FeatureTernary},
}

// tables are the weighted choices of one program, made for its features.
type tables struct {
	stmtTable, exprTable, anyTable, condTable dial
}

// infiniteWeight is the share of loops without exit among the statements of
// programs that may have them.
const infiniteWeight = 12

// prepare makes the tables for the program's features.
func (g *generator) prepare(infinite bool) {
	var w [numStmtKinds]int
	weigh := func(from []weighted) []int {
		for i := range from {
			w[i] = 0
			if k := &from[i]; k.needs&^g.features == 0 {
				w[i] = k.weight
			}
		}
		return w[:len(from)]
	}
	g.exprTable.set(weigh(exprWeights[:]))
	g.anyTable.set(weigh(anyWeights[:]))
	g.condTable.set(weigh(condWeights[:]))
	weigh(stmtWeights[:])
	if infinite {
		w[stmtInfinite] = infiniteWeight
	}
	if !g.has(FeatureClosure) && !g.has(FeatureFunction) {
		w[stmtFunction] = 0
	}
	g.stmtTable.set(w[:])
}
