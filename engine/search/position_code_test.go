package search

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestPositionCodeIsTheVectorRounded(t *testing.T) {
	if positionCode(time.Time{}) != nil {
		t.Error("a memory without a time got a code")
	}
	r := rand.New(rand.NewPCG(31, 1))
	times := []int64{0, 1, -1, math.MaxInt64, -1 << 62, epoch.UnixNano()}
	for range 200 {
		times = append(times, r.Int64N(2e18)-4e17) // 1957 to 2020
	}
	for _, at := range times {
		code, vector := positionCode(time.Unix(0, at)), positional(at)
		if len(code) != len(vector) {
			t.Fatalf("%d values, want %d", len(code), len(vector))
		}
		for i, v := range vector {
			if off := math.Abs(float64(code[i]) - float64(v)/positionScale); off > 0.58 { // 0.5 is rounding, the rest the table
				t.Fatalf("time %d, value %d: %d, vector has %v steps", at, i, code[i], float64(v)/positionScale)
			}
		}
	}
}

func BenchmarkPositionCode(b *testing.B) {
	for b.Loop() {
		positionCode(epoch)
	}
}
