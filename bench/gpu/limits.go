package main

import (
	"asterism/bench/report"
	"asterism/kernels/cuda/check"
)

// limits are what the GPU at hand does at best, measured in the same run; 0 is unknown.
type limits struct {
	FLOPs float64 // a second, of a dense matrix product in bf16
	Bytes float64 // a second, read and written by a copy within the GPU's memory
}

// The rows of the limits.
const (
	matmulRow = "gpu_dense_matmul_tflops"
	copyRow   = "gpu_copy_gb_per_s"
)

// learn takes the limits from the rows of the part that measured them.
func (l *limits) learn(rows []report.Row) {
	for _, r := range rows {
		switch r.Name {
		case matmulRow:
			l.FLOPs = r.Value * 1e12
		case copyRow:
			l.Bytes = r.Value * 1e9
		}
	}
}

// seconds is the least time that so much work takes; 0 while a limit that counts is unknown.
func (l *limits) seconds(w check.Work) float64 {
	flops := w.FLOPs + w.ByteOps/2
	if flops > 0 && l.FLOPs == 0 || w.Bytes > 0 && l.Bytes == 0 {
		return 0
	}
	var least float64
	if flops > 0 {
		least = flops / l.FLOPs
	}
	if w.Bytes > 0 {
		least = max(least, w.Bytes/l.Bytes)
	}
	return least
}
