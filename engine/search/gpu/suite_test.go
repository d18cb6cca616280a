package gpu

import (
	"testing"

	"asterism/engine/search"
	"asterism/engine/search/replicasuite"
	"asterism/kernels/cuda"
	"asterism/models"
)

// suited is a replica with the functions that the suite calls to disturb its GPU.
type suited struct {
	*Replica
	faults *faults
}

// config makes replicas for the suite, on emulated GPUs.
func config() replicasuite.Config {
	open := func(t testing.TB, tokens search.TokenSource, chunks int, without models.Set) search.Replica {
		f := newFaults()
		return &suited{openEmulated(t, Options{Open: f.open, Tokens: tokens, SkipTrial: true, without: without, maxChunks: chunks}), f}
	}
	return replicasuite.Config{
		Open:   func(t testing.TB, tokens search.TokenSource) search.Replica { return open(t, tokens, 0, 0) },
		Rows:   2*cuda.SeatRows + 400,
		Settle: func(t testing.TB, m search.Replica) { waitCopied(t, m.(*suited).Replica) },
		Short:  open,
		Lose:   func(m search.Replica) { m.(*suited).faults.lost.Store(true) },
	}
}

// TestMirrorSuite: the GPU meets the contract of a replica.
func TestMirrorSuite(t *testing.T) { replicasuite.Run(t, config()) }

// TestSuiteTogether: also with many concurrent searches while chunks are added and
// dropped.
func TestSuiteTogether(t *testing.T) { replicasuite.RunTogether(t, config()) }
