package card

import (
	"testing"

	"asterism/engine/search"
	"asterism/engine/search/mirrorsuite"
	"asterism/kernels/cuda"
	"asterism/models"
)

// suited is a mirror with what the suite may do to its card.
type suited struct {
	*Mirror
	faults *faults
}

// config makes mirrors for the suite, on emulated cards.
func config() mirrorsuite.Config {
	open := func(t testing.TB, tokens search.TokenSource, chunks int, without models.Set) search.Mirror {
		f := newFaults()
		return &suited{openEmulated(t, Options{Open: f.open, Tokens: tokens, Trusted: true, without: without, most: chunks}), f}
	}
	return mirrorsuite.Config{
		Open:   func(t testing.TB, tokens search.TokenSource) search.Mirror { return open(t, tokens, 0, 0) },
		Rows:   2*cuda.SeatRows + 400,
		Settle: func(t testing.TB, m search.Mirror) { settle(t, m.(*suited).Mirror) },
		Short:  open,
		Lose:   func(m search.Mirror) { m.(*suited).faults.lost.Store(true) },
	}
}

// TestMirrorSuite: the card keeps the contract of a mirror.
func TestMirrorSuite(t *testing.T) { mirrorsuite.Run(t, config()) }

// TestSuiteTogether: also when many search at a time, and chunks come and go.
func TestSuiteTogether(t *testing.T) { mirrorsuite.RunTogether(t, config()) }
