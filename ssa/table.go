package ssa

// versionTable maps (block, variable) to the variable's current version at the
// end of what has been seen of the block: the "defs" of all blocks. Versions
// are stored as identifier id + 1, so that 0 means none.
//
// It has two forms. Dense is one array of blocks × variables. It is the faster
// one, and the smaller one too when most pairs get a version, but clearing it
// costs blocks × variables; so a function with many blocks and many variables
// gets the sparse form, one open-addressing hash table a block, all of them in
// one arena. There a block's few versions share a cache line or two, which one
// hash table for the whole function would scatter.
type versionTable struct {
	stride int // number of variables in the dense form; 0 means sparse
	dense  []int32

	dir   []tableDir
	slots []tableSlot
}

// tableDir says where a block's hash table lies: slots[off:off+mask+1].
type tableDir struct {
	off  int
	mask int32 // capacity - 1; -1 if there is no table yet
	n    int32
}

type tableSlot struct {
	key     int32 // variable + 1; 0 if free
	version int32
}

// reset makes the table empty. size is the number of instructions: the dense
// form may cost as much as that, whatever it holds.
func (t *versionTable) reset(blocks, variables, size int) {
	const always, perItem = 1 << 12, 32
	if cells := blocks * variables; cells <= always || cells <= perItem*(size+blocks) {
		t.stride = max(variables, 1)
		t.dense = resize(t.dense, blocks*t.stride)
		return
	}
	t.stride = 0
	t.slots = t.slots[:0]
	if cap(t.dir) < blocks {
		t.dir = make([]tableDir, blocks)
	}
	t.dir = t.dir[:blocks]
	for i := range t.dir {
		t.dir[i] = tableDir{mask: -1}
	}
}

func (t *versionTable) get(block, variable int32) int32 {
	if t.stride != 0 {
		return t.dense[int(block)*t.stride+int(variable)]
	}
	return t.getSparse(block, variable)
}

func (t *versionTable) set(block, variable, version int32) {
	if t.stride != 0 {
		t.dense[int(block)*t.stride+int(variable)] = version
		return
	}
	t.setSparse(block, variable, version)
}

// home is the first slot to try for a key. Multiplying spreads neighbouring
// variables, which a block often uses together, over the table.
func home(key, mask int32) int32 {
	return int32(uint32(key)*0x9e3779b1>>12) & mask
}

func (t *versionTable) getSparse(block, variable int32) int32 {
	d := &t.dir[block]
	if d.mask < 0 {
		return 0
	}
	key := variable + 1
	slots := t.slots[d.off : d.off+int(d.mask)+1]
	for i := home(key, d.mask); ; i = (i + 1) & d.mask {
		switch s := &slots[i]; s.key {
		case key:
			return s.version
		case 0:
			return 0
		}
	}
}

func (t *versionTable) setSparse(block, variable, version int32) {
	d := &t.dir[block]
	if d.n*4 >= (d.mask+1)*3 { // so there is always a free slot to end a search
		t.grow(d)
	}
	key := variable + 1
	slots := t.slots[d.off : d.off+int(d.mask)+1]
	i := home(key, d.mask)
	for slots[i].key != key {
		if slots[i].key == 0 {
			slots[i].key = key
			d.n++
			break
		}
		i = (i + 1) & d.mask
	}
	slots[i].version = version
}

// grow moves a block's table to a place of twice the size at the end of the
// arena. What it leaves behind is less than what the last growth takes.
func (t *versionTable) grow(d *tableDir) {
	old := *d
	n := 2 * (int(old.mask) + 1)
	if n == 0 {
		n = 4
	}
	d.off, d.mask = len(t.slots), int32(n-1)
	for n > cap(t.slots)-len(t.slots) {
		t.slots = append(t.slots[:cap(t.slots)], tableSlot{})[:len(t.slots)]
	}
	t.slots = t.slots[:d.off+n]
	slots := t.slots[d.off:]
	clear(slots)
	if old.mask < 0 {
		return
	}
	for _, s := range t.slots[old.off : old.off+int(old.mask)+1] {
		if s.key == 0 {
			continue
		}
		i := home(s.key, d.mask)
		for slots[i].key != 0 {
			i = (i + 1) & d.mask
		}
		slots[i] = s
	}
}
