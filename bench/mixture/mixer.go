package mixture

import (
	"encoding/binary"
	"math/rand/v2"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Mixer makes any number of memories from a few real ones: each is a mixture of two or three of them, in every space.
// The n-th memory is always the same. It is safe for concurrent use.
type Mixer struct {
	Base  *Base
	means [models.Count][]float32 // of the dense spaces' real values
}

// AsOf is when the questions are asked; the memories are of the two years before.
var AsOf = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

const twoYears = 2 * 365 * 24 * time.Hour

// New makes a mixer from a base.
func New(b *Base) *Mixer {
	m := &Mixer{Base: b}
	for _, s := range denseSpaces() {
		m.means[s] = meanOf(b.Records, s)
	}
	return m
}

// denseSpaces are those of dense vectors that a memory is kept with.
func denseSpaces() (out []models.Space) {
	for _, c := range models.Catalog {
		if (c.Kind == models.Dense || c.Kind == models.Pair) && c.Origin != models.FromTime {
			out = append(out, c.Space)
		}
	}
	return out
}

// parent is a real memory and its share of a mixture; the shares of a mixture sum to 1.
type parent struct {
	number int
	share  float64
}

// The first parent has between 50 and 85 % of a mixture. With these the nearest other mixture is about as near as the nearest other
// real memory is (the part "mixing" of bench/search tells); with more, those of one parent lie too close together.
const (
	leastShare = 0.5
	mostShare  = 0.85
)

// mixSeed makes the mixtures the same everywhere.
const mixSeed = 20260601

// drawOf is where the n-th memory's chances come from.
func drawOf(n int) *rand.Rand { return rand.New(rand.NewPCG(mixSeed, uint64(n))) }

// parents draws two or three real memories, the one with the greatest share first.
func (m *Mixer) parents(r *rand.Rand) []parent {
	first := leastShare + (mostShare-leastShare)*r.Float64()
	out := []parent{{r.IntN(len(m.Base.Records)), first}, {r.IntN(len(m.Base.Records)), 1 - first}}
	if r.IntN(2) == 0 {
		rest := 0.5 + 0.5*r.Float64() // of the second's share
		out = append(out, parent{r.IntN(len(m.Base.Records)), (1 - first) * (1 - rest)})
		out[1].share *= rest
	}
	return out
}

// Memory is the n-th mixture, without text. Its tokens are those of the first parent and not in the record: see [Tokens].
func (m *Mixer) Memory(n int) (*store.Memory, error) {
	r := drawOf(n)
	from := m.parents(r) // first: see Semantic
	when := AsOf.Add(-time.Duration(r.Int64N(int64(twoYears))))
	out := &store.Memory{ID: IDOf(n, from[0].number, when), Version: 1, Namespace: "default", Modality: "text", Time: when, Created: when, Updated: when}
	out.Tokens[models.LateInteraction] = uint32(len(m.Base.Records[from[0].number][models.LateInteraction].Scales)) // as a header of a store says that there are some
	return out, m.mix(&out.Record, r, from)
}

func (m *Mixer) mix(out *fingerprint.Record, r *rand.Rand, from []parent) (err error) {
	for _, c := range models.Catalog {
		if m.Base.Records[from[0].number][c.Space].Absent() {
			continue
		}
		switch c.Kind {
		case models.Dense, models.Pair:
			out[c.Space], err = fingerprint.Pack(c.Space, fingerprint.Value{Dense: m.dense(c.Space, from)})
		case models.Terms:
			out[c.Space] = fingerprint.Packed{Terms: m.terms(r, c.Space, from)}
		case models.Binary:
			out[c.Space] = fingerprint.Packed{Bits: m.bits(r, c.Space, from)}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// IDOf is a UUIDv7 that begins with the time, as the product's do, and ends with the number of the memory and of its first parent.
func IDOf(n, first int, when time.Time) (id store.ID) {
	binary.BigEndian.PutUint64(id[:], uint64(when.UnixMilli())<<16|7<<12)
	binary.BigEndian.PutUint32(id[8:], 1<<31|uint32(n))
	binary.BigEndian.PutUint32(id[12:], uint32(first))
	return id
}

// NumberOf reads a memory's number from an id that IDOf wrote.
func NumberOf(id store.ID) int { return int(binary.BigEndian.Uint32(id[8:]) &^ (1 << 31)) }

// FirstParentOf reads the number of a memory's first parent from such an id.
func FirstParentOf(id store.ID) int { return int(binary.BigEndian.Uint32(id[12:])) }
