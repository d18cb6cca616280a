//go:build !cgo || !(amd64 || arm64)

package kernels

func dotI8(_ variant, query Query16, rows []int8, scales []float32, pick []int32, out []float32) {
	dotI8Generic(query, rows, scales, pick, out)
}

func hamming(_ variant, query, rows []uint64, pick []int32, out []int32) {
	hammingGeneric(query, rows, pick, out)
}

func dotBits(_ variant, query BitQuery, codes, _ []byte, out []int32) {
	dotBitsGeneric(query, codes, out)
}

func signCode(_ variant, values []int8, code []uint64) (squares, size int32) {
	return signCodeGeneric(values, code)
}

func maxSim(_ variant, query tokenQuery, tokens []byte, scales []float32, offsets []int32, out []float32) {
	maxSimGeneric(query, tokens, scales, offsets, out)
}

func above(_ variant, values []float32, bar float32, found []int32) int {
	return aboveGeneric(values, bar, found)
}

func addScaled(_ variant, sums []float32, values []int32, factors []uint16, scale, offset float32) {
	addScaledGeneric(sums, values, factors, scale, offset)
}

func addGreater(_ variant, sums, a, b []float32, scale, offset float32) {
	addGreaterGeneric(sums, a, b, scale, offset)
}

func bundle(_ variant, v *Votes, out []uint64) { bundleGeneric(v, out) }
