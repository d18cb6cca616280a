package cuda_test

import (
	"math"
	"testing"

	. "asterism/kernels/cuda"
)

func TestMaxSimQuery(t *testing.T) {
	for _, vectors := range []int{1, 32, 33, MostTokenVectors} {
		data, err := MaxSimQuery(make([]float32, 128*vectors))
		if err != nil || len(data) != MaxSimQueryBytes(vectors) || len(data)%16 != 0 {
			t.Errorf("%d vectors: %d bytes, want %d: %v", vectors, len(data), MaxSimQueryBytes(vectors), err)
		}
	}
	broken := make([]float32, 128)
	broken[5] = float32(math.NaN())
	for name, query := range map[string][]float32{
		"nothing": nil, "no whole vector": make([]float32, 127), "not a number": broken, "too many vectors": make([]float32, 128*(MostTokenVectors+1)),
	} {
		if _, err := MaxSimQuery(query); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
