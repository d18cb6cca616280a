//go:build cgo && (amd64 || arm64)

package kernels

// #cgo CFLAGS: -O3 -std=c11
// #cgo noescape ak_dot_i8
// #cgo nocallback ak_dot_i8
// #cgo noescape ak_hamming
// #cgo nocallback ak_hamming
// #cgo noescape ak_dot_bits
// #cgo nocallback ak_dot_bits
// #cgo noescape ak_sign_code
// #cgo nocallback ak_sign_code
// #cgo noescape ak_maxsim
// #cgo nocallback ak_maxsim
// #cgo noescape ak_above
// #cgo nocallback ak_above
// #cgo noescape ak_add_scaled
// #cgo nocallback ak_add_scaled
// #cgo noescape ak_add_greater
// #cgo nocallback ak_add_greater
// #cgo noescape ak_bundle
// #cgo nocallback ak_bundle
// #include "kernels.h"
import "C"

import "unsafe"

func dotI8(v variant, query Query16, rows []int8, scales []float32, pick []int32, out []float32) {
	if v == plain {
		dotI8Generic(query, rows, scales, pick, out)
		return
	}
	C.ak_dot_i8(C.int32_t(v), (*C.int16_t)(unsafe.SliceData(query.values)), C.float(query.unit),
		(*C.int8_t)(unsafe.SliceData(rows)), C.int64_t(len(query.values)), (*C.float)(unsafe.SliceData(scales)), (*C.int32_t)(unsafe.SliceData(pick)),
		C.int64_t(len(out)), (*C.float)(unsafe.SliceData(out)))
}

func hamming(v variant, query, rows []uint64, pick []int32, out []int32) {
	if v == plain {
		hammingGeneric(query, rows, pick, out)
		return
	}
	C.ak_hamming(C.int32_t(v), (*C.uint64_t)(unsafe.SliceData(query)), (*C.uint64_t)(unsafe.SliceData(rows)),
		C.int64_t(len(query)), (*C.int32_t)(unsafe.SliceData(pick)), C.int64_t(len(out)), (*C.int32_t)(unsafe.SliceData(out)))
}

func dotBits(v variant, query BitQuery, codes, next []byte, out []int32) {
	if v == plain {
		dotBitsGeneric(query, codes, out)
		return
	}
	C.ak_dot_bits(C.int32_t(v), (*C.uint8_t)(unsafe.SliceData(query.tables)), C.int64_t(query.width), C.int32_t(query.times), C.int32_t(query.least),
		(*C.uint8_t)(unsafe.SliceData(codes)), (*C.uint8_t)(unsafe.SliceData(next)), C.int64_t(len(out)), (*C.int32_t)(unsafe.SliceData(out)))
}

func signCode(v variant, values []int8, code []uint64) (squares, size int32) {
	if v == plain {
		return signCodeGeneric(values, code)
	}
	var sums [2]int32
	C.ak_sign_code(C.int32_t(v), (*C.int8_t)(unsafe.SliceData(values)), C.int64_t(len(values)), (*C.uint64_t)(unsafe.SliceData(code)),
		C.int64_t(len(code)), (*C.int32_t)(&sums[0]))
	return sums[0], sums[1]
}

func maxSim(v variant, query tokenQuery, tokens []byte, scales []float32, offsets []int32, out []float32) {
	if v == plain {
		maxSimGeneric(query, tokens, scales, offsets, out)
		return
	}
	pairs, start := query.pairs, query.start
	if pairs == nil {
		pairs, start = query.grouped()
	}
	best := make([]float32, len(start))
	C.ak_maxsim(C.int32_t(v), (*C.int16_t)(unsafe.SliceData(pairs)), (*C.int32_t)(unsafe.SliceData(start)),
		(*C.float)(unsafe.SliceData(query.units)), C.int64_t(len(query.units)), (*C.uint8_t)(unsafe.SliceData(tokens)),
		(*C.float)(unsafe.SliceData(scales)), (*C.int32_t)(unsafe.SliceData(offsets)), C.int64_t(len(out)),
		(*C.float)(unsafe.SliceData(best)), (*C.float)(unsafe.SliceData(out)))
}

func above(v variant, values []float32, bar float32, found []int32) int {
	if v == plain {
		return aboveGeneric(values, bar, found)
	}
	return int(C.ak_above(C.int32_t(v), (*C.float)(unsafe.SliceData(values)), C.int64_t(len(values)), C.float(bar),
		(*C.int32_t)(unsafe.SliceData(found))))
}

func addScaled(v variant, sums []float32, values []int32, factors []uint16, scale, offset float32) {
	if v == plain {
		addScaledGeneric(sums, values, factors, scale, offset)
		return
	}
	C.ak_add_scaled(C.int32_t(v), (*C.float)(unsafe.SliceData(sums)), (*C.int32_t)(unsafe.SliceData(values)),
		(*C.uint16_t)(unsafe.SliceData(factors)), C.float(scale), C.float(offset), C.int64_t(len(sums)))
}

func addGreater(v variant, sums, a, b []float32, scale, offset float32) {
	if v == plain {
		addGreaterGeneric(sums, a, b, scale, offset)
		return
	}
	C.ak_add_greater(C.int32_t(v), (*C.float)(unsafe.SliceData(sums)), (*C.float)(unsafe.SliceData(a)), (*C.float)(unsafe.SliceData(b)),
		C.float(scale), C.float(offset), C.int64_t(len(sums)))
}

func bundle(variant variant, v *Votes, out []uint64) {
	if variant == plain {
		bundleGeneric(v, out)
		return
	}
	C.ak_bundle(C.int32_t(variant), (*C.uint64_t)(unsafe.SliceData(v.Rows)), (*C.int32_t)(unsafe.SliceData(v.Letters)), C.int64_t(len(v.Letters)),
		(*C.uint64_t)(unsafe.SliceData(v.Tie)), C.int64_t(v.With), C.int64_t(v.Without), C.int64_t(len(out)), (*C.uint64_t)(unsafe.SliceData(out)))
}
