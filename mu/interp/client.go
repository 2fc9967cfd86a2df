package interp

import "math"

// Client is the client of a Mu virtual machine: it handles traps. It stands for
// what is outside of the program too: functions without version and native
// ones.
type Client interface {
	// Enabled decides whether the watchpoint of an event is enabled. The event's
	// kind is that of an enabled one.
	Enabled(*Event) bool
	// Answer answers a trap, an enabled watchpoint or a call.
	Answer(*Event) Answer
}

// Answer is how a trap or call goes on: with values of the types that the event
// wants, or with an exception, which is a Ref. References are NULL, or of
// NewObject, or among the values of the event.
type Answer struct {
	Values    []Value
	Throw     bool
	Exception Value
}

// SeededClient returns the default client. It answers from the seed, the
// event's number and its values only: small ints often; NULL, or a kept-alive
// reference to an object of the right type; sometimes an exception, less often
// if there is no clause that catches it. Whether a watchpoint is enabled
// changes all the time.
func SeededClient(seed uint64) Client { return &seededClient{seed: seed} }

type seededClient struct {
	seed   uint64
	values []Value
}

func (c *seededClient) start(e *Event) random {
	return random(mix(mix(c.seed, uint64(e.Number)), e.hash))
}

// Enabled is random.
func (c *seededClient) Enabled(e *Event) bool {
	r := c.start(e)
	return r.next()&1 != 0
}

// Answer is random. The values are valid until the next call.
func (c *seededClient) Answer(e *Event) Answer {
	r := c.start(e)
	r.next() // what Enabled took
	rate := 24
	if e.Catches {
		rate = 4
	}
	if r.intn(rate) == 0 {
		x := Null(Ref)
		if n := len(e.Values); n > 0 {
			if v := e.Values[r.intn(n)]; v.kind == Ref {
				x = v
			}
		}
		return Answer{Throw: true, Exception: x}
	}
	c.values = c.values[:0]
	for _, s := range e.want {
		c.values = append(c.values, e.value(s, &r))
	}
	return Answer{Values: c.values}
}

// value returns a random value of a shape.
func (e *Event) value(s *shape, r *random) Value {
	switch s.kind {
	case Ref, IRef, Func:
		start := r.intn(len(e.Values) + 1)
		for i := range e.Values {
			if v := e.Values[(start+i)%len(e.Values)]; v.kind == s.kind && start < len(e.Values) && e.m.refersTo(&v, s) {
				return v
			}
		}
		return Null(s.kind)
	}
	return e.m.random(s, r)
}

// refersTo reports whether a reference is one of a type, as far as the object
// shows: it was allocated as the referent, or the reference is to an element.
func (m *Machine) refersTo(v *Value, s *shape) bool {
	switch {
	case v.obj == nil:
		return true
	case v.kind == Func:
		return m.b.SameSig(m.b.Funcs[v.obj.num].Sig.ID, s.sig)
	case s.refers < 0 || v.obj.shape == nil:
		return false
	}
	want := m.shape(s.refers)
	if v.kind == IRef && v.aux != 0 {
		return v.obj.shape.elem == want
	}
	return v.obj.shape == want && v.Offset() == 0
}

// random is a generator of random numbers.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// intn returns a number below n.
func (r *random) intn(n int) int { return int(r.next() >> 33 % uint64(n)) }

// random returns a random value of a shape; references are NULL.
func (m *Machine) random(s *shape, r *random) Value {
	if s.kind != Aggregate {
		return randomScalar(m.zeroOf(s), r)
	}
	zero := m.zeroOf(s)
	if zero.kind != Aggregate {
		return zero
	}
	o := newAggregate(len(zero.obj.cells))
	for i, c := range zero.obj.cells {
		o.cells[i] = randomScalar(c, r)
	}
	return Value{kind: Aggregate, obj: o}
}

// randomScalar returns a random value of the kind of another.
func randomScalar(zero Value, r *random) Value {
	v := zero
	switch v.kind {
	case Int:
		switch x := r.next(); r.intn(8) {
		case 0, 1, 2, 3:
			v.bits = x & 7
		case 4, 5:
			v.bits = -(x & 7)
		case 6: // near the limits of signed numbers
			v.bits = 1<<(v.width-1) - x&1
		default:
			v.bits = x
		}
		v.bits &= mask(v.width)
	case Float:
		v.bits = canonical32(float32(randomFloat(r)))
	case Double:
		v.bits = canonical64(randomFloat(r))
	case Tag:
		if r.intn(2) == 0 {
			return Value{kind: Tag, width: tagInt, bits: r.next() & mask(52) >> uint(r.intn(52))}
		}
		v.bits = canonical64(randomFloat(r))
	case Ptr:
		v.bits = r.next() >> uint(r.intn(64))
	}
	return v
}

func randomFloat(r *random) float64 {
	x := r.next()
	switch r.intn(8) {
	case 0:
		return [...]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 0.1, 1e-310, 1e300}[x&7]
	case 1:
		return math.Float64frombits(x)
	case 2:
		return float64(int64(x))
	}
	return float64(int64(x&63)-16) / 4
}

// wanted returns the shapes of the values that an instruction wants.
func (m *Machine) wanted(d *detail) []*shape {
	if d.want == nil && len(d.types) > 0 {
		d.want = m.shapeList.take(len(d.types))
		for i, t := range d.types {
			d.want[i] = m.shape(t.ID)
		}
	}
	return d.want
}
