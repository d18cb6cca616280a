package ties

import (
	"context"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// nearKind is the kind of a join between a memory and one of those nearest to it in meaning.
const nearKind = "near"

// kin joins each node with the k others most like it by E1, ties by place, exactly: every two are compared, 2,000 nodes in some tenths of a second. A pair that chose each
// other is joined once.
func kin(ctx context.Context, nodes []Candidate, k int) ([]Join, error) {
	c := columnOf(nodes)
	if k == 0 || len(c.places) < 2 {
		return nil, nil
	}
	width := models.Catalog[models.Semantic].Width
	scores := make([]float32, len(c.places))
	done := map[[2]int]bool{}
	var out []Join
	for i, v := range c.values {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q, err := kernels.NewQuery16(v)
		if err != nil {
			return nil, fmt.Errorf("memory %s: %w", nodes[c.places[i]].ID, err)
		}
		if err := kernels.DotI8(q, c.rows[:len(c.places)*width], c.scales, nil, scores); err != nil {
			return nil, err
		}
		for _, j := range best(scores, i, k) {
			pair := [2]int{min(c.places[i], c.places[j]), max(c.places[i], c.places[j])}
			if !done[pair] {
				done[pair] = true
				out = append(out, Join{pair[0], pair[1], nearKind, min(1, max(0, float64(scores[j])))})
			}
		}
	}
	return out, nil
}

// best are the places of the k greatest scores but that of self, the greatest first.
func best(scores []float32, self, k int) (out []int) {
	for j, s := range scores {
		if j == self || len(out) == k && s <= scores[out[k-1]] {
			continue
		}
		at := len(out)
		for at > 0 && s > scores[out[at-1]] {
			at--
		}
		if len(out) < k {
			out = append(out, 0)
		}
		copy(out[at+1:], out[at:len(out)-1])
		out[at] = j
	}
	return out
}

// column is the values of E1 of those nodes that have one.
type column struct {
	places []int // of the nodes
	rows   []int8
	scales []float32
	values [][]float32
}

func columnOf(nodes []Candidate) *column {
	c := &column{}
	for i := range nodes {
		p := &nodes[i].Value
		if p.Absent() {
			continue
		}
		c.places, c.rows, c.scales = append(c.places, i), append(c.rows, p.Int8...), append(c.scales, p.Scales[0])
		c.values = append(c.values, fingerprint.Unpack(models.Semantic, p).Dense)
	}
	return c
}
