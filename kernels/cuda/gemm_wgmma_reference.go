package cuda

// referenceTiles is what weights [columns, depth] look like in tiles of 128 columns × 64 of the depth, 128 bytes a column, whose part c of 16 bytes lies at
// c xor (column mod 8).
func referenceTiles(w []BF16, columns, depth int) []float64 {
	slices := blocks(depth, wgmmaSlice)
	out := make([]float64, WeightTilesBytes(columns, depth)/2)
	for column := range columns {
		for k := range depth {
			tile, r := column/wgmmaSide*slices+k/wgmmaSlice, column%wgmmaSide
			part := k%wgmmaSlice/8 ^ r%8
			out[(tile*wgmmaSide+r)*wgmmaSlice+8*part+k%8] = float64(w[column*depth+k].Float())
		}
	}
	return out
}
