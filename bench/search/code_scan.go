package main

import (
	"math/rand/v2"

	"asterism/kernels"
)

// codeScan is the coarse scan's kernel over codes of one width: what a question costs before anything is looked at closely.
type codeScan struct {
	query  kernels.BitQuery
	failed []error // one a worker
}

// scanRows is how many codes one call of the kernel scores; the scores stay in the nearest cache.
const scanRows = 2048

func newCodeScan(words, workers int) (*codeScan, error) {
	r := rand.New(rand.NewPCG(9, 10))
	v := make([]float32, 64*words)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	q, err := kernels.NewBitQuery(v)
	return &codeScan{query: q, failed: make([]error, workers)}, err
}

// over scores all codes of the array.
func (s *codeScan) over(worker int, array []uint64) {
	var out [scanRows]int32
	w := s.query.Words()
	for len(array) >= w && s.failed[worker] == nil {
		n := min(scanRows, len(array)/w)
		s.failed[worker] = kernels.DotBits(s.query, array[:n*w], nil, out[:n])
		array = array[n*w:]
	}
}
