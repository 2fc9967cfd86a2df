package convert

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"assay/mu"
)

// TestDoc checks that the texts in the documentation of the package are what the
// converter makes.
func TestDoc(t *testing.T) {
	src, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var dumps []string
	var dump strings.Builder
	for line := range strings.Lines(string(src)) {
		switch indented, ok := strings.CutPrefix(line, "//\t"); {
		case ok:
			dump.WriteString(indented)
		case strings.TrimSpace(line) == "//" && dump.Len() > 0:
			dump.WriteByte('\n')
		case dump.Len() > 0:
			dumps = append(dumps, strings.TrimRight(dump.String(), "\n")+"\n")
			dump.Reset()
		}
	}
	head := ".typedef @i1 = int<1>\n.typedef @i64 = int<64>\n.const @zero <@i64> = 0\n.const @one <@i64> = 1\n.funcsig @i_i = (@i64) -> (@i64)\n"
	pre := read(t, head+dumps[0])
	r := mustConvert(t, pre, DefaultOptions())
	var m bytes.Buffer
	if err := r.WriteText(&m); err != nil {
		t.Fatal(err)
	}
	phi := string(mu.Print(mustConvertPHI(t, pre).Bundle, mu.PrintOptions{PHI: true}))
	for i, got := range []string{text(pre), text(r.Bundle), phi, m.String()} {
		if !strings.HasSuffix(got, dumps[i]) {
			t.Errorf("expected\n%sfound\n%s", dumps[i], got)
		}
	}
}
