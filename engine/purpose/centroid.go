package purpose

import (
	"maps"
	"math"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Centroid computes the centre of memories: the mean of the unit vectors, scaled to unit length, for each half of a pair separately; the mean of
// the terms' weights, of which the strongest are kept; the bits that more than half of the memories have set. Token vectors have no centre: a
// mean over tokens would be that of a dense space, and all tokens of all memories would match everything.
type Centroid struct {
	dense [models.Count][]float64
	terms [models.Count]map[uint16]float64
	votes [models.Count][]int
	count [models.Count]int
	all   int
}

// NewCentroid returns a centroid without memories.
func NewCentroid() *Centroid { return &Centroid{} }

// Count returns the number of memories.
func (c *Centroid) Count() int { return c.all }

// Add adds a memory. An empty record, of a memory that is gone, is ignored.
func (c *Centroid) Add(record *fingerprint.Record) {
	found := false
	for s := range record {
		space := models.Space(s)
		if record[s].Absent() {
			continue
		}
		found = true
		v := fingerprint.Unpack(space, &record[s])
		switch space.Info().Kind {
		case models.Dense, models.Pair:
			c.addDense(space, v.Dense)
		case models.Terms:
			c.addTerms(space, v.Terms)
		case models.Binary:
			c.addBits(space, v.Bits)
		default:
			continue
		}
		c.count[s]++
	}
	if found {
		c.all++
	}
}

func (c *Centroid) addDense(s models.Space, v []float32) {
	if c.dense[s] == nil {
		c.dense[s] = make([]float64, len(v))
	}
	for from := 0; from < len(v); from += s.Info().Width {
		half := v[from:][:s.Info().Width]
		length := lengthOf(half)
		for i, x := range half {
			c.dense[s][from+i] += float64(x) / length
		}
	}
}

func lengthOf[T float32 | float64](v []T) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

func (c *Centroid) addTerms(s models.Space, terms []fingerprint.TermWeight) {
	if c.terms[s] == nil {
		c.terms[s] = map[uint16]float64{}
	}
	for _, t := range terms {
		c.terms[s][t.ID] += float64(t.Weight)
	}
}

func (c *Centroid) addBits(s models.Space, bits []uint64) {
	if c.votes[s] == nil {
		c.votes[s] = make([]int, s.Info().Width)
	}
	countBits(c.votes[s], bits)
}

// countBits adds one for every bit that is set and subtracts one for every bit that is not; missing bits are ignored.
func countBits(votes []int, bits []uint64) {
	if len(bits) == 0 {
		return
	}
	for i := range votes {
		votes[i] += int(bits[i/64]>>(i%64)&1)*2 - 1
	}
}

// Values returns the centre. It is absent in spaces in which no memory has a value, or opposite ones cancel out.
func (c *Centroid) Values() (out fingerprint.Fingerprint) {
	for s := range out {
		switch space := models.Space(s); {
		case c.count[s] == 0:
		case c.dense[s] != nil:
			out[s].Dense = unitHalves(c.dense[s], space.Info().Width)
		case c.terms[s] != nil:
			out[s].Terms = c.strongest(space)
		case c.votes[s] != nil:
			out[s].Bits = majority(c.votes[s])
		}
	}
	return out
}

// unitHalves returns nil if a half has length zero.
func unitHalves(sums []float64, width int) []float32 {
	out := make([]float32, len(sums))
	for from := 0; from < len(sums); from += width {
		length := lengthOf(sums[from:][:width])
		if length == 0 {
			return nil
		}
		for i := from; i < from+width; i++ {
			out[i] = float32(sums[i] / length)
		}
	}
	return out
}

func (c *Centroid) strongest(s models.Space) []fingerprint.TermWeight {
	var out []fingerprint.TermWeight
	for _, id := range slices.Sorted(maps.Keys(c.terms[s])) {
		out = append(out, fingerprint.TermWeight{ID: id, Weight: float32(c.terms[s][id] / float64(c.count[s]))})
	}
	return fingerprint.Strongest(out, s.Info().Width)
}

func majority(votes []int) []uint64 {
	out := make([]uint64, (len(votes)+63)/64)
	for i, v := range votes {
		if v > 0 {
			out[i/64] |= 1 << (i % 64)
		}
	}
	return out
}
