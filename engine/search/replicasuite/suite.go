// Package replicasuite answers: does a replica meet its contract?
//
// A search with a replica must return what a search without it and with the same sizes returns. Only hits with nearly equal scores
// may be in another order.
package replicasuite

import (
	"testing"

	"asterism/engine/search"
	"asterism/models"
)

// Config says how replicas are made. Nil functions are not needed by the replica, or not supported: their tests are then skipped.
type Config struct {
	// Open makes an empty replica with memory for everything. tokens has the tokens of the memories that it is offered.
	Open func(t testing.TB, tokens search.TokenSource) search.Replica
	// Rows is the number of memories that the tests search; 0: a little more than three chunks. A fortieth is added, and the rows outside full chunks must not be more
	// than 512.
	Rows int
	// Settle waits until all chunks offered so far are copied.
	Settle func(t testing.TB, m search.Replica)

	// Short makes an empty replica that has memory for this many chunks (0: all), and none for the values of the named spaces.
	Short func(t testing.TB, tokens search.TokenSource, chunks int, without models.Set) search.Replica
	// Fail makes the methods of a replica's searchers fail after this many calls; −1: they no longer fail.
	Fail func(m search.Replica, after int)
	// Lose makes the replica behave as if the device were lost.
	Lose func(m search.Replica)
}

// suite is one run of the tests.
type suite struct {
	Config
	stock *stock
}

func newSuite(t *testing.T, c Config, more int) *suite {
	t.Helper()
	if c.Rows == 0 {
		c.Rows = 3*chunkRows + 300
	}
	if c.Settle == nil {
		c.Settle = func(testing.TB, search.Replica) {}
	}
	return &suite{c, newStock(t, c.Rows+more)}
}

// RunTogether runs the tests with concurrent searches and writes, which are worth running with the race detector.
func RunTogether(t *testing.T, c Config) {
	s := newSuite(t, c, chunkRows+200)
	t.Run("many at a time", s.manyAtATime)
	t.Run("writers at work", s.writers)
	t.Run("chunks go away during a search", s.goAway)
}

// Run runs all other tests of the contract.
func Run(t *testing.T, c Config) {
	s := newSuite(t, c, chunkRows)
	t.Run("one library", func(t *testing.T) { // of memories, which the tests do not change
		l := s.newLibrary(t, c.Open)
		tests := map[string]func(*testing.T, *library){
			"questions":         questions,
			"estimates alone":   estimatesAlone,
			"some are refined":  someRefined,
			"filters":           filters,
			"few rows":          fewRows,
			"directions":        directions,
			"absent spaces":     absentSpaces,
			"least similarity":  leastSimilarity,
			"exact, with ranks": exactRanks,
			"tokens alone":      tokensAlone,
			"ties":              ties,
			"first hits":        firstHits,
			"neighbours":        neighbours,
			"calls off":         callsOff,
			"comparing all":     comparesAll,
		}
		if c.Fail != nil {
			tests["failing at any call"] = s.fails
		}
		for name, test := range tests {
			t.Run(name, func(t *testing.T) { test(t, l) })
		}
		if l.spy.best.Load() == 0 || l.spy.tables.Load() == 0 || l.spy.counts.Load() == 0 || l.spy.tokens.Load() == 0 {
			t.Error("the replica was hardly asked: the tests are of no use")
		}
		kept(t, l)
	})
	t.Run("cold chunks", s.cold)
	if c.Short != nil {
		t.Run("room for some chunks", s.someChunks)
		t.Run("room for some spaces", s.someSpaces)
	}
	if c.Lose != nil {
		t.Run("lost", s.lost)
	}
}
