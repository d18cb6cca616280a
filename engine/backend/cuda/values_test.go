package cuda

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
)

func bytesOf(v ...float32) []byte { return bytesOfFloats(v) }

// laidOut is a layout of rows 0, 1, 2 … with so many tokens each.
func laidOut(role batch.Role, lengths ...int) *layout {
	l := newLayout(role)
	for row, n := range lengths {
		ids := make([]int32, n)
		for i := range ids {
			ids[i] = int32(i)
		}
		l.rows = append(l.rows, row)
		l.text(ids, nil, n, 0)
	}
	return l.closed()
}

// TestDenseValues: zeros are absent, and what is no unit vector is an error that names the row.
func TestDenseValues(t *testing.T) {
	nan := float32(math.NaN())
	for name, c := range map[string]struct {
		data []byte
		want [][]float32
		says string
	}{
		"two":        {bytesOf(0.6, 0.8, 1, 0), [][]float32{{0.6, 0.8}, {1, 0}}, ""},
		"one absent": {bytesOf(0, 0, 1, 0), [][]float32{nil, {1, 0}}, ""},
		"NaN":        {bytesOf(1, 0, nan, 0), nil, "row 1"},
		"too long":   {bytesOf(1, 1, 1, 0), nil, "row 0"},
		"infinite":   {bytesOf(float32(math.Inf(1)), 0, 1, 0), nil, "row 0"},
	} {
		out := make([]fingerprint.Value, 2)
		err := denseValues(laidOut(batch.Passage, 1, 1), c.data, 2, outcome{values: out})
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: error is %v, want one that says %q", name, err, c.says)
			}
			continue
		}
		for i, want := range c.want {
			if err != nil || !slices.Equal(out[i].Dense, want) || (want == nil) != out[i].Absent() {
				t.Errorf("%s: row %d is %v (%v), want %v", name, i, out[i].Dense, err, want)
			}
		}
	}
}

// TestTokenValues: memories lose the tokens that the model skips, questions keep them, and vectors of zeros are dropped.
func TestTokenValues(t *testing.T) {
	b := &colbert{narrow: dense{out: 2}, skip: map[int32]bool{1: true}}
	data := bytesOf(1, 0, 0, 1, 0, 0, 0.6, 0.8)
	for role, want := range map[batch.Role][]float32{batch.Passage: {1, 0, 0.6, 0.8}, batch.Query: {1, 0, 0, 1, 0.6, 0.8}} {
		out := make([]fingerprint.Value, 1)
		if err := b.values(laidOut(role, 4), data, outcome{values: out}); err != nil || !slices.Equal(out[0].Vectors, want) {
			t.Errorf("role %d: vectors %v (%v), want %v", role, out[0].Vectors, err, want)
		}
	}
	if err := b.values(laidOut(batch.Query, 1), bytesOf(float32(math.NaN()), 0), outcome{values: make([]fingerprint.Value, 1)}); err == nil {
		t.Error("a vector with NaN is no error")
	}
}

// FuzzTerms: whatever comes back of the GPU, it is an error or a sparse value that keeps the contract.
func FuzzTerms(f *testing.F) {
	s := &splade{bert: &bert{texts: texts{vocabulary: 100}}, most: 5}
	record := func(n, id uint32, weight float32) []byte {
		out := make([]byte, 4*cuda.PickRecord(s.most))
		binary.LittleEndian.PutUint32(out, n)
		binary.LittleEndian.PutUint32(out[4:], id)
		binary.LittleEndian.PutUint32(out[4*(1+s.most):], math.Float32bits(weight))
		return out
	}
	for _, seed := range [][]byte{record(0, 0, 0), record(1, 99, 2), record(1, 100, 2), record(1, 1<<31, 2), record(6, 1, 1), record(1<<31, 1, 1),
		record(1, 3, float32(math.NaN())), record(1, 3, float32(math.Inf(1))), record(2, 3, 1), record(1, 3, -1)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4*cuda.PickRecord(s.most) {
			return
		}
		terms, err := s.terms(data)
		if err != nil {
			return
		}
		for i, term := range terms {
			if int(term.ID) >= s.vocabulary || !(term.Weight > 0 && term.Weight <= math.MaxFloat32) || i > 0 && terms[i-1].ID >= term.ID {
				t.Fatalf("terms %v", terms)
			}
		}
	})
}
