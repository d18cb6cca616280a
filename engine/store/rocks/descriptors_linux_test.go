package rocks

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

// opened counts the files in a folder that this process has open and whose names have one of the endings.
func opened(t *testing.T, dir string, ends string) (n int) {
	t.Helper()
	links, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && strings.HasPrefix(to, dir) && strings.HasSuffix(to, ends) {
			n++
		}
	}
	return n
}

// TestFewFilesAreKeptOpen: a store with many sorted files keeps at most the configured number open, whatever was read, and other files at most as [Descriptors]
// counts.
func TestFewFilesAreKeptOpen(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20, OpenFiles: minFiles})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for n := range 4 { // four files of a family are not merged yet
		mustRemember(t, s, suite.Sample(n))
		if err := s.d.flush(); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	if err != nil || len(files) < 2*minFiles {
		t.Fatalf("%d sorted files, %v: too few to tell anything", len(files), err)
	}
	if err := s.Load(t.Context(), store.Parts{Spaces: models.All}, 2, func(int, []*store.Memory) error { return nil }); err != nil {
		t.Fatal(err)
	}
	mustBeWhole(t, s, 4)
	if n := opened(t, dir, ".sst"); n > minFiles {
		t.Errorf("%d of %d sorted files are open, want %d at most", n, len(files), minFiles)
	}
	if n, most := opened(t, dir, ""), Descriptors(0, 1); n > most {
		t.Errorf("%d files are open, and %d are counted with", n, most)
	}
	mustRemember(t, s, suite.Sample(9))
	mustBeWhole(t, s, 5)
}

// TestOpenFilesFollowTheLimit, within bounds, and never use it up.
func TestOpenFilesFollowTheLimit(t *testing.T) {
	before := 0
	for limit := 0; limit <= 1<<20; limit += 7 {
		n := openFiles(limit)
		if n < minFiles || n > maxFiles || n < before || limit > 3*minFiles && n > limit/3 {
			t.Fatalf("%d files of a limit of %d, %d of a lower one", n, limit, before)
		}
		if limit >= 512 && Descriptors(limit, 1) > limit/2 {
			t.Fatalf("the store takes %d of %d", Descriptors(limit, 1), limit)
		}
		before = n
	}
}
