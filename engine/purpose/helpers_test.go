package purpose

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

var contentSpaces = models.All.Without(models.OfOrigin(models.FromTime))

// drawn makes values in the given spaces from a seed.
func drawn(seed uint64, spaces models.Set) (f fingerprint.Fingerprint) {
	r := rand.New(rand.NewPCG(seed, 3))
	for _, s := range spaces.Spaces() {
		info := s.Info()
		unit := func() []float32 {
			x, sum := make([]float32, info.Width), 0.0
			for i := range x {
				x[i] = float32(r.NormFloat64())
				sum += float64(x[i]) * float64(x[i])
			}
			for i := range x {
				x[i] /= float32(math.Sqrt(sum))
			}
			return x
		}
		switch info.Kind {
		case models.Dense:
			f[s].Dense = unit()
		case models.Pair:
			f[s].Dense = append(unit(), unit()...)
		case models.Terms:
			for id := r.IntN(9); id < 200; id += 1 + r.IntN(9) {
				f[s].Terms = append(f[s].Terms, fingerprint.TermWeight{ID: uint16(id), Weight: .5 + r.Float32()})
			}
		case models.Binary:
			f[s].Bits = make([]uint64, (info.Width+63)/64)
			for i := range info.Width {
				f[s].Bits[i/64] |= (r.Uint64() & 1) << (i % 64)
			}
		case models.Tokens:
			for range 1 + r.IntN(4) {
				f[s].Vectors = append(f[s].Vectors, unit()...)
			}
		}
	}
	return f
}

// strangers is a cohort of random values.
func strangers(t testing.TB, n int, spaces models.Set) *Strangers {
	t.Helper()
	var texts []fingerprint.Fingerprint
	for i := range n {
		texts = append(texts, drawn(1000+uint64(i), spaces))
	}
	return strangersOf(t, texts)
}

func strangersOf(t testing.TB, texts []fingerprint.Fingerprint) *Strangers {
	t.Helper()
	out, err := NewStrangers(texts)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func packed(t testing.TB, f *fingerprint.Fingerprint) (r fingerprint.Record) {
	t.Helper()
	for s := range f {
		var err error
		if r[s], err = fingerprint.Pack(models.Space(s), f[s]); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

var born = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// goalNumber makes a goal with its own id.
func goalNumber(n byte, level Level, parent byte) Goal {
	g := Goal{ID: uuid.UUID{n}, Namespace: "default", Level: level, Description: "goal " + string('a'+rune(n)), Weight: level.Weight(),
		Created: born.Add(time.Duration(n) * time.Minute), Updated: born.Add(time.Hour)}
	if parent != 0 {
		g.Parent = uuid.UUID{parent}
	}
	return g
}

// flat returns an aim with uncalibrated similarities: mean 0 and a spread of 1 in the given spaces.
func flat(g Goal, spaces models.Set) Aim {
	a := Aim{Goal: g, Reference: &Reference{Background: &Background{}}}
	values := drawn(uint64(g.ID[0]), spaces)
	a.Values = values
	for s := range a.Mean {
		a.Mean[s], a.Spread[s] = math.NaN(), math.NaN()
		if spaces.Has(models.Space(s)) {
			a.Mean[s], a.Spread[s] = 0, 1
		}
	}
	return a
}

func same(a, b [models.Count]float64) bool {
	for s := range a {
		if a[s] != b[s] && !(math.IsNaN(a[s]) && math.IsNaN(b[s])) {
			return false
		}
	}
	return true
}
