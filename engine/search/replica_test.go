package search_test

import (
	"testing"

	"asterism/engine/search"
	"asterism/engine/search/replicasuite"
	"asterism/models"
)

var reference = replicasuite.Config{
	Open: func(_ testing.TB, tokens search.TokenSource) search.Replica { return search.NewReference(tokens, 0, 0) },
	Short: func(_ testing.TB, tokens search.TokenSource, chunks int, without models.Set) search.Replica {
		return search.NewReference(tokens, chunks, without)
	},
	Fail: func(m search.Replica, after int) { m.(*search.Reference).Fail(after) },
	Lose: func(m search.Replica) { m.(*search.Reference).Lose() },
}

// The contract of replicas, tested with one in plain Go; and that a search with it returns what a search
// without returns.
func TestMirror(t *testing.T) { replicasuite.Run(t, reference) }

// Concurrent searches with a replica while writers run.
func TestMirrorTogether(t *testing.T) {
	c := reference
	c.Rows = chunkRows + 300 // one chunk is full from the start: the race detector makes everything ten times as slow
	replicasuite.RunTogether(t, c)
}

const chunkRows = 1024
