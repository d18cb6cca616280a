package makemodel

import "math"

// reference computes one row in float64 with plain loops, from the same weights.
func reference(c Config, w *weights, ids []int32) []float64 {
	x := make([][]float64, len(ids))
	for t, id := range ids {
		x[t] = make([]float64, c.Hidden)
		for i := range x[t] {
			x[t][i] = float64(w.words[int(id)*c.Hidden+i]) + float64(w.positions[t*c.Hidden+i])
		}
		x[t] = w.embedded.apply(x[t])
	}
	for _, l := range w.layers {
		mixed := attend(c, l, x)
		for t := range x {
			x[t] = l.afterAttention.apply(sum(x[t], l.output.apply(mixed[t])))
			h := l.up.apply(x[t])
			for i, v := range h {
				h[i] = v * 0.5 * math.Erfc(-v/math.Sqrt2)
			}
			x[t] = l.afterFFN.apply(sum(x[t], l.down.apply(h)))
		}
	}
	out := make([]float64, c.Hidden)
	for _, v := range x {
		out = sum(out, v)
	}
	var size float64
	for _, v := range out {
		size += v * v
	}
	for i := range out {
		out[i] /= math.Sqrt(size)
	}
	return out
}

func attend(c Config, l layer, x [][]float64) [][]float64 {
	head := c.Hidden / c.Heads
	var q, k, v [][]float64
	for _, row := range x {
		q, k, v = append(q, l.query.apply(row)), append(k, l.key.apply(row)), append(v, l.value.apply(row))
	}
	out := make([][]float64, len(x))
	for t := range x {
		out[t] = make([]float64, c.Hidden)
		for h := 0; h < c.Hidden; h += head {
			share := make([]float64, len(x))
			var total float64
			for s := range x {
				for i := h; i < h+head; i++ {
					share[s] += q[t][i] * k[s][i]
				}
				share[s] = math.Exp(share[s] / math.Sqrt(float64(head)))
				total += share[s]
			}
			for s := range x {
				for i := h; i < h+head; i++ {
					out[t][i] += share[s] / total * v[s][i]
				}
			}
		}
	}
	return out
}

func (m matrix) apply(x []float64) []float64 {
	out := make([]float64, m.out)
	for j := range out {
		out[j] = float64(m.bias[j])
		for i, v := range x {
			out[j] += v * float64(m.w[i*m.out+j])
		}
	}
	return out
}

func (n norm) apply(x []float64) []float64 {
	var mean, spread float64
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		spread += (v - mean) * (v - mean) / float64(len(x))
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = (v-mean)/math.Sqrt(spread+1e-12)*float64(n.scale[i]) + float64(n.bias[i])
	}
	return out
}

func sum(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}
