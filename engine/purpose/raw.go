package purpose

import (
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// similarities returns how similar the records of memories are to values in each space: fingerprint.Similarity of their unpacked values; NaN
// if one is absent. The error reports that a record's token vectors do not have the catalogue's shape.
func similarities(values *fingerprint.Fingerprint, records []*fingerprint.Record) ([][models.Count]float64, error) {
	out := make([][models.Count]float64, len(records))
	for s := range values {
		space := models.Space(s)
		for i := range out {
			out[i][s] = math.NaN()
		}
		if values[s].Absent() {
			continue
		}
		if space.Info().Kind == models.Tokens {
			if err := maxSim(space, &values[s], records, out); err != nil {
				return nil, fmt.Errorf("compare in %v: %w", space, err)
			}
			continue
		}
		for i, r := range records {
			v := fingerprint.Unpack(space, &r[s])
			out[i][s] = fingerprint.Similarity(space, &values[s], &v)
		}
	}
	return out, nil
}

// maxSim is fingerprint.Similarity of token vectors, by the kernel that search uses, all memories in one call: preparing the values for the
// kernel takes longer than comparing them with one memory of a few sentences.
func maxSim(s models.Space, v *fingerprint.Value, records []*fingerprint.Record, out [][models.Count]float64) error {
	var tokens []byte
	var scales []float32
	var owners []int
	offsets := []int32{0}
	for i, r := range records {
		if r[s].Absent() {
			continue
		}
		tokens, scales = append(tokens, r[s].Nibbles...), append(scales, r[s].Scales...)
		owners, offsets = append(owners, i), append(offsets, int32(len(scales)))
	}
	if len(owners) == 0 {
		return nil
	}
	similar := make([]float32, len(owners))
	if err := kernels.MaxSim(v.Vectors, tokens, scales, offsets, similar); err != nil {
		return err
	}
	for k, i := range owners {
		out[i][s] = float64(similar[k])
	}
	return nil
}
