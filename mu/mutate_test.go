package mu

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestMutations checks texts that are almost right: those of testdata with
// tokens left out, doubled, exchanged or taken from elsewhere.
func TestMutations(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.uir")
	rng := rand.New(rand.NewPCG(3, 4))
	count := 8000
	if testing.Short() {
		count = 800
	}
	var texts [][]string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var tokens []string
		for k := scan(string(src), 0); k.kind != tokEOF; k = scan(string(src), k.end) {
			tokens = append(tokens, string(src[k.start:k.end]))
		}
		texts = append(texts, tokens)
	}
	read := 0
	for i := range count {
		tokens := texts[i%len(texts)]
		// A few definitions, so that one mutation does not spoil much.
		start, end := rng.IntN(len(tokens)), 0
		for start > 0 && tokens[start][0] != '.' {
			start--
		}
		for end = start + 1; end < len(tokens) && (tokens[end][0] != '.' || end < start+40); end++ {
		}
		tokens = append([]string(nil), tokens[start:end]...)
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(tokens))
			switch rng.IntN(5) {
			case 0:
				tokens = append(tokens[:at], tokens[at+1:]...)
			case 1:
				tokens = append(tokens[:at+1], tokens[at:]...)
			case 2:
				other := rng.IntN(len(tokens))
				tokens[at], tokens[other] = tokens[other], tokens[at]
			case 3:
				from := texts[rng.IntN(len(texts))]
				tokens[at] = from[rng.IntN(len(from))]
			case 4: // from near, so that it may fit
				tokens[at] = tokens[max(0, at-1-rng.IntN(12))]
			}
			if len(tokens) == 0 {
				tokens = []string{"."}
			}
		}
		var src []byte
		for _, w := range tokens {
			src = append(append(src, w...), " \n"[rng.IntN(2)])
		}
		if err := CheckText(src); err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if _, err := Read("", src, ReadOptions{}); err == nil {
			read++
		}
	}
	t.Logf("%d of %d texts were read", read, count)
	if read < count/25 {
		t.Errorf("expected texts that can be read, found %d of %d", read, count)
	}
}
