package kernels

// DotBits computes out[r] = Σⱼ w[j]·s[r][j] for the first len(out) rows of codes, laid out as [CodeRows] says: w is the query in odd steps,
// and s is +1 where the row's bit is set and −1 where it is not. For a [NewDistanceQuery] it is the number of bits that differ. The
// numbers are whole and the same in every variant; times query.Unit() they estimate the dot product of the vector with the row's signs.
// Rows behind the last one asked for may be written at the same time: what they hold reaches no result. next is what the caller will scan
// next, or nil: its beginning is fetched from memory meanwhile. The error names the shape that does not fit; nothing is computed then.
func DotBits(query BitQuery, codes, next []byte, out []int32) error {
	if err := checkCodes(len(codes), query.width, len(out)); err != nil {
		return err
	}
	if len(out) > 0 {
		dotBits(chosen, query, codes, next, out)
	}
	return nil
}
