package drift_test

import (
	"fmt"
	"math"

	"asterism/engine/drift"
)

// A tally sums the calibrated similarities of memories to a goal, space by space, and computes one measurement. NaN is an absent space.
func ExampleTally() {
	var t drift.Tally
	for _, similarity := range []float64{.9, .6} {
		var v drift.Vector
		for i := range v {
			v[i] = math.NaN()
		}
		v[0], v[4] = similarity, similarity-.1 // E1 and E5 have a value
		t.Add(&v, &v)
	}
	m, err := t.Measure(drift.Cosine, drift.EqualWeights(), drift.DefaultThresholds)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f %s of %d memories\n", m.Similarity, m.Level, t.Memories())
	// Output: 0.70 Low of 2 memories
}
