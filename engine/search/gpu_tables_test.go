package search

import (
	"asterism/engine/temporal"
	"encoding/binary"
	"math"
	"testing"

	"asterism/kernels/cuda"
)

// reading reads numbers from a table.
type reading struct{ rest []byte }

func (r *reading) float32() float32 {
	x := math.Float32frombits(binary.LittleEndian.Uint32(r.rest))
	r.rest = r.rest[4:]
	return x
}

func (r *reading) float64() float64 {
	x := math.Float64frombits(binary.LittleEndian.Uint64(r.rest))
	r.rest = r.rest[8:]
	return x
}

// The GPU kernels' lookup tables equal those here, bit for bit.
func TestGPUsScanTablesAreTheSame(t *testing.T) {
	r := &reading{cuda.ScanTables()}
	for i := range ageEntries {
		if recent, positional := r.float32(), r.float32(); recent != ages().recent[i] || positional != ages().positional[i] {
			t.Fatalf("age %d: %v and %v, want %v and %v", i, recent, positional, ages().recent[i], ages().positional[i])
		}
	}
	table := dirichletTable()
	for i := range len(table) / 2 {
		x, other := r.float32(), table[len(table)-1-i] // which the GPU uses for it
		if x != table[i] || math.Abs(float64(x-other)) > 1e-6 {
			t.Fatalf("turn %d: %v, want %v and nearly %v", i, x, table[i], other)
		}
	}
}

func TestGPUsCompareTablesAreTheSame(t *testing.T) {
	r := &reading{cuda.CompareTables()}
	for i, want := range temporal.Rates {
		if x := r.float64(); x != want {
			t.Errorf("rate %d is %v, want %v", i, x, want)
		}
	}
	for i, want := range temporal.Periods {
		if x := r.float64(); x != float64(want) {
			t.Errorf("period %d is %v, want %v", i, x, want)
		}
	}
	for i, want := range temporal.Periods {
		if x := r.float64(); x != 1/float64(want) {
			t.Errorf("one over period %d is %v, want %v", i, x, 1/float64(want))
		}
	}
	for i, want := range temporal.Cosines().Steps {
		if x := r.float64(); x != want {
			t.Fatalf("step %d is %v, want %v", i, x, want)
		}
	}
	for i, want := range temporal.Cosines().Cosine {
		if x := r.float32(); x != want {
			t.Fatalf("cosine %d is %v, want %v", i, x, want)
		}
	}
	for i, want := range temporal.Dirichlet() {
		if x := r.float32(); x != want {
			t.Fatalf("Dirichlet kernel at %d is %v, want %v", i, x, want)
		}
	}
}
