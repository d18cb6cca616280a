package rocks

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// TestTornLog cuts the log at many places, as a power cut may leave a file that was being written. The store opens with the memories up to some point, every one of them complete, and a
// longer log gives more memories. Nothing after that point is half there.
func TestTornLog(t *testing.T) {
	t.Parallel()
	const memories = 12
	dir := t.TempDir()
	live := filepath.Join(dir, "live")
	s := mustOpen(t, live)
	for n := range memories {
		mustRemember(t, s, suite.Sample(n))
	}
	crashed := filepath.Join(dir, "crashed") // as it is on disk while it is still open
	if err := os.CopyFS(crashed, os.DirFS(live)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	logs, err := filepath.Glob(filepath.Join(crashed, "*.log"))
	if err != nil || len(logs) != 1 {
		t.Fatalf("logs %v, %v", logs, err)
	}
	whole, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	const cuts = 24
	last := -1
	for i := range cuts + 1 {
		torn := filepath.Join(dir, "torn")
		if err := os.CopyFS(torn, os.DirFS(crashed)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(torn, filepath.Base(logs[0])), whole[:len(whole)*i/cuts], 0o600); err != nil {
			t.Fatal(err)
		}
		s := mustOpen(t, torn)
		report, err := s.Check(context.Background(), nil)
		if err != nil || report.Err() != nil {
			t.Fatalf("cut at %d of %d: %v, %v", i, cuts, err, report.Err())
		}
		for n := range report.Memories {
			if _, err := store.One(context.Background(), s, suite.Everything, suite.ID(n)); err != nil {
				t.Errorf("cut at %d of %d: %d memories are there, and not number %d: %v", i, cuts, report.Memories, n, err)
			}
		}
		if report.Memories < last {
			t.Errorf("cut at %d of %d: %d memories, and %d with less of the log", i, cuts, report.Memories, last)
		}
		last = report.Memories
		s.Close()
		if err := os.RemoveAll(torn); err != nil {
			t.Fatal(err)
		}
	}
	if last != memories {
		t.Errorf("with the whole log there are %d memories, want %d", last, memories)
	}
}
