package check

import (
	"encoding/binary"
	"math"
)

// ReferencePackRow is the rule of [cuda.PackBytes] (steps 127) and [cuda.PackNibbles] (steps 7) for one row, operation by operation in float32 but for its length: the whole numbers,
// and the scale, which is negative or not finite where there is nothing to keep.
func ReferencePackRow(x []float32, steps, slack float32) (numbers []int, scale float32) {
	numbers = make([]int, len(x))
	greatest, squares := float32(0), 0.0
	for _, v := range x {
		greatest = max(greatest, float32(math.Abs(float64(v)))) // NaN stays
		squares += float64(v) * float64(v)
	}
	if greatest == 0 {
		return numbers, 0
	}
	if !(math.Abs(math.Sqrt(squares)-1) <= float64(slack)) {
		return numbers, float32(-squares)
	}
	inverse := steps / greatest
	for i, v := range x {
		numbers[i] = int(math.RoundToEven(float64(float32(v * inverse))))
	}
	return numbers, greatest / steps
}

// ReferenceHalf is the float16 nearest to a weight, ties to even and never below the least there is, found among all of them; NaN for a weight that none is near.
func ReferenceHalf(weight float32) uint16 {
	if !(weight > 0 && weight <= 65504) {
		return 0x7e00
	}
	low, high := uint16(0), uint16(0x7c00) // value(low) ≤ weight < value(high)
	for high-low > 1 {
		if middle := (low + high) / 2; halfValue(middle) <= float64(weight) {
			low = middle
		} else {
			high = middle
		}
	}
	below, above := float64(weight)-halfValue(low), halfValue(high)-float64(weight)
	if above < below || above == below && low%2 == 1 {
		low = high
	}
	return max(low, 1)
}

// halfValue is the number that a positive float16 stands for (IEEE 754-2008, binary16).
func halfValue(h uint16) float64 {
	if h < 0x400 {
		return math.Ldexp(float64(h), -24)
	}
	return math.Ldexp(float64(h&0x3ff|0x400), int(h>>10)-25)
}

// ReferencePackTerms is the rule of [cuda.PackTerms] for one record of [cuda.Pick].
func ReferencePackTerms(ids []int32, weights []float32, most int) []byte {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(ids)))
	for i := range most {
		out = binary.LittleEndian.AppendUint16(out, uint16(at(ids, i)))
	}
	for i := range most {
		half := uint16(0)
		if i < len(weights) {
			half = ReferenceHalf(weights[i])
		}
		out = binary.LittleEndian.AppendUint16(out, half)
	}
	return out
}

// at is the number at a place, 0 behind the last.
func at(v []int32, i int) int32 {
	if i < len(v) {
		return v[i]
	}
	return 0
}
