package kernels

// Hamming computes out[k] = Σⱼ popcount(query[j] ⊕ rows[r·w+j]) with r = pick[k], or r = k when pick is nil; w = len(query)
// words. rows is row-major uint64[n][w]. The error names the shape that does not fit; nothing is computed then.
func Hamming(query, rows []uint64, pick []int32, out []int32) error {
	if err := checkRows("hamming", len(rows), len(query), pick, len(out)); err != nil {
		return err
	}
	if len(out) > 0 {
		hamming(chosen, query, rows, pick, out)
	}
	return nil
}
