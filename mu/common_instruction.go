package mu

// commonInst describes a common instruction: how many types and signatures it
// takes, and the types of its operands and results, as in opInfo and besides:
//
//	T  tagref64    D  double      5  int<52>   6  int<6>
//	3  int<32>     8  int<64>     C  framecursorref
//	U  uptr to what the first type argument refers to
//	Y  ref to the hybrid of bytes       Z  ref to the hybrid of references
//	?  what only the implementation knows
type commonInst struct {
	types, sigs int
	operands    string
	results     string
	// variadic says that further operands may follow.
	variadic bool
}

// commonInsts holds the common instructions by name.
var commonInsts = map[string]*commonInst{
	"@uvm.new_stack":       {sigs: 1, operands: "g", results: "k"},
	"@uvm.new_thread":      {operands: "k", results: "h"}, // of the old language
	"@uvm.kill_stack":      {operands: "k"},
	"@uvm.thread_exit":     {},
	"@uvm.current_stack":   {results: "k"},
	"@uvm.set_threadlocal": {operands: "R"},
	"@uvm.get_threadlocal": {results: "x"},

	"@uvm.tr64.is_fp":    {operands: "T", results: "1"},
	"@uvm.tr64.is_int":   {operands: "T", results: "1"},
	"@uvm.tr64.is_ref":   {operands: "T", results: "1"},
	"@uvm.tr64.from_fp":  {operands: "D", results: "T"},
	"@uvm.tr64.from_int": {operands: "5", results: "T"},
	"@uvm.tr64.from_ref": {operands: "x6", results: "T"},
	"@uvm.tr64.to_fp":    {operands: "T", results: "D"},
	"@uvm.tr64.to_int":   {operands: "T", results: "5"},
	"@uvm.tr64.to_ref":   {operands: "T", results: "x"},
	"@uvm.tr64.to_tag":   {operands: "T", results: "6"},

	"@uvm.futex.wait":         {types: 1, operands: "LA", results: "3"},
	"@uvm.futex.wait_timeout": {types: 1, operands: "LA8", results: "3"},
	"@uvm.futex.wake":         {types: 1, operands: "L3", results: "3"},
	"@uvm.futex.cmp_requeue":  {types: 1, operands: "LLA3", results: "3"},

	"@uvm.kill_dependency": {types: 1, operands: "A", results: "A"},

	"@uvm.native.pin":        {types: 1, operands: "A", results: "U"},
	"@uvm.native.unpin":      {types: 1, operands: "A"},
	"@uvm.native.expose":     {sigs: 1, operands: "g", results: "?", variadic: true},
	"@uvm.native.unexpose":   {operands: "."},
	"@uvm.native.get_cookie": {results: "8"},

	"@uvm.meta.id_of":              {operands: "Y", results: "3"},
	"@uvm.meta.name_of":            {operands: "3", results: "Y"},
	"@uvm.meta.load_bundle":        {operands: "Y"},
	"@uvm.meta.load_hail":          {operands: "Y"},
	"@uvm.meta.new_cursor":         {operands: "k", results: "C"},
	"@uvm.meta.next_frame":         {operands: "C"},
	"@uvm.meta.copy_cursor":        {operands: "C", results: "C"},
	"@uvm.meta.close_cursor":       {operands: "C"},
	"@uvm.meta.cur_func":           {operands: ".", results: "3", variadic: true},
	"@uvm.meta.cur_func_ver":       {operands: ".", results: "3", variadic: true},
	"@uvm.meta.cur_inst":           {operands: ".", results: "3", variadic: true},
	"@uvm.meta.dump_keepalives":    {operands: ".", results: "Z", variadic: true},
	"@uvm.meta.pop_frame":          {operands: "k"},
	"@uvm.meta.pop_frames_to":      {operands: "C"},
	"@uvm.meta.push_frame":         {sigs: 1, operands: "kg", variadic: true},
	"@uvm.meta.enable_watchpoint":  {operands: "3"},
	"@uvm.meta.disable_watchpoint": {operands: "3"},
	"@uvm.meta.set_trap_handler":   {operands: "..", variadic: true},
}
