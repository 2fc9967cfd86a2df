package hir

import (
	"fmt"
	"strings"
	"testing"
)

// benchText returns the text of a function of about n instructions: ifs in a
// row, with what React prints before SSA, or after inference if effects is set.
func benchText(n int, effects bool) []byte {
	var b strings.Builder
	b.WriteString("f(<unknown> a$0): <unknown> $1\nbb0 (block):\n")
	id, ident, block := 1, 2, 1
	for id < n {
		line := func(format string, args ...any) {
			fmt.Fprintf(&b, "  [%d] <unknown> $%d = "+format+"\n", append([]any{id, ident}, args...)...)
			if effects {
				fmt.Fprintf(&b, "    Create $%d = primitive\n    ImmutableCapture $%d <- a$0\n", ident, ident)
			}
			id, ident = id+1, ident+1
		}
		first := ident
		line("LoadLocal <unknown> a$0")
		line("PropertyLoad <unknown> $%d.length", first)
		line("1")
		line("Binary <unknown> $%d < <unknown> $%d", first+1, first+2)
		fmt.Fprintf(&b, "  [%d] If (<unknown> $%d) then:bb%d else:bb%d fallthrough=bb%d\nbb%d (block):\n  predecessor blocks: bb%d\n",
			id, first+3, block, block+1, block+1, block, max(0, block-1))
		id++
		line("LoadGlobal import { useState } from 'react'")
		line("Call <unknown> $%d(<unknown> $%d, <unknown> $%d)", first+4, first+1, first+2)
		line("Object { key: <unknown> $%d, \"data-x\": <unknown> $%d }", first+1, first+5)
		line("\"a string of some length\"")
		ident++
		line("StoreLocal Let <unknown> x%d$%d = <unknown> $%d", id, first+8, first+7)
		fmt.Fprintf(&b, "  [%d] Goto bb%d\nbb%d (block):\n  predecessor blocks: bb%d bb%d\n", id, block+1, block+1, block, max(0, block-1))
		id++
		block += 2
	}
	fmt.Fprintf(&b, "  [%d] Return Void <unknown> a$0", id)
	return []byte(b.String())
}

func benchFunction(b *testing.B, n int, effects bool) (*Function, []byte, int) {
	text := benchText(n, effects)
	f, err := ReadFunction("", text, ReadOptions{})
	if err != nil {
		b.Fatal(err)
	}
	if f.Text() != string(text) {
		b.Fatal("prints otherwise once read")
	}
	size := 0
	for _, bl := range f.Blocks {
		size += len(bl.Instrs) + 1
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	return f, text, size
}

// perInstruction reports the time for one instruction or terminal.
func perInstruction(b *testing.B, size int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/instr")
}

var benchSizes = []int{30, 1000, 30000, 1000000}

func eachSize(b *testing.B, bench func(b *testing.B, f *Function, text []byte)) {
	for _, n := range benchSizes {
		for _, effects := range []bool{false, true} {
			if effects && n != 1000 {
				continue
			}
			b.Run(fmt.Sprintf("n=%d/effects=%t", n, effects), func(b *testing.B) {
				f, text, size := benchFunction(b, n, effects)
				b.ResetTimer()
				bench(b, f, text)
				perInstruction(b, size)
			})
		}
	}
}

func BenchmarkRead(b *testing.B) {
	eachSize(b, func(b *testing.B, _ *Function, text []byte) {
		for b.Loop() {
			if _, err := ReadFunction("", text, ReadOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkPrint(b *testing.B) {
	eachSize(b, func(b *testing.B, f *Function, _ []byte) {
		var dst []byte
		for b.Loop() {
			dst = AppendText(dst[:0], f, PrintOptions{})
		}
	})
}

func BenchmarkPrintAnnotated(b *testing.B) {
	eachSize(b, func(b *testing.B, f *Function, _ []byte) {
		var dst []byte
		for b.Loop() {
			dst = AppendText(dst[:0], f, PrintOptions{Annotate: true})
		}
	})
}

func BenchmarkClone(b *testing.B) {
	eachSize(b, func(b *testing.B, f *Function, _ []byte) {
		for b.Loop() {
			f.Clone()
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	eachSize(b, func(b *testing.B, f *Function, _ []byte) {
		for b.Loop() {
			if errs := Check(f); errs != nil {
				b.Fatal(errs[0])
			}
		}
	})
}

func BenchmarkReversePostorder(b *testing.B) {
	eachSize(b, func(b *testing.B, f *Function, _ []byte) {
		for b.Loop() {
			if err := f.ReversePostorder(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkMarkPreds(b *testing.B) {
	eachSize(b, func(b *testing.B, f *Function, _ []byte) {
		for b.Loop() {
			if err := f.MarkPreds(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// The recorded functions, as they come.
func BenchmarkReadDumps(b *testing.B) {
	var texts [][]byte
	size, instrs := 0, 0
	eachDump(b, func(_ *dumpCase, text string, _ ReadOptions) {
		texts = append(texts, []byte(text))
		size += len(text)
		f, err := ReadFunction("", []byte(text), ReadOptions{})
		if err != nil {
			b.Fatal(err)
		}
		eachFunction(f, func(g *Function) {
			for _, bl := range g.Blocks {
				instrs += len(bl.Instrs) + 1
			}
		})
	})
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			if _, err := ReadFunction("", text, ReadOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	perInstruction(b, instrs)
}
