package gpu

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// trialData is a set of random memories for the trial, with the tokens that an index does not hold.
type trialData struct {
	r        *rand.Rand
	memories []store.Memory
	tokens   map[store.ID]fingerprint.Packed
}

// trialRows is the number of memories that a trial searches: three chunks on the GPU, and some rows that are not on it.
// trialMemory is enough memory for them.
const (
	trialRows   = 3*1024 + 200
	trialMemory = 512 << 20
)

// trialTime is the time at which a trial's questions are asked.
var trialTime = time.Unix(1_750_000_000, 0)

func newTrialData() *trialData {
	s := &trialData{r: rand.New(rand.NewPCG(1, 0x736b79)), tokens: map[store.ID]fingerprint.Packed{}}
	for range trialRows {
		s.memories = append(s.memories, s.memory())
	}
	return s
}

// TokenVectors implements [search.TokenSource].
func (s *trialData) TokenVectors(_ context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		out[i] = s.tokens[id]
	}
	return out, nil
}

// memory makes a random memory; one value in sixteen is absent.
func (s *trialData) memory() store.Memory {
	m := store.Memory{Version: 1, Namespace: string(rune('a' + s.r.IntN(2))), Time: trialTime.Add(-time.Duration(s.r.Int64N(int64(600 * 24 * time.Hour))))}
	binary.LittleEndian.PutUint64(m.ID[:], s.r.Uint64())
	binary.LittleEndian.PutUint64(m.ID[8:], s.r.Uint64())
	for i, info := range models.Catalog {
		if info.Origin == models.FromTime || s.r.IntN(16) == 0 {
			continue
		}
		m.Record[i] = s.packed(info)
	}
	s.tokens[m.ID] = m.Record[models.LateInteraction]
	return m
}

func (s *trialData) packed(info models.Info) (p fingerprint.Packed) {
	switch info.Kind {
	case models.Dense, models.Pair:
		halves := 1
		if info.Kind == models.Pair {
			halves = 2
		}
		for range halves {
			p.Int8 = append(p.Int8, s.int8s(info.Width)...)
			p.Scales = append(p.Scales, float32(1/(64*math.Sqrt(float64(info.Width)))))
		}
	case models.Terms:
		for id := s.r.IntN(60); id < 600; id += 1 + s.r.IntN(60) {
			p.Terms = append(p.Terms, fingerprint.TermWeight{ID: uint16(id), Weight: float32(1+s.r.IntN(64)) / 32})
		}
	case models.Binary:
		p.Bits = make([]uint64, bitWords)
		for j := range p.Bits {
			p.Bits[j] = s.r.Uint64()
		}
		p.Bits[bitWords-1] &= 1<<(info.Width%64) - 1
	case models.Tokens:
		for range 1 + s.r.IntN(6) {
			p.Scales = append(p.Scales, 1.0/64)
			for range info.Width / 16 {
				p.Nibbles = binary.LittleEndian.AppendUint64(p.Nibbles, s.r.Uint64())
			}
		}
	}
	return p
}

func (s *trialData) int8s(n int) []int8 {
	out := make([]int8, n)
	for i := 0; i < n; i += 8 {
		for j, word := 0, s.r.Uint64(); j < 8; j++ {
			out[i+j] = max(int8(word>>(8*j)), -127)
		}
	}
	return out
}

// values returns a memory's values in the form of a question's.
func (s *trialData) values(m *store.Memory) *fingerprint.Fingerprint {
	out := &fingerprint.Fingerprint{}
	for i := range m.Record {
		out[i] = fingerprint.Unpack(models.Space(i), &m.Record[i])
	}
	return out
}

// questions take every path through a search: with and without a filter, with a direction, with a least similarity,
// exact, and in few spaces.
func (s *trialData) questions() []search.Question {
	ask := func(m int, change func(q *search.Question)) search.Question {
		q := search.Question{Values: *s.values(&s.memories[m]), Time: trialTime, TopK: 32}
		for v := range q.Weights {
			q.Weights[v] = 1
		}
		change(&q)
		return q
	}
	return []search.Question{
		ask(0, func(*search.Question) {}),
		ask(1, func(q *search.Question) { q.Filter.Namespace = "a" }),
		ask(2, func(q *search.Question) { q.Direction = search.FindCauses }),
		ask(3, func(q *search.Question) { q.Direction, q.Filter.Namespace = search.FindEffects, "b" }),
		ask(4, func(q *search.Question) { q.MinSimilarity = 0.05 }),
		ask(5, func(q *search.Question) { q.Exact = true }),
		ask(6, func(q *search.Question) {
			q.Weights = [models.Count]float64{}
			q.Weights[models.Sparse], q.Weights[models.HDC] = 1, 0.5
		}),
	}
}
