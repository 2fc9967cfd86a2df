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

// weighted is the share of a kind, and the feature it needs; always is for those
// that need none.
type weighted struct {
	weight  int
	feature Feature
}

const always = numFeatures

var stmtWeights = [numStmtKinds]weighted{
	stmtAssign:      {18, always},
	stmtCall:        {14, always},
	stmtCopy:        {14, FeatureCopy},
	stmtDeclare:     {10, always},
	stmtCompound:    {8, FeatureCompound},
	stmtUpdate:      {4, FeatureUpdate},
	stmtIf:          {22, FeatureIf},
	stmtWhile:       {13, FeatureWhile},
	stmtDoWhile:     {7, FeatureDoWhile},
	stmtFor:         {10, FeatureFor},
	stmtForOf:       {8, FeatureForOf},
	stmtForIn:       {4, FeatureForIn},
	stmtSwitch:      {11, FeatureSwitch},
	stmtLabel:       {7, FeatureLabel},
	stmtTry:         {9, FeatureTry},
	stmtBlock:       {5, FeatureBlock},
	stmtJumpIf:      {18, FeatureIf},
	stmtJump:        {5, always},
	stmtExpr:        {8, always},
	stmtStore:       {7, FeatureStore},
	stmtGlobal:      {4, FeatureGlobal},
	stmtFunction:    {9, always},
	stmtCallLocal:   {7, FeatureClosure},
	stmtDestructure: {5, FeatureDestructure},
	stmtHoist:       {10, FeatureHoist},
	stmtEmpty:       {2, FeatureEmpty},
	stmtInfinite:    {0, always}, // see prepare
}

var exprWeights = [numExprKinds]weighted{
	exprBinary:    {40, always},
	exprMix:       {24, always},
	exprUnary:     {6, FeatureUnary},
	exprCompare:   {5, FeatureCompare},
	exprLogical:   {11, FeatureLogical},
	exprTernary:   {11, FeatureTernary},
	exprAssign:    {11, FeatureAssignExpr},
	exprUpdate:    {7, FeatureAssignExpr},
	exprSequence:  {4, FeatureSequence},
	exprCall:      {12, FeatureCall},
	exprCallLocal: {7, FeatureClosure},
	exprInvoke:    {2, FeatureClosure},
	exprMember:    {7, FeatureMember},
	exprIndex:     {6, FeatureArray},
	exprOptional:  {6, FeatureOptional},
	exprMethod:    {6, FeatureMethod},
	exprGlobal:    {3, FeatureGlobal},
	exprNew:       {3, FeatureNew},
}

var anyWeights = [numAnyKinds]weighted{
	anyNumber:   {90, always},
	anyVariable: {90, always},
	anyLiteral:  {8, always},
	anyText:     {5, always},
	anyTemplate: {10, FeatureTemplate},
	anyTagged:   {4, FeatureTagged},
	anyArray:    {9, FeatureArray},
	anyObject:   {12, FeatureObject},
	anyFunction: {15, FeatureClosure},
	anyTypeof:   {4, FeatureUnary},
	anyRegExp:   {4, FeatureRegExp},
}

var condWeights = [numCondKinds]weighted{
	condVariable: {40, always},
	condCompare:  {50, always},
	condBound:    {50, always},
	condNot:      {10, FeatureUnary},
	condLogical:  {26, FeatureLogical},
	condAssign:   {20, FeatureAssignExpr},
	condCall:     {30, FeatureCall},
	condNumber:   {20, always},
	condTernary:  {10, FeatureTernary},
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
		for i, k := range from {
			w[i] = 0
			if k.feature == always || g.has(k.feature) {
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
