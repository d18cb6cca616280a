package journal_test

import (
	"context"
	"errors"
	"testing"

	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/journal/suite"
)

func TestMemoryKeepsTheContract(t *testing.T) {
	suite.Run(t, func(testing.TB) func() journal.Journal {
		m := journal.NewMemory()
		return func() journal.Journal { return m }
	}, 1<<20)
}

// TestFaults: an append fails as the test requested, and a repeated append settles it.
func TestFaults(t *testing.T) {
	ctx, m := context.Background(), journal.NewMemory()
	m.Fail(journal.Down, journal.LostRecord, journal.LostAnswer)
	for _, want := range []error{journal.ErrUnavailable, journal.ErrUnknown, journal.ErrUnknown} {
		if _, err := m.Append(ctx, 0, "a", nil); !errors.Is(err, want) {
			t.Fatalf("%v, want %v", err, want)
		}
	}
	if place, err := m.Append(ctx, 0, "a", nil); place != 1 || err != nil {
		t.Errorf("settled it stands at %d, %v", place, err)
	}
}
