package arith

import (
	"context"
	"math"
	"strings"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/models"
)

func TestSuite(t *testing.T) {
	suite.Run(t, suite.Config{Open: func(*testing.T) backend.Backend { return New() }, Bound: Bound})
}

// TestTemporalSpacesReadTheBatch checks that each space gets its own formula, and E2 the batch's reference time.
func TestTemporalSpacesReadTheBatch(t *testing.T) {
	const ref, age = int64(1_780_000_000e9), 3600.0
	in := &batch.Batch{Times: []int64{ref - 3600e9}, Ref: ref}
	b := New()
	var norm float64
	for _, horizon := range []float64{3600, 86400, 604800, 2592000} {
		norm += 64 * math.Exp(-2*age/horizon)
	}
	sec := float64(ref)/1e9 - age
	for s, want := range map[models.Space]float64{
		models.TemporalRecent:     math.Exp(-1) * math.Cos(0.001) / math.Sqrt(norm),
		models.TemporalPeriodic:   math.Sin(2*math.Pi*math.Mod(sec, 3600)/3600) / math.Sqrt(255),
		models.TemporalPositional: math.Sin(sec) / 16,
	} {
		out, err := b.Embed(context.Background(), s, in)
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(out[0].Dense[0]); math.Abs(got-want) > 1e-6 {
			t.Errorf("%v: first number is %v, want %v", s, got, want)
		}
	}
}

func TestEmbedRefuses(t *testing.T) {
	b := New()
	for s, in := range map[models.Space]*batch.Batch{
		models.HDC:            {Times: []int64{1}},
		models.TemporalRecent: {Texts: []string{"a"}},
		models.Semantic:       {IDs: []int32{1}, Offsets: []int32{0, 1}},
	} {
		if _, err := b.Embed(context.Background(), s, in); err == nil || !strings.Contains(err.Error(), s.String()) {
			t.Errorf("embed %v: the error is %v, want one that names the space", s, err)
		}
	}
}
