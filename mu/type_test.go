package mu

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// typeOf returns a type by its name.
func typeNamed(t testing.TB, b *Bundle, name string) TypeID {
	e, ok := b.Lookup(name)
	if !ok || b.Entities[e].Kind != EntityType {
		t.Fatalf("expected a type %s", name)
	}
	return TypeID(b.Entities[e].Index)
}

func TestSameType(t *testing.T) {
	b := mustRead(t, "", []byte(`
.typedef @i64 = int<64> .typedef @long = int<0x40> .typedef @i32 = int<32>
.typedef @list = struct<@i64 @list.r> .typedef @list.r = ref<@list>
.typedef @two = struct<@long @two.r> .typedef @two.r = ref<@two2> .typedef @two2 = struct<@i64 @two.r2> .typedef @two.r2 = ref<@two>
.typedef @other = struct<@i64 @other.r> .typedef @other.r = iref<@other>
.typedef @mixed = struct<@i64 @mixed.r> .typedef @mixed.r = ref<@other>
.typedef @a1 = array<@i64 2> .typedef @a2 = array<@long 2> .typedef @a3 = array<@i64 3> .typedef @v = vector<@i64 2>
.funcsig @s1 = (@i64) -> (@f1) .typedef @f1 = funcref<@s1>
.funcsig @s2 = (@long) -> (@f2) .typedef @f2 = funcref<@s2>
.funcsig @s3 = (@i32) -> (@f3) .typedef @f3 = funcref<@s3>
.funcsig @s4 = (@i64 @f4) -> () .typedef @f4 = funcref<@s4>
.typedef @h1 = hybrid<@i64 @i32> .typedef @h2 = struct<@i64 @i32>
.typedef @u1 = ref<@nope> .typedef @u2 = ref<@nope> .typedef @u3 = ref<@nope2>
`), nil)
	for _, c := range []struct {
		names string // equal types
	}{
		{"@i64 @long"}, {"@i32"}, {"@list @two @two2"}, {"@list.r @two.r @two.r2"}, {"@other"}, {"@other.r"}, {"@mixed"}, {"@mixed.r"},
		{"@a1 @a2"}, {"@a3"}, {"@v"}, {"@f1 @f2"}, {"@f3"}, {"@f4"}, {"@h1"}, {"@h2"}, {"@u1 @u2"}, {"@u3"},
	} {
		first := strings.Fields(c.names)[0]
		for ty := range b.Types {
			name := b.Types[ty].Name
			if b.Types[ty].Kind == KindBad {
				continue
			}
			want := strings.Contains(c.names+" ", name+" ")
			if got := b.SameType(typeNamed(t, b, first), TypeID(ty)); got != want {
				t.Errorf("%s and %s: expected same %v, found %v", first, name, want, got)
			}
		}
	}
	sig := func(i int) SigID { return SigID(b.Entities[must(b.Lookup(fmt.Sprintf("@s%d", i)))].Index) }
	if !b.SameSig(sig(1), sig(2)) || b.SameSig(sig(1), sig(3)) || b.SameSig(sig(1), sig(4)) {
		t.Error("expected @s1 and @s2 to be the same signature, and no others")
	}
}

func must(e EntityID, ok bool) EntityID {
	if !ok {
		panic("no such entity")
	}
	return e
}

