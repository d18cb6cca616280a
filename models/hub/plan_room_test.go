package hub

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/models"
)

// TestWhatIsMissing after a pull that broke off before its end: what can be checked is not fetched again; what a plain folder has is, into
// the room that it takes already.
func TestWhatIsMissing(t *testing.T) {
	h, from := startHub(t), t.TempDir()
	writeRepo(t, filepath.Join(from, "team", "one"), someRepo(1, ""))
	for name, c := range map[string]struct {
		src   Source
		again bool
	}{
		"a hub":          {web(t, h.URL), false},
		"a plain folder": {Folder{Dir: from}, true},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(c.src, filepath.Join(t.TempDir(), "full"), models.Semantic)
			p, err := MakePlan(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if p.Missing() != p.Bytes() || p.need() != p.Bytes() {
				t.Errorf("at first: %d missing and room for %d, want all %d", p.Missing(), p.need(), p.Bytes())
			}
			broken := errors.New("broken off")
			if _, err := p.Run(context.Background(), func(context.Context, string, []Item, []models.Model, map[string]Pin) error { return broken }, nil); !errors.Is(err, broken) {
				t.Fatal(err)
			}
			if p, err = MakePlan(context.Background(), o); err != nil {
				t.Fatal(err)
			}
			missing := int64(0)
			if c.again {
				missing = p.Bytes()
			}
			if p.Missing() != missing || p.need() != 0 {
				t.Errorf("then: %d missing and room for %d, want %d and 0", p.Missing(), p.need(), missing)
			}
			const half = 123_456
			weights := filepath.Join(stageOf(o.Dir), "E1", "model.safetensors")
			at := slices.IndexFunc(p.Items[0].Files, func(f File) bool { return f.Path == "model.safetensors" })
			if at < 0 {
				t.Fatal("no weights in the plan")
			}
			f := p.Items[0].Files[at]
			if err := errors.Join(os.Truncate(weights, half), os.Rename(weights, weights+"."+f.id()+".part")); err != nil {
				t.Fatal(err)
			}
			if !c.again {
				missing = f.Bytes - half
			}
			if p.Missing() != missing || p.need() != f.Bytes-half {
				t.Errorf("with half of the weights: %d missing and room for %d, want %d and %d", p.Missing(), p.need(), missing, f.Bytes-half)
			}
		})
	}
}
