package quality

import (
	"io"
	"testing"
)

// TestImportsOfCodeBases: by links and text E8 finds imports that are hidden from it, of Go's own library and of the modules that this one requires, with the models that ship. -v shows
// the figures.
func TestImportsOfCodeBases(t *testing.T) {
	b := &prover{embedder: shipped(t), out: io.Discard}
	found, err := b.imports(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		t.Logf("%s; %s", p, p.Sentence)
		if p.Verdict == missed {
			t.Errorf("missed: %s", p)
		}
	}
}
