package cuda

import (
	"asterism/engine/batch"
	"asterism/models"
)

// The spaces that are arithmetic, E2 to E4 and E9, can run on the GPU, with the processor's values to the bit (E9) or within 1e-6 (the others). Only
// [Options.Arithmetic] does this, because it is seldom faster. Measured on one core of a Xeon, E9 takes 99 µs for a memory of 300 letters and 13 µs for a question of
// 40, and each of the others, which are computed when a memory is read and never stored, 3 to 8 µs. A GPU's own limit for the nine models is some 1,500 memories a
// second; at that rate E9 takes a sixth of one core. On the GPU a question would wait for two copies and a launch, and passages would share the GPU with the models.
// The option is for machines on which that core is needed more than the GPU.

// arithmeticWhy is the reason that [Backend.Residency] gives for them without the option.
const arithmeticWhy = "it is arithmetic that takes a sixth of one core beside a GPU at its limit (Options.Arithmetic brings it to the GPU)"

// arithmeticSpaces are those without a model.
func arithmeticSpaces() []models.Space {
	return (models.OfOrigin(models.FromTime) | models.OfOrigin(models.FromText)).Spaces()
}

// arithmeticModel is a placeholder for a space without a model.
func arithmeticModel(s models.Space) *models.Model { return &models.Model{Space: s} }

// loadArithmetic makes the network of a space without a model.
func loadArithmetic(l *loader, s models.Space) (network, error) {
	if s == models.HDC {
		return hdc{}, l.err
	}
	return loadTemporal(l, s), l.err
}

// shortest is a batch of the shortest row that a space has.
func shortest(role batch.Role, d *models.Model) *batch.Batch {
	switch d.Space.Info().Origin {
	case models.FromText:
		return batch.OfTexts(role, []string{"a"})
	case models.FromTime:
		return batch.OfTimes(role, []int64{0}, 0)
	}
	return batch.OfIDs(role, batch.Frame(d.QueryFrame), [][]int32{{0}})
}
