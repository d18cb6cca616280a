package reference

import (
	"math"
	"runtime"
	"sync"
)

// states are vectors of equal width, one a token.
type states [][]float64

// width is that of the vectors, 0 where there are none.
func width(s states) int {
	if len(s) == 0 {
		return 0
	}
	return len(s[0])
}

func newStates(n, width int) states {
	s := make(states, n)
	for i := range s {
		s[i] = make([]float64, width)
	}
	return s
}

// add is s + t, token by token. Like all that follows, it makes nothing out of nothing: see [loader].
func (s states) add(t states) states {
	if len(s) == 0 || len(t) == 0 {
		return nil
	}
	out := newStates(len(s), len(s[0]))
	for i := range s {
		for j := range s[i] {
			out[i][j] = s[i][j] + t[i][j]
		}
	}
	return out
}

// times is the product value by value.
func (s states) times(t states) states {
	if len(s) == 0 || len(t) == 0 {
		return nil
	}
	out := newStates(len(s), len(s[0]))
	for i := range s {
		for j := range s[i] {
			out[i][j] = s[i][j] * t[i][j]
		}
	}
	return out
}

// each applies f to every value.
func (s states) each(f func(float64) float64) states {
	out := newStates(len(s), width(s))
	for i := range s {
		for j, v := range s[i] {
			out[i][j] = f(v)
		}
	}
	return out
}

// times is x·Mᵀ: M has a row for every value of the output. The rows are shared out over the machine's cores.
func (m *matrix) times(x states) states {
	if m == nil || len(x) == 0 {
		return nil
	}
	out := newStates(len(x), m.rows)
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for k := range workers {
		group.Go(func() {
			for j := k; j < m.rows; j += workers {
				row := widen(m.row(j))
				for t := range x {
					out[t][j] = dot(row, x[t])
				}
			}
		})
	}
	group.Wait()
	return out
}

// dot adds in four sums: one would wait for itself at every step.
func dot(a, b []float64) float64 {
	var s [4]float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s[0] += a[i] * b[i]
		s[1] += a[i+1] * b[i+1]
		s[2] += a[i+2] * b[i+2]
		s[3] += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s[0] += a[i] * b[i]
	}
	return s[0] + s[1] + s[2] + s[3]
}

// gelu is x·Φ(x).
func gelu(x float64) float64 { return x * 0.5 * math.Erfc(-x/math.Sqrt2) }

// quickGELU is x·σ(1.702x), CLIP's approximation.
func quickGELU(x float64) float64 { return x / (1 + math.Exp(-1.702*x)) }

// silu is x·σ(x).
func silu(x float64) float64 { return x / (1 + math.Exp(-x)) }

// layerNorm takes a token's mean off, divides by its deviation, then scales and shifts (Ba et al. 2016).
func layerNorm(x states, scale, shift []float64, epsilon float64) states {
	out := newStates(len(x), len(scale))
	for t, v := range x {
		var mean, square float64
		for _, a := range v {
			mean += a / float64(len(v))
		}
		for _, a := range v {
			square += (a - mean) * (a - mean) / float64(len(v))
		}
		for i, a := range v {
			out[t][i] = (a-mean)/math.Sqrt(square+epsilon)*scale[i] + shift[i]
		}
	}
	return out
}

// rmsNorm divides by the root of the mean square and scales (Zhang & Sennrich 2019).
func rmsNorm(x states, scale []float64, epsilon float64) states {
	out := newStates(len(x), len(scale))
	for t, v := range x {
		for i, a := range v {
			out[t][i] = a / math.Sqrt(dot(v, v)/float64(len(v))+epsilon) * scale[i]
		}
	}
	return out
}

// unit scales v to length 1.
func unit(v []float64) []float64 {
	size := math.Sqrt(dot(v, v))
	out := make([]float64, len(v))
	for i, a := range v {
		out[i] = a / size
	}
	return out
}
