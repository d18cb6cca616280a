package check

import "asterism/kernels/cuda"

// referenceTiles returns weights [columns, depth] in tiles of 128 columns × 64 of the depth, 128 bytes a column, whose part c of 16 bytes is at c xor
// (column mod 8).
func referenceTiles(w []cuda.BF16, columns, depth int) []float64 {
	slices := (depth + cuda.WGMMASlice - 1) / cuda.WGMMASlice
	out := make([]float64, cuda.WeightTilesBytes(columns, depth)/2)
	for column := range columns {
		for k := range depth {
			tile, r := column/cuda.WGMMASide*slices+k/cuda.WGMMASlice, column%cuda.WGMMASide
			part := k%cuda.WGMMASlice/8 ^ r%8
			out[(tile*cuda.WGMMASide+r)*cuda.WGMMASlice+8*part+k%8] = float64(w[column*depth+k].Float())
		}
	}
	return out
}
