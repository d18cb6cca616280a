package main

import (
	"log/slog"
	"os"

	cudabackend "asterism/engine/backend/cuda"
	"asterism/engine/search"
	"asterism/engine/search/card"
	"asterism/kernels/cuda"
)

// openIndex starts what keeps the index's copy on the GPU.
func openIndex(e *env, tokens search.TokenSource) (*card.Mirror, error) {
	n, err := e.ordinal()
	if err != nil {
		return nil, err
	}
	o := card.Options{Open: func() (cuda.Machine, error) { return cudabackend.OpenGPU(n) }, Tokens: tokens, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	if e.small {
		o.Least = 1
	}
	return card.Open(o)
}
