package utl

import (
	"math"

	"asterism/models"
)

// contextWeight is the weight of the newest memory in a session's context vector.
const contextWeight = 0.3

// maxLag is the longest lag, in memories, that the phase looks for; lagSamples is how many memories it needs.
const (
	maxLag     = 4
	lagSamples = 12
)

// Session is what one conversation has been about: a running E1 context, and the last entropies and coherences, whose
// lag is the phase φ. Not safe for concurrent use.
type Session struct {
	context            []float64
	entropy, coherence []float64
}

// Surprise is the E1 distance of a vector to the running context, in [0,1]; 1 when the session is new or the
// vector absent.
func (s *Session) Surprise(v []float32) float64 {
	if s.context == nil || len(v) != len(s.context) {
		return 1
	}
	var dot, a, b float64
	for i, x := range v {
		dot += float64(x) * s.context[i]
		a += float64(x) * float64(x)
		b += s.context[i] * s.context[i]
	}
	if a == 0 || b == 0 {
		return 1
	}
	return distance(dot / math.Sqrt(a*b))
}

// Observe takes a memory into the session.
func (s *Session) Observe(v []float32, entropy, coherence float64) {
	if len(v) == models.Semantic.Info().Width {
		if s.context == nil {
			s.context = make([]float64, len(v))
			for i, x := range v {
				s.context[i] = float64(x)
			}
		}
		for i, x := range v {
			s.context[i] += contextWeight * (float64(x) - s.context[i])
		}
	}
	s.entropy = keepLast(append(s.entropy, entropy))
	s.coherence = keepLast(append(s.coherence, coherence))
}

func keepLast(x []float64) []float64 {
	return x[max(0, len(x)-lagSamples):]
}

// Phase is φ in [0, π]: the lag, up to 4 memories, at which coherence follows entropy best (highest positive
// cross-correlation), as a share of π. 0 when they move in step, when nothing follows anything, or before there are 12 memories.
func (s *Session) Phase() float64 {
	if len(s.entropy) < lagSamples {
		return 0
	}
	best, at := 0.0, 0
	for lag := 0; lag <= maxLag; lag++ {
		n := len(s.entropy) - lag
		if r := correlation(s.entropy[:n], s.coherence[lag:]); r > best {
			best, at = r, lag
		}
	}
	return math.Pi * float64(at) / maxLag
}

// correlation is Pearson's; 0 when either side does not vary.
func correlation(x, y []float64) float64 {
	var mx, my float64
	for i := range x {
		mx += x[i]
		my += y[i]
	}
	mx, my = mx/float64(len(x)), my/float64(len(y))
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}
