package kernels

// DotBits computes out[k] = Σⱼ w[j]·s[r][j] with r = pick[k], or r = k when pick is nil: w is the query in odd steps, and s is
// +1 where the row's bit is set and −1 where it is not. rows is row-major uint64[n][query.Words()], bit j%64 of word j/64
// belonging to component j. The numbers are whole and the same in every variant; times query.Unit() they estimate the
// dot product of the vector with the row's signs. The error names the shape that does not fit; nothing is computed then.
func DotBits(query BitQuery, rows []uint64, pick []int32, out []int32) error {
	if err := checkRows("dot bits", len(rows), query.words, pick, len(out)); err != nil {
		return err
	}
	if len(out) > 0 {
		dotBits(chosen, query, rows, pick, out)
	}
	return nil
}
