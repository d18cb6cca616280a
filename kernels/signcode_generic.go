package kernels

// signCodeGeneric is the reference of SignCode.
func signCodeGeneric(v []int8, code []uint64) (squares, size int32) {
	for i := range code {
		word := uint64(0)
		for j, x := range v[64*i:][:64] {
			word |= uint64(uint8(-x)>>7&^(uint8(x)>>7)) << j // −x is below zero and x is not
			size += max(int32(x), -int32(x))
		}
		code[i] = word
	}
	for _, x := range v {
		squares += int32(x) * int32(x)
	}
	return squares, size
}
