package draw

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Epoch is the time of all events, or some months before them.
var Epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Topics makes memories that cluster around topics, as texts do, so that a question has clear neighbours. A value is the sum of a topic's
// vector and two of a few random ones, because drawing random numbers takes longer than adding. It is not safe for concurrent use.
type Topics struct {
	r             *rand.Rand
	topics, noise []fingerprint.Fingerprint
}

// NewTopics makes sixty topics; they depend only on the seed.
func NewTopics(seed uint64) *Topics {
	k := &Topics{r: rand.New(rand.NewPCG(61, seed))}
	for range 60 {
		k.topics, k.noise = append(k.topics, Values(k.r, 0)), append(k.noise, Values(k.r, 0))
	}
	return k
}

func (k *Topics) one(of []fingerprint.Fingerprint) *fingerprint.Fingerprint {
	return &of[k.r.IntN(len(of))]
}

// Values returns values of the query side, or of a memory before it is packed; none is absent.
func (k *Topics) Values() *fingerprint.Fingerprint {
	topic, a, b := k.one(k.topics), k.one(k.noise), k.one(k.noise)
	out := &fingerprint.Fingerprint{}
	for i, info := range models.Catalog {
		v := &out[i]
		*v = a[i]
		switch {
		case info.Kind == models.Binary:
			v.Bits = slices.Clone(a[i].Bits)
			for j := range v.Bits { // half of the topic's bits, half of those of one or the other
				v.Bits[j] = topic[i].Bits[j]&maskOf(j) | b[i].Bits[j]&^maskOf(j)
			}
		case info.Origin != models.FromTime && (info.Kind == models.Dense || info.Kind == models.Pair):
			v.Dense = slices.Clone(a[i].Dense)
			for j := range v.Dense {
				v.Dense[j] += topic[i].Dense[j] + b[i].Dense[j]/2
			}
			for at := 0; at < len(v.Dense); at += info.Width {
				normalise(v.Dense[at:][:info.Width])
			}
		}
	}
	return out
}

func maskOf(j int) uint64 { return 0xaaaaaaaaaaaaaaaa >> (j % 2) }

// Memory returns a memory in namespace "a" or "b" with a value in every space.
func (k *Topics) Memory(t testing.TB) *store.Memory {
	t.Helper()
	return k.MemoryOf(t, k.Values())
}

// MemoryOf returns a memory with the given values.
func (k *Topics) MemoryOf(t testing.TB, values *fingerprint.Fingerprint) *store.Memory {
	t.Helper()
	m := &store.Memory{ID: ID(k.r), Version: 1, Namespace: []string{"a", "b"}[k.r.IntN(2)], Time: Epoch.Add(-time.Duration(k.r.Int64N(1e16)))}
	for i := range values {
		p, err := fingerprint.Pack(models.Space(i), values[i])
		if err != nil {
			t.Fatal(err)
		}
		m.Record[i] = p
	}
	return m
}
