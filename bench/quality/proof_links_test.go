package quality

import (
	"io"
	"testing"
)

// TestImportsOfACodeBase: by links and text E8 finds imports of Go's own library that it was not told of, with the models that ship. -v shows the figures.
func TestImportsOfACodeBase(t *testing.T) {
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
