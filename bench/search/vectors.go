package search

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"unsafe"

	"asterism/bench/mixture"
	"asterism/models"
)

// vectors are E1's values of mixtures before they are quantised, and of questions, with the exact answer to each question.
type vectors struct {
	n, width int
	numbers  []float32 // [n][width], each row of length 1
	queries  [][]float32
	truth    [][]int // the numbers of the TopK nearest, nearest first
}

func newVectors(ctx context.Context, m *mixture.Mixer, n, questions int) (*vectors, error) {
	v := &vectors{n: n, width: models.Semantic.Info().Width}
	v.numbers = make([]float32, n*v.width)
	err := inParallel(ctx, "mix vectors of E1", n, func(from, to int) error {
		for i := from; i < to; i++ {
			copy(v.numbers[i*v.width:], m.Semantic(i))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, q := range m.Base.Questions[:min(questions, len(m.Base.Questions))] {
		v.queries = append(v.queries, q.Values[models.Semantic].Dense)
	}
	v.truth = make([][]int, len(v.queries))
	return v, inSteps(ctx, "find the exact nearest", len(v.queries), 1, func(from, to int) error {
		for q := from; q < to; q++ {
			v.truth[q] = v.nearest(v.queries[q])
		}
		return nil
	})
}

// nearest are the TopK greatest dot products, summed in float64; equal ones in the order of their numbers.
func (v *vectors) nearest(query []float32) []int {
	type scored struct {
		number int
		dot    float64
	}
	best := make([]scored, 0, mixture.TopK+1)
	for i := range v.n {
		d := dot64(query, v.numbers[i*v.width:(i+1)*v.width])
		if len(best) == mixture.TopK && d <= best[mixture.TopK-1].dot {
			continue
		}
		at := slices.IndexFunc(best, func(s scored) bool { return d > s.dot })
		if at < 0 {
			at = len(best)
		}
		best = slices.Insert(best, at, scored{i, d})
		best = best[:min(mixture.TopK, len(best))]
	}
	out := make([]int, len(best))
	for i, s := range best {
		out[i] = s.number
	}
	return out
}

// dot64 has four sums so that the additions need not wait for each other; widths are multiples of four.
func dot64(a, b []float32) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float64(a[0]) * float64(b[0])
		s1 += float64(a[1]) * float64(b[1])
		s2 += float64(a[2]) * float64(b[2])
		s3 += float64(a[3]) * float64(b[3])
		a, b = a[4:], b[4:]
	}
	return s0 + s1 + s2 + s3
}

// write puts the vectors into a file as hnswlib.cpp reads it.
func (v *vectors) write(path string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriterSize(f, 1<<20)
	head := binary.LittleEndian.AppendUint64(nil, uint64(v.n))
	head = binary.LittleEndian.AppendUint64(head, uint64(len(v.queries)))
	w.Write(binary.LittleEndian.AppendUint64(head, uint64(v.width))) // its error is Flush's
	w.Write(floatBytes(v.numbers))
	for _, q := range v.queries {
		if len(q) != v.width {
			return fmt.Errorf("write vectors: a question has %d numbers, want %d", len(q), v.width)
		}
		w.Write(floatBytes(q))
	}
	return w.Flush()
}

// floatBytes are the numbers as this machine holds them; both sides of the file are on it.
func floatBytes(v []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), 4*len(v))
}
