package drawn

import (
	"math"

	"asterism/engine/backend/onnx/graph"
)

// rotation are the cosines and sines of the angles place·base^(−2i/width) (Su et al. 2021), [batch or 1, 1, sequence, width].
type rotation struct {
	cos, sin string
	width    int
}

// rotation takes the places [batch or 1, sequence] int64. The angles are products in float32, as the exported models compute
// them.
func (e *export) rotation(places string, base float64, width int) rotation {
	steps := make([]float32, width/2)
	for i := range steps {
		steps[i] = float32(math.Pow(base, -2*float64(i)/float64(width)))
	}
	place := e.op("Unsqueeze", []string{e.cast(places, graph.Float), e.ints(1, 3)})
	half := e.op("Mul", []string{place, e.g.Floats("inv_freq", steps, len(steps))})
	angles := e.concat(-1, half, half)
	return rotation{e.op("Cos", []string{angles}), e.op("Sin", []string{angles}), width}
}

// rotate turns the pairs (i, i + width/2) of every head of x [batch, heads, sequence, width].
func (e *export) rotate(x string, r rotation) string {
	half := int64(r.width / 2)
	first := e.op("Slice", []string{x, e.ints(0), e.ints(half), e.ints(3)})
	second := e.op("Slice", []string{x, e.ints(half), e.ints(2 * half), e.ints(3)})
	across := e.concat(-1, e.op("Neg", []string{second}), first)
	return e.op("Add", []string{e.op("Mul", []string{x, r.cos}), e.op("Mul", []string{across, r.sin})})
}
