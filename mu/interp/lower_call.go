package interp

import "assay/mu"

func (l *lowerer) call(x *inst) {
	in := l.in
	sig := l.sigOf(in.Sig.ID)
	if sig == nil || len(in.Args) != 1+len(sig.Params) {
		l.fail(Stuck, "malformed", "a call without the arguments of its signature")
		return
	}
	d := l.detailArena.one()
	x.more = d
	d.fn, d.sig = -1, in.Sig.ID
	switch in.Op {
	case mu.CCALL:
		x.do = doNativeCall
		s := l.typeArg(0)
		if s.kind != Ptr {
			l.fail(Unsupported, "native", "CCALL of what is no ufuncptr")
		}
		x.a = l.use(in.Args[0], s)
	default:
		x.do = doCall
		x.a = l.use(in.Args[0], shapeFunc)
		l.callee(d, in.Args[0])
	}
	d.args = l.list(in.Args[1:], sig.Params)
	d.types = sig.Returns
	l.place(d)
	if in.Op == mu.TAILCALL {
		x.do = doTailCall
		l.sameReturns(sig)
		return
	}
	d.results = l.results(len(sig.Returns))
	d.keep = l.list(in.KeepAlive, nil)
}

// callee notes which function is called if that is known.
func (l *lowerer) callee(d *detail, o mu.Operand) {
	if o.IsLocal() || l.failed {
		return
	}
	if e := &l.b.Entities[o.Entity()]; e.Kind == mu.EntityFunc && l.b.SameSig(l.b.Funcs[e.Index].Sig.ID, d.sig) {
		d.fn = mu.FuncID(e.Index)
	}
}

// sameReturns fails if a TAILCALL does not return what the function does.
func (l *lowerer) sameReturns(sig *mu.Sig) {
	own := l.sigOf(l.f.Sig.ID)
	ok := own != nil && len(own.Returns) == len(sig.Returns)
	for i := 0; ok && i < len(sig.Returns); i++ {
		ok = l.b.SameType(own.Returns[i].ID, sig.Returns[i].ID)
	}
	if !ok {
		l.fail(UndefinedBehaviour, ubSignature, "TAILCALL of a function that returns other types")
	}
}

func (l *lowerer) ret(x *inst) {
	sig := l.sigOf(l.f.Sig.ID)
	if sig == nil || len(sig.Returns) != len(l.in.Args) {
		l.fail(Stuck, "malformed", "RET without the values of the signature")
		return
	}
	d := l.detailArena.one()
	d.args = l.list(l.in.Args, sig.Returns)
	x.do, x.more = doReturn, d
}

func (l *lowerer) trap(x *inst) {
	in := l.in
	d := l.detailArena.one()
	x.more = d
	switch in.Op {
	case mu.TRAP:
		x.do = doTrap
	case mu.WATCHPOINT:
		x.do = doWatchpoint
	case mu.WPBRANCH:
		x.do = doWatchBranch
	}
	if in.Extra != nil {
		x.n = int64(in.Extra.Index.Uint64())
	}
	d.types = in.Types
	d.want = l.wants(in.Types)
	d.results = l.results(len(in.Types))
	d.keep = l.list(in.KeepAlive, nil)
	l.place(d)
}
