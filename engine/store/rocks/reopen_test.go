package rocks

import (
	"path/filepath"
	"testing"

	"asterism/engine/store/suite"
)

// TestReadingLeavesNoLogs: a store that is opened and closed and not written has at most the log of the last opening, and what was in a log before is there.
func TestReadingLeavesNoLogs(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	mustRemember(t, s, suite.Sample(1), suite.Sample(2))
	for range 6 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = mustOpen(t, dir)
		mustBeWhole(t, s, 2)
	}
	logs, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil || len(logs) != 1 {
		t.Errorf("logs %v, error %v; want that of this opening", logs, err)
	}
	mustRemember(t, s, suite.Sample(3))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	defer s.Close()
	mustBeWhole(t, s, 3)
}
