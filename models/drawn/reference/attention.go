package reference

import "math"

// attention is scaled dot-product attention (Vaswani et al. 2017) of the texts whose tokens follow one another in q, k
// and v: every token attends to the tokens of its own text, or with causal to those up to itself. Where keys have fewer
// heads than queries, neighbouring heads of queries share one (Ainslie et al. 2023).
type attention struct {
	heads, keyHeads int
	causal          bool
	rows            []Row
}

func (a *attention) apply(q, k, v states) states {
	if len(q) == 0 || len(k) == 0 || len(v) == 0 {
		return nil
	}
	out := newStates(len(q), len(q[0]))
	start := 0
	for _, r := range a.rows {
		end := start + len(r.IDs)
		for h := range a.heads {
			a.head(h, r, q[start:end], k[start:end], v[start:end], out[start:end])
		}
		start = end
	}
	return out
}

// head computes one head of one text.
func (a *attention) head(h int, r Row, q, k, v, out states) {
	size := len(q[0]) / a.heads
	mine, shared := h*size, h/(a.heads/a.keyHeads)*size
	for t := range q {
		share := make([]float64, len(k))
		most := math.Inf(-1)
		for s := range k {
			share[s] = math.Inf(-1)
			if r.seen(s) && (!a.causal || s <= t) {
				share[s] = dot(q[t][mine:mine+size], k[s][shared:shared+size]) / math.Sqrt(float64(size))
				most = max(most, share[s])
			}
		}
		var total float64
		for s := range share {
			share[s] = math.Exp(share[s] - most)
			total += share[s]
		}
		for s := range v {
			for i := range size {
				out[t][mine+i] += share[s] / total * v[s][shared+i]
			}
		}
	}
}

// rotate turns the pairs of values (i, i + half) of every head by position·base^(−2i/size) (Su et al. 2021, in the
// order of halves that these models use).
func (a *attention) rotate(x states, heads int, base float64) states {
	if len(x) == 0 {
		return nil
	}
	out := newStates(len(x), len(x[0]))
	size := len(x[0]) / heads
	t := 0
	for _, r := range a.rows {
		for position := range r.IDs {
			for h := range heads {
				for i := range size / 2 {
					angle := float64(position) * math.Pow(base, -2*float64(i)/float64(size))
					sin, cos := math.Sincos(angle)
					p, q := h*size+i, h*size+i+size/2
					out[t][p] = x[t][p]*cos - x[t][q]*sin
					out[t][q] = x[t][q]*cos + x[t][p]*sin
				}
			}
			t++
		}
	}
	return out
}
