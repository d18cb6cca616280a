package rocks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// secret returns a memory whose texts occur nowhere else; version 2 has another text than version 1.
func secret(version uint64) *store.Memory {
	m := suite.Sample(500)
	m.ID, m.Version = suite.ID(150), version
	m.Content, m.Rationale = "zanzibar-content", "zanzibar-rationale"
	m.Tags, m.SessionID, m.Source = []string{"zanzibar-tag"}, "zanzibar-session", "zanzibar-source"
	m.Links = []store.ID{suite.ID(10)}
	m.TextHash = [32]byte([]byte("zanzibar-hash-of-version-" + string(rune('0'+version)) + "......"))
	m.Time = m.Time.Add(time.Duration(version) * time.Hour)
	return m
}

// spread writes 300 memories and two versions of the secret one, over several files of each family, and links to it.
func spread(t testing.TB, s *Store) {
	t.Helper()
	for n := range 300 {
		m := suite.Sample(n)
		switch n {
		case 150:
			m = secret(1)
		case 151, 152:
			m.Links = []store.ID{suite.ID(150)}
		}
		mustRemember(t, s, m)
		if n == 200 {
			mustRemember(t, s, secret(2))
		}
		if n > 0 && n < 150 { // edges between these and the secret one are added when it is stored
			mustApply(t, s, suite.Learn(n, n-1, .5))
		}
		if n > 200 && n%7 == 0 {
			mustApply(t, s, suite.Learn(n, 150, .5), suite.Propose(150, 300-n, .25), suite.Learn(n-1, n, .125))
		}
		if n%60 == 59 {
			if err := s.Put(context.Background(), store.Entry{Shelf: store.ShelfGoals, Key: []byte("goal"), Value: fmt.Appendf(nil, "zanzibar-goal %d", n)}); err != nil {
				t.Fatal(err)
			}
			if err := s.d.flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	mustHaveSecretEdges(t, s)
}

// removeGoal removes the entry with the secret word from its shelf: a scrub also removes the bytes of removed entries.
func removeGoal(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Put(context.Background(), store.Entry{Shelf: store.ShelfGoals, Key: []byte("goal")}); err != nil {
		t.Fatal(err)
	}
}

func mustApply(t testing.TB, s *Store, cmds ...store.Command) {
	t.Helper()
	if err := s.Apply(context.Background(), cmds...); err != nil {
		t.Fatal(err)
	}
}

// mustHaveSecretEdges checks that there is something to purge: edges of both kinds, and as both ends.
func mustHaveSecretEdges(t testing.TB, s *Store) {
	t.Helper()
	id := suite.ID(150)
	out, _, err := s.Edges(context.Background(), id)
	before, behind := 0, 0
	for _, e := range learned(out) {
		if bytes.Compare(e.Other[:], id[:]) < 0 {
			before++
		} else {
			behind++
		}
	}
	if err != nil || before == 0 || behind == 0 {
		t.Fatalf("the secret memory has %d edges to smaller ids and %d to larger, error %v", before, behind, err)
	}
}

// filesWith returns the files of a directory that contain one of the words.
func filesWith(t testing.TB, dir string, words ...string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && d.IsDir() {
			return nil
		}
		if err != nil {
			return err
		}
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) { // merged into another during the search
			return nil
		}
		for _, w := range words {
			if bytes.Contains(b, []byte(w)) {
				found = append(found, filepath.Base(path)+" has "+w)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestScrubLeavesNoTrace looks for a purged memory in three ways: in the bytes of all files; in every key and value; and,
// because sorted files are compressed, by counting. If a file contains no more entries than a reader sees and no deletions,
// nothing is hidden in it.
func TestScrubLeavesNoTrace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	spread(t, s)
	ctx := context.Background()
	if before := filesWith(t, dir, "zanzibar"); len(before) == 0 {
		t.Fatal("the words are in no file even before the purge: this test would find nothing")
	}
	if err := s.Apply(ctx, suite.Purge(secret(2).ID, 2)); err != nil {
		t.Fatal(err)
	}
	removeGoal(t, s)
	if n, err := s.Scrub(ctx); n != 1 || err != nil {
		t.Fatalf("scrubbed %d, error %v; want 1", n, err)
	}
	if found := filesWith(t, dir, "zanzibar-goal", "zanzibar-content", "zanzibar-rationale", "zanzibar-tag", "zanzibar-session", "zanzibar-source"); len(found) > 0 {
		t.Errorf("after the scrub: %v", found)
	}
	mustHideNothing(t, s, secret(2).ID)
	if n, err := s.Scrub(ctx); n != 0 || err != nil {
		t.Errorf("scrubbed %d again, error %v; want 0", n, err)
	}
	if info, err := s.Info(ctx); err != nil || info.Namespaces["work"] != (store.NamespaceInfo{Live: 299}) {
		t.Errorf("info %+v, error %v; want 299 live", info.Namespaces, err)
	}
	mustBeWhole(t, s, 299)
	s.Close()
	mustOpen(t, dir).Close() // makes RocksDB write a new list of files, which contains the first and last key of each
	if found := filesWith(t, dir, "zanzibar"); len(found) > 0 {
		t.Errorf("after the next start: %v", found)
	}
}

// mustHideNothing checks that no key or value except the tombstone contains the id or the secret's words, and that files
// contain only what readers see, in every family except the two that contain only ids.
func mustHideNothing(t *testing.T, s *Store, id store.ID) {
	t.Helper()
	if err := s.d.flush(); err != nil {
		t.Fatal(err)
	}
	entries := map[string]int{}
	for _, f := range s.d.db.GetLiveFilesMetaData() {
		entries[f.ColumnFamilyName] += int(f.Entries)
		if f.Deletions > 0 && f.ColumnFamilyName != "system" {
			t.Errorf("family %s, file %s: %d deletions are left", f.ColumnFamilyName, f.Name, f.Deletions)
		}
	}
	for f := range families {
		keys, values := rows(t, s, family(f))
		if family(f) != famSystem && entries[families[f]] != len(keys) {
			t.Errorf("family %s: the files hold %d entries, readers see %d", families[f], entries[families[f]], len(keys))
		}
		for i, key := range keys {
			both := string(key) + string(values[i])
			if strings.Contains(both, "zanzibar") || strings.Contains(both, string(id[:])) && family(f) != famTombstones {
				t.Errorf("family %s: key %x is left", families[f], key)
			}
		}
	}
}

// TestScrubIsFinishedLater: purges whose scrub was cancelled, or not begun before a restart, are scrubbed by the next call.
func TestScrubIsFinishedLater(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	spread(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	if err := s.Apply(ctx, suite.Purge(secret(2).ID, 2), suite.Purge(suite.ID(7), 1)); err != nil {
		t.Fatal(err)
	}
	removeGoal(t, s)
	cancel()
	if n, err := s.Scrub(ctx); n != 0 || err == nil {
		t.Errorf("cancelled: scrubbed %d, error %v; want an error", n, err)
	}
	mustBeWhole(t, s, 298)
	s.Close()
	s = mustOpen(t, dir)
	defer s.Close()
	if n, err := s.Scrub(context.Background()); n != 2 || err != nil {
		t.Errorf("after a restart: scrubbed %d, error %v; want 2", n, err)
	}
	mustHideNothing(t, s, secret(2).ID)
	mustBeWhole(t, s, 298)
}

// TestScrubWaitsForReaders: a reader of an older state keeps purged or removed data; the scrub waits for the reader.
func TestScrubWaitsForReaders(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, read := range map[string]func(s *Store, pause func()) error{
		"scan": func(s *Store, pause func()) error {
			return s.Scan(ctx, store.Range{}, suite.Everything, func(*store.Memory) (bool, error) { pause(); return true, nil })
		},
		"walk": func(s *Store, pause func()) error {
			return s.Walk(ctx, store.ShelfGoals, nil, nil, false, func([]byte, []byte) (bool, error) { pause(); return true, nil })
		},
		"edges": func(s *Store, pause func()) error {
			return s.LearnedEdges(ctx, func(store.ID, store.ID, store.EdgeKind, float32, time.Time) (bool, error) { pause(); return true, nil })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := mustOpen(t, t.TempDir())
			defer s.Close()
			spread(t, s)
			mustWaitForReader(t, s, read)
		})
	}
}

// mustWaitForReader scrubs while a reader is at its first record, and again after the reader has finished.
func mustWaitForReader(t *testing.T, s *Store, read func(s *Store, pause func()) error) {
	t.Helper()
	ctx := context.Background()
	reading, leave := make(chan struct{}), make(chan struct{})
	through := make(chan error, 1)
	var once sync.Once
	go func() {
		through <- read(s, func() { once.Do(func() { close(reading); <-leave }) })
	}()
	<-reading
	mustApply(t, s, suite.Purge(secret(2).ID, 2))
	hasty, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if n, err := s.Scrub(hasty); n != 0 || err == nil {
		t.Errorf("during a read: scrubbed %d, error %v; want an error", n, err)
	}
	hasty, cancel = context.WithTimeout(ctx, 5*time.Millisecond)
	defer cancel()
	if err := s.d.awaitReaders(hasty); !errors.Is(err, context.DeadlineExceeded) { // to show that the scrub did not fail because it was slow
		t.Errorf("the scrub does not wait for the reader: error %v, want DeadlineExceeded", err)
	}
	close(leave)
	if n, err := s.Scrub(ctx); n != 1 || err != nil {
		t.Errorf("scrubbed %d, error %v; want 1", n, err)
	}
	if err := <-through; err != nil {
		t.Errorf("the reader: %v", err)
	}
}

// TestScrubOfMany tests the path that rewrites whole families.
func TestScrubOfMany(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	spread(t, s)
	var purges []store.Command
	for n := 100; n <= 100+scrubWhole; n++ {
		purges = append(purges, suite.Purge(suite.ID(n), 9))
	}
	if err := s.Apply(context.Background(), purges...); err != nil {
		t.Fatal(err)
	}
	removeGoal(t, s)
	if n, err := s.Scrub(context.Background()); n != scrubWhole+1 || err != nil {
		t.Errorf("scrubbed %d, error %v; want %d", n, err, scrubWhole+1)
	}
	mustHideNothing(t, s, secret(2).ID)
	mustBeWhole(t, s, 300-scrubWhole-1)
}

// TestScrubAfterMerge: if RocksDB has already merged the files of a purged memory, a scrub still ends.
func TestScrubAfterMerge(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	s := mustOpen(t, dir)
	defer s.Close()
	spread(t, s)
	removeGoal(t, s)
	mustApply(t, s, suite.Purge(suite.ID(150), 2))
	if err := errors.Join(s.d.flush(), s.d.rewrite(ctx, scrubRanges([]store.ID{suite.ID(150)}))); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Scrub(ctx); err != nil || n != 1 {
		t.Errorf("%d memories were scrubbed, error %v; want 1", n, err)
	}
	if n, err := s.Scrub(ctx); err != nil || n != 0 {
		t.Errorf("once more: %d memories were scrubbed, error %v; want none left", n, err)
	}
	mustHideNothing(t, s, suite.ID(150))
}
