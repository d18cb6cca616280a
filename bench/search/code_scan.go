package search

import (
	"math/rand/v2"

	"asterism/kernels"
)

// codeScan is the coarse scan's kernel over codes of one width: what a question costs before anything is looked at closely.
type codeScan struct {
	query  kernels.BitQuery
	failed []error // one a worker
}

// scanRows is how many codes one call of the kernel scores, as many as a chunk of the index has; the scores stay in the nearest cache.
const scanRows = 1024

func newCodeScan(words, workers int) (*codeScan, error) {
	r := rand.New(rand.NewPCG(9, 10))
	v := make([]float32, 64*words)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	q, err := kernels.NewBitQuery(v)
	return &codeScan{query: q, failed: make([]error, workers)}, err
}

// over scores all codes of the array, in blocks as they lie in the index.
func (s *codeScan) over(worker int, array []byte) {
	var out [scanRows]int32
	for width := s.query.Bytes(); len(array) >= kernels.CodesLen(1, width) && s.failed[worker] == nil; {
		n := min(scanRows, len(array)/width/kernels.CodeRows*kernels.CodeRows)
		s.failed[worker] = kernels.DotBits(s.query, array[:n*width], array[n*width:], out[:n])
		array = array[n*width:]
	}
}