// TestDerive checks that derived types are found among those that exist, by
// structure, and that new ones are equal to each other.
func TestDerive(t *testing.T) {
	b := mustRead(t, "", []byte(".typedef @p = ref<@w> .typedef @w = int<64> .typedef @l = int<64> .typedef @s = struct<@l @s.r> .typedef @s.r = ref<@s>"), nil)
	w, l, s := typeNamed(t, b, "@w"), typeNamed(t, b, "@l"), typeNamed(t, b, "@s")
	if id := b.IntType(64); id != w {
		t.Errorf("expected @w, found %s", b.TypeString(id))
	}
	if id := b.RefType(l); b.TypeString(id) != "@p" {
		t.Errorf("expected @p, found %s", b.TypeString(id))
	}
	if id := b.RefType(s); b.TypeString(id) != "@s.r" {
		t.Errorf("expected @s.r, found %s", b.TypeString(id))
	}
	if id := b.Derive(Type{Kind: KindStruct, Elems: []TypeRef{{ID: w}, {ID: typeNamed(t, b, "@s.r")}}}); id != s {
		t.Errorf("expected @s, found %s", b.TypeString(id))
	}
	n := len(b.Types)
	i1 := b.IRefType(w)
	if i2 := b.IRefType(l); i1 != i2 || len(b.Types) != n+1 || b.TypeString(i1) != "iref<@w>" {
		t.Errorf("expected one new type iref<@w>, found %s and %s", b.TypeString(i1), b.TypeString(i2))
	}
	if _, ok := b.NamedType(i1); ok {
		t.Error("expected no name for iref<@w>")
	}
	b.NameType(i1, "@made")
	if id, ok := b.NamedType(b.IRefType(w)); !ok || b.TypeString(id) != "@made" {
		t.Errorf("expected @made, found %s", b.TypeString(id))
	}
	if !strings.Contains(string(Print(b, PrintOptions{})), ".typedef @made = iref<@w>\n") {
		t.Error("expected @made in the text")
	}
	sig := b.DefineSig(Sig{Name: "@f", Params: []TypeRef{{ID: w}}})
	if f, g := b.FuncRefType(sig), b.FuncRefType(b.DefineSig(Sig{Name: "@g", Params: []TypeRef{{ID: l}}})); f != g {
		t.Error("expected equal types of equal signatures")
	}
	// Another bundle that goes on from this one leaves it alone.
	c := b.Clone()
	n = len(b.Types)
	c.UPtrType(w)
	c.DefineConst(Const{Name: "@new", Type: TypeRef{ID: w}})
	if _, ok := b.Lookup("@new"); ok || len(b.Types) != n {
		t.Error("expected a copy that changes by itself")
	}
}

// TestClassify compares the partition with one found by comparing all pairs.
func TestClassify(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	merged := 0
	for range 300 {
		n := 2 + rng.IntN(14)
		b := NewBundle(nil)
		for i := range n {
			t := Type{Kind: []TypeKind{KindInt, KindRef, KindStruct, KindIRef, KindArray}[rng.IntN(5)], Name: fmt.Sprintf("@t%d", i)}
			ref := func() { t.Elems = append(t.Elems, TypeRef{ID: TypeID(rng.IntN(n))}) }
			switch t.Kind {
			case KindInt:
				t.Size = 1 + uint64(rng.IntN(2))
			case KindStruct:
				for range 1 + rng.IntN(3) {
					ref()
				}
			case KindArray:
				t.Size = uint64(rng.IntN(2))
				ref()
			default:
				ref()
			}
			b.addType(t)
		}
		b.Classify()
		// differ[i][j] is set until nothing more can be told apart.
		differ := make([][]bool, n)
		for i := range differ {
			differ[i] = make([]bool, n)
			for j := range n {
				s, t := &b.Types[i], &b.Types[j]
				differ[i][j] = s.Kind != t.Kind || s.Size != t.Size || len(s.Elems) != len(t.Elems)
			}
		}
		for changed := true; changed; {
			changed = false
			for i := range n {
				for j := range n {
					for k := range b.Types[i].Elems {
						if !differ[i][j] && differ[b.Types[i].Elems[k].ID][b.Types[j].Elems[k].ID] {
							differ[i][j], changed = true, true
						}
					}
				}
			}
		}
		for i := range n {
			for j := range n {
				if got := b.SameType(TypeID(i), TypeID(j)); got == differ[i][j] {
					t.Fatalf("@t%d and @t%d: expected same %v, found %v in %+v", i, j, !differ[i][j], got, b.Types)
				}
				if i < j && !differ[i][j] {
					merged++
				}
			}
			if got := b.Derive(b.Types[i]); !b.SameType(got, TypeID(i)) {
				t.Fatalf("@t%d: expected its class from its shape, found @t%d", i, got)
			}
		}
	}
	if merged < 100 {
		t.Errorf("expected types that are equal, found %d pairs", merged)
	}
}
