// Package replicasuite answers: does a replica keep its contract?
//
// A search with a replica must answer as one without that is made in the same sizes, up to what rounding does to nearly equal scores.
package replicasuite

import (
	"testing"

	"asterism/engine/search"
	"asterism/models"
)

// Config says how replicas are made. Functions that are nil are not needed by the replica, or not offered: what they would show is then not looked at.
type Config struct {
	// Open makes an empty replica with room for everything. Tokens are those of the memories that it is offered.
	Open func(t testing.TB, tokens search.TokenSource) search.Replica
	// Rows is how many memories the tests search; 0: some more than three chunks hold. A fortieth comes on top, and what is not in full chunks must not be more than 512.
	Rows int
	// Settle waits until what was offered so far is copied.
	Settle func(t testing.TB, m search.Replica)

	// Short makes an empty replica that has room for so many chunks (0: all), and none for the values of the spaces named.
	Short func(t testing.TB, tokens search.TokenSource, chunks int, without models.Set) search.Replica
	// Fail makes a replica's looks fail after so many of their calls; −1: no more.
	Fail func(m search.Replica, after int)
	// Lose makes it as if the device had gone.
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

// RunTogether runs the tests in which several search and write at a time: those that are worth the race detector.
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
