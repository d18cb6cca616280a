package workspace

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

var start = time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)

// topic makes memories around a direction in each dense space; spread is their distance.
type topic struct {
	rnd     *rand.Rand
	centres [models.Count][]float64
}

func newTopic(seed uint64) *topic {
	t := &topic{rnd: rand.New(rand.NewPCG(seed, 1))}
	for s := range t.centres {
		t.centres[s] = direction(t.rnd, models.Space(s).Info().Width)
	}
	return t
}

func direction(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = r.NormFloat64()
	}
	return unit(out)
}

func unit(v []float64) []float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	for i := range v {
		v[i] /= math.Sqrt(sum)
	}
	return v
}

// values returns those of one memory of the topic, in the dense spaces except the temporal
// ones.
func (t *topic) values(spread float64) fingerprint.Fingerprint {
	var out fingerprint.Fingerprint
	for s := range out {
		info := models.Space(s).Info()
		if info.Kind != models.Dense || info.Origin == models.FromTime {
			continue
		}
		v := direction(t.rnd, info.Width)
		for i := range v {
			v[i] = t.centres[s][i] + spread*v[i]
		}
		for _, x := range unit(v) {
			out[s].Dense = append(out[s].Dense, float32(x))
		}
	}
	return out
}

func (t *topic) thought(tb testing.TB, spread float64) Thought {
	tb.Helper()
	out := Thought{ID: uuid.UUID{byte(t.rnd.Uint32()), byte(t.rnd.Uint32()), byte(t.rnd.Uint32()), byte(t.rnd.Uint32())}, Version: 1, Coherence: .6, Entropy: .5}
	for s, v := range t.values(spread) {
		if v.Absent() {
			continue
		}
		p, err := fingerprint.Pack(models.Space(s), v)
		if err != nil {
			tb.Fatal(err)
		}
		out.Record[s] = p
	}
	return out
}

// strangers returns a cohort: each text has its own direction.
func strangers() []fingerprint.Fingerprint {
	var out []fingerprint.Fingerprint
	for i := range CohortSize {
		out = append(out, newTopic(uint64(1000+i)).values(1))
	}
	return out
}
