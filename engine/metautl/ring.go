package metautl

import "math"

// ring holds the newest values, in [-1,1], and the number of values ever added.
type ring struct {
	Count  uint64
	Values [window]float32
}

func (r *ring) push(v float64) {
	r.Values[r.Count%window] = float32(v)
	r.Count++
}

// held returns the values in no particular order.
func (r *ring) held() []float32 { return r.Values[:min(r.Count, window)] }

// accuracy is the mean of 1 − |error| if the values are errors; [unknownAccuracy] if there are none.
func (r *ring) accuracy() float64 {
	held := r.held()
	if len(held) == 0 {
		return unknownAccuracy
	}
	sum := 0.0
	for _, v := range held {
		sum += 1 - math.Abs(float64(v))
	}
	return sum / float64(len(held))
}

// uncertainty is the standard error of the accuracy; infinite for a single value.
func (r *ring) uncertainty() float64 {
	held, mean, squares := r.held(), r.accuracy(), 0.0
	if len(held) < 2 {
		return math.Inf(1)
	}
	for _, v := range held {
		d := 1 - math.Abs(float64(v)) - mean
		squares += d * d
	}
	n := float64(len(held))
	return math.Sqrt(squares / (n - 1) / n)
}

// mean is that of the held values, NaN if there are none.
func (r *ring) mean() float64 {
	sum := 0.0
	for _, v := range r.held() {
		sum += float64(v)
	}
	return sum / float64(len(r.held()))
}

// inOrder returns the held values, oldest first.
func (r *ring) inOrder() []float64 {
	n := uint64(len(r.held()))
	out := make([]float64, 0, n)
	for i := r.Count - n; i < r.Count; i++ {
		out = append(out, float64(r.Values[i%window]))
	}
	return out
}
