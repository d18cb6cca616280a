package main

import (
	"log/slog"
	"os"

	cudabackend "asterism/engine/backend/cuda"
	"asterism/engine/search"
	"asterism/engine/search/gpu"
	"asterism/kernels/cuda"
)

// openIndex starts what keeps the index's copy on the GPU.
func openIndex(e *env, tokens search.TokenSource) (*gpu.Replica, error) {
	n, err := e.ordinal()
	if err != nil {
		return nil, err
	}
	o := gpu.Options{Open: func() (cuda.Machine, error) { return cudabackend.OpenGPU(n) }, Tokens: tokens, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	if e.small {
		o.MinMemories = 1
	}
	return gpu.Open(o)
}
