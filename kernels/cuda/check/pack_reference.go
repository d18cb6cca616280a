package check

import (
	"encoding/binary"
	"math"
)

// ReferencePackRow is the rule of [cuda.PackBytes] (steps 127) and [cuda.PackNibbles] (steps 7) for one row, operation by operation in float32 except for its length: the whole
// numbers, and the step between them, which is negative or not finite if the row cannot be packed. For bytes the step is the scale.
func ReferencePackRow(x []float32, steps, slack float32) (numbers []int, step float32) {
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

// ReferenceScale is the scale of a row of [cuda.PackNibbles]: with it the row's product with its packed form is its squared length. Each sum is rounded as in the kernel: eight
// numbers in a row are a word, every 32nd word belongs to a lane, and lanes are added by halves.
func ReferenceScale(x []float32, numbers []int) float32 {
	sum := func(of func(i int) float64) float64 {
		lanes := make([]float64, 32)
		for word := 0; word < len(x)/8; word++ {
			part := 0.0
			for i := range 8 {
				part += of(8*word + i)
			}
			lanes[word%32] += part
		}
		for ; len(lanes) > 1; lanes = lanes[:len(lanes)/2] {
			for i, v := range lanes[len(lanes)/2:] {
				lanes[i] += v
			}
		}
		return lanes[0]
	}
	square := sum(func(i int) float64 { return float64(x[i]) * float64(x[i]) })
	return float32(square / sum(func(i int) float64 { return float64(x[i]) * float64(numbers[i]) }))
}

// ReferenceHalf is the float16 nearest to a weight, ties to even and never below the least one, by a search among all of them; NaN for a weight that is out of range.
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
