package suite

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"asterism/engine/batch"
	"asterism/models"
)

// row is one text as any origin needs it; the zero row is absent, where the space can be.
type row struct {
	ids  []int32
	text string
	time int64
}

// testRef is the reference time of E2 in the suite's batches, in Unix nanoseconds.
const testRef = 1_780_000_000e9

// rows makes n different random rows with content.
func (c Config) rows(r *rand.Rand, s models.Space, n int) []row {
	out := make([]row, n)
	for i := range out {
		switch s.Info().Origin {
		case models.FromModel:
			// Lengths spread over powers of two, so that batches mix short and long rows.
			length := 1 + r.IntN(min(1<<r.IntN(11), c.MaxTokens))
			for range length {
				out[i].ids = append(out[i].ids, int32(r.IntN(c.Vocabulary)))
			}
		case models.FromText:
			out[i].text = randomText(r)
		case models.FromTime:
			out[i].time = testRef - r.Int64N(400*86400e9)
		}
	}
	return out
}

func randomText(r *rand.Rand) string {
	letters := []rune("aaabcdeeeefghiiilmnooprrsttuvwyz   ,.é世Ω😀")
	var b strings.Builder
	b.WriteRune('x')
	for range r.IntN(1 << r.IntN(10)) {
		b.WriteRune(letters[r.IntN(len(letters))])
	}
	return b.String()
}

// pack makes a batch of the rows as the space's origin wants it.
func (c Config) pack(s models.Space, rows []row) *batch.Batch {
	b := &batch.Batch{Role: c.Role, Ref: testRef}
	if s.Info().Origin == models.FromModel {
		b.Offsets = []int32{0}
	}
	for _, v := range rows {
		switch s.Info().Origin {
		case models.FromModel:
			b.IDs = append(b.IDs, c.framed(s, v.ids)...)
			b.Offsets = append(b.Offsets, int32(len(b.IDs)))
		case models.FromText:
			b.Texts = append(b.Texts, v.text)
		case models.FromTime:
			b.Times = append(b.Times, v.time)
		}
	}
	return b
}

// framed puts the space's frame around ids; a row without content stays without.
func (c Config) framed(s models.Space, ids []int32) []int32 {
	if c.Frame == nil || len(ids) == 0 {
		return ids
	}
	f := c.Frame(s)
	return slices.Concat(f.Before, ids, f.After)
}

func sameBatch(got, want *batch.Batch) error {
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("the backend changed the batch: %+v, was %+v", got, want)
	}
	return nil
}
