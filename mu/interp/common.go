package interp

import (
	"strings"

	"assay/mu"
)

// commonResult returns the shape of the result of a common instruction.
func (l *lowerer) commonResult(in *mu.Instruction) *shape {
	if in.Extra == nil {
		return shapeBad
	}
	switch in.Extra.CommInst {
	case "@uvm.kill_dependency":
		if len(in.Types) > 0 {
			return l.shape(in.Types[0].ID)
		}
	case "@uvm.tr64.is_fp", "@uvm.tr64.is_int", "@uvm.tr64.is_ref":
		return shapeI1
	case "@uvm.tr64.from_fp", "@uvm.tr64.from_int", "@uvm.tr64.from_ref":
		return shapeTag
	case "@uvm.tr64.to_fp":
		return shapeDbl
	case "@uvm.tr64.to_int":
		return shapeI52
	case "@uvm.tr64.to_ref", "@uvm.get_threadlocal":
		return shapeRef
	case "@uvm.tr64.to_tag":
		return shapeI6
	case "@uvm.current_stack", "@uvm.new_stack":
		return shapeStack
	case "@uvm.native.get_cookie":
		return shapeI64
	case "@uvm.futex.wait", "@uvm.futex.wait_timeout", "@uvm.futex.wake", "@uvm.futex.cmp_requeue":
		return shapeI32
	}
	return shapeBad
}

// common prepares a common instruction.
//
// There is one thread, so that a futex has no waiters: wake wakes none, and a
// wait on the value that is there ends at once, as a spurious wakeup or a
// timeout, which the language allows.
func (l *lowerer) common(x *inst) {
	in := l.in
	name := in.Extra.CommInst
	if in.Flags&mu.FlagExc != 0 && len(in.Dests) != 2 {
		l.fail(Stuck, "malformed", "an EXC clause without two edges")
		return
	}
	// An operand has the letter of the types it takes: tag, double, int, ref...
	operands := func(n int) bool {
		if len(in.Args) != n {
			l.fail(Stuck, "malformed", name+" without its arguments")
		}
		return len(in.Args) == n
	}
	typed := func() bool {
		if len(in.Types) == 0 {
			l.fail(Stuck, "malformed", name+" without its type argument")
		}
		return len(in.Types) > 0
	}
	unary := func(do step, s *shape, n int64) {
		if operands(1) {
			x.do, x.a, x.n = do, l.use(in.Args[0], s), n
		}
	}
	switch name {
	case "@uvm.kill_dependency":
		if operands(1) && typed() {
			x.do, x.a = doMove, l.copyOf(in.Args[0], l.shape(in.Types[0].ID))
		}
	case "@uvm.thread_exit":
		x.do = doExit
	case "@uvm.current_stack":
		x.do, x.a = doMove, l.anonymous(Value{kind: Stack, bits: 1}, shapeStack)
	case "@uvm.native.get_cookie":
		x.do, x.a = doMove, l.anonymous(IntValue(64, 0), shapeI64)
	case "@uvm.set_threadlocal":
		unary(doSetThreadLocal, shapeRef, 0)
	case "@uvm.get_threadlocal":
		x.do = doThreadLocal
	case "@uvm.tr64.is_fp":
		unary(doTagTest, shapeTag, int64(tagFP))
	case "@uvm.tr64.is_int":
		unary(doTagTest, shapeTag, int64(tagInt))
	case "@uvm.tr64.is_ref":
		unary(doTagTest, shapeTag, int64(tagRef))
	case "@uvm.tr64.from_fp":
		unary(doTagMake, shapeDbl, int64(tagFP))
	case "@uvm.tr64.from_int":
		unary(doTagMake, shapeI52, int64(tagInt))
	case "@uvm.tr64.from_ref":
		if operands(2) {
			x.do, x.a, x.b = doTagRef, l.use(in.Args[0], shapeRef), l.use(in.Args[1], shapeI6)
		}
	case "@uvm.tr64.to_fp":
		x.shape = shapeDbl
		unary(doTagGet, shapeTag, int64(tagFP))
	case "@uvm.tr64.to_int":
		x.shape = shapeI52
		unary(doTagGet, shapeTag, int64(tagInt))
	case "@uvm.tr64.to_ref":
		x.shape = shapeRef
		unary(doTagGet, shapeTag, int64(tagRef))
	case "@uvm.tr64.to_tag":
		x.shape = shapeI6
		unary(doTagGet, shapeTag, int64(tagRef))
	case "@uvm.futex.wait":
		l.futex(x, typed() && operands(2), 0, 1, -2)
	case "@uvm.futex.wait_timeout":
		l.futex(x, typed() && operands(3), 0, 1, -3)
	case "@uvm.futex.cmp_requeue":
		l.futex(x, typed() && operands(4), 0, 2, 0)
	case "@uvm.futex.wake":
		if typed() && operands(2) {
			x.do, x.a, x.b = doFutexWake, l.use(in.Args[0], shapeIRef), l.use(in.Args[1], shapeI32)
		}
	default:
		l.fail(Unsupported, unsupportedCommon(name), "COMMINST "+name)
		return
	}
	x.dst = l.result(0)
	if in.Flags&mu.FlagKeepAlive != 0 {
		l.list(in.KeepAlive, nil) // read, though nothing comes of it
	}
}

func unsupportedCommon(name string) string {
	switch {
	case strings.HasPrefix(name, "@uvm.native."):
		return "native"
	case strings.HasPrefix(name, "@uvm.meta."):
		return "meta"
	case name == "@uvm.new_stack" || name == "@uvm.new_thread" || name == "@uvm.kill_stack":
		return "threads"
	}
	return "comminst"
}

// futex prepares a futex operation that compares the location of one argument
// with another, and gives same if they are equal, else -1.
func (l *lowerer) futex(x *inst, ok bool, loc, val int, same int64) {
	if !ok {
		return
	}
	s := l.typeArg(0)
	if s.kind != Int {
		l.wrongType()
		return
	}
	x.do, x.shape, x.kind, x.width, x.n = doFutexWait, s, s.kind, s.width, same
	x.a, x.b = l.use(l.in.Args[loc], shapeIRef), l.use(l.in.Args[val], s)
}

// anonymous returns the operand of a constant that the program does not name.
func (m *Machine) anonymous(v Value, s *shape) int32 {
	m.consts, m.constShapes = append(m.consts, v), append(m.constShapes, s)
	return ^int32(len(m.consts) - 1)
}
