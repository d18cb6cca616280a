package cuda

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"asterism/models"
)

// TestPrecedenceHasEveryModelOnce: a space that it forgot would never come to a GPU.
func TestPrecedenceHasEveryModelOnce(t *testing.T) {
	sorted := slices.Sorted(slices.Values(precedence))
	if want := models.OfOrigin(models.FromModel).Spaces(); !slices.Equal(sorted, want) {
		t.Errorf("precedence holds %v, want each of %v", sorted, want)
	}
}

// candidatesOf have so many bytes of weights each, and lanes with bytesAToken a token.
func candidatesOf(bytesAToken uint64, weights ...uint64) (out []candidate) {
	for _, w := range weights {
		out = append(out, candidate{weights: w, lanes: func(b budget) uint64 { return bytesAToken * uint64(b.tokens) }})
	}
	return out
}

func TestPlanResidency(t *testing.T) {
	most := budget{16384, 512}
	for name, c := range map[string]struct {
		free   uint64
		fits   []bool
		tokens int
	}{
		"room for all":                  {3*1000 + 3*16384, []bool{true, true, true}, 16384},
		"smaller batches before models": {3*1000 + 3*16384 - 1, []bool{true, true, true}, 8192},
		"least batches":                 {3*1000 + 3*2048, []bool{true, true, true}, 2048},
		"the last goes first":           {3*1000 + 3*2048 - 1, []bool{true, true, false}, 2048},
		"one":                           {1000 + 2048, []bool{true, false, false}, 2048},
		"none":                          {1000, []bool{false, false, false}, 2048},
	} {
		if fits, b := planResidency(candidatesOf(1, 1000, 1000, 1000), c.free, most); !slices.Equal(fits, c.fits) || b.tokens != c.tokens || b.rows != 512 {
			t.Errorf("%s: %v with %+v, want %v with %d tokens", name, fits, b, c.fits, c.tokens)
		}
	}
	// A model that is too large for the GPU does not keep those behind it from it.
	if fits, _ := planResidency(candidatesOf(0, 5000, 100, 100), 250, most); !slices.Equal(fits, []bool{false, true, true}) {
		t.Errorf("behind a large model: %v", fits)
	}
	if _, b := planResidency(nil, 0, budget{100, 4}); b.tokens != 100 {
		t.Errorf("a budget below the least becomes %d", b.tokens)
	}
}

// TestPlanResidencyHolds: what is planned fits, and more memory never sends a model away that comes first.
func TestPlanResidencyHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		candidates := candidatesOf(rapid.Uint64Range(0, 9).Draw(t, "bytes a token"), rapid.SliceOfN(rapid.Uint64Range(1, 50_000), 1, 9).Draw(t, "weights")...)
		free := rapid.Uint64Range(0, 400_000).Draw(t, "free")
		most := budget{rapid.IntRange(1, 40_000).Draw(t, "tokens"), 8}
		fits, b := planResidency(candidates, free, most)
		var allocated uint64
		for i := range candidates {
			if fits[i] {
				allocated += candidates[i].bytes(b)
			}
		}
		if allocated > free || b.tokens > most.tokens {
			t.Fatalf("%d bytes of %d with %d tokens of %d", allocated, free, b.tokens, most.tokens)
		}
		if b.tokens > leastTokens && slices.Contains(fits, false) {
			t.Fatalf("a model was sent away with batches of %d tokens", b.tokens)
		}
		if i := slices.Index(fits, false); i >= 0 && i == 0 && candidates[0].bytes(b) <= free {
			t.Fatal("the first model fits and was sent away")
		}
	})
}
