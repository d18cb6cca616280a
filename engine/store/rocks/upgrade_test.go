package rocks

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"

	"github.com/linxGnu/grocksdb"
)

// oldFamilies are the families of older formats.
var oldFamilies = map[int][]string{
	1: {"default", "memories", "content", "timeline", "hashes", "edges", "system", "e1", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13"},
	2: {"default", "memories", "content", "timeline", "hashes", "edges", "forgotten", "tombstones", "system", "e1", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13"},
	3: {"default", "memories", "content", "timeline", "hashes", "edges", "forgotten", "tombstones", "system", "goals", "history", "undo", "state", "e1", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13"},
	4: {"default", "memories", "content", "timeline", "hashes", "edges", "forgotten", "tombstones", "system", "goals", "history", "undo", "state", "e1", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13", "e1b", "e5b", "e6b", "e7b", "e8b", "e9b", "e10b", "e11b", "e12b", "e13b", "renewed"},
	5: {"default", "memories", "content", "timeline", "hashes", "edges", "forgotten", "tombstones", "system", "goals", "history", "undo", "state", "e1", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13", "e1b", "e5b", "e6b", "e7b", "e8b", "e9b", "e10b", "e11b", "e12b", "e13b", "renewed"},
}

// formatFileOf returns the content of the file for a format.
func formatFileOf(version int) []byte { return fmt.Appendf(nil, formatText, version) }

// formatValueOf returns the value in the system family for a format.
func formatValueOf(version int) []byte {
	w := writeTo([]byte{recordVersion})
	w.U32(uint32(version))
	return seal(w.B, 0)
}

// makeOld creates a store as the program of an older format left it, from the golden bytes of that format: two memories, one of
// them forgotten, from format 2 on a tombstone, from format 3 on learned links and shelves, and from format 4 on a renewal in
// progress.
func makeOld(t *testing.T, dir string, version int) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, formatFile), formatFileOf(version), 0o644); err != nil {
		t.Fatal(err)
	}
	o := grocksdb.NewDefaultOptions()
	defer o.Destroy()
	o.SetCreateIfMissing(true)
	o.SetCreateIfMissingColumnFamilies(true)
	names := oldFamilies[version]
	db, handles, err := grocksdb.OpenDbColumnFamilies(o, dir, names, slices.Repeat([]*grocksdb.Options{o}, len(names)))
	if err != nil {
		t.Fatal(err)
	}
	w := grocksdb.NewDefaultWriteOptions()
	defer w.Destroy()
	for _, r := range goldenRecords(t, fmt.Sprintf("format-%d.txt", version)) {
		if err := db.PutCF(w, handles[slices.Index(names, r.family)], r.key, r.value); err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range handles {
		h.Destroy()
	}
	db.Close()
}

type goldenRecord struct {
	family     string
	key, value []byte
}

// goldenRecords reads the output of dump.
func goldenRecords(t *testing.T, name string) (out []goldenRecord) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	bytes := func(text string) []byte {
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if more, ok := strings.CutPrefix(lines.Text(), "\t"); ok {
			last := &out[len(out)-1]
			last.value = append(last.value, bytes(more)...)
			continue
		}
		family, key, _ := strings.Cut(lines.Text(), " ")
		out = append(out, goldenRecord{family: family, key: bytes(key)})
	}
	return out
}

// TestUpgrade opens an old store: afterwards it equals a new one, byte for byte.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	for version := range oldFamilies {
		dir := t.TempDir()
		makeOld(t, dir, version)
		if _, err := Open(context.Background(), Options{Dir: dir, ReadOnly: true, CacheBytes: 8 << 20}); err == nil || !strings.Contains(err.Error(), "open it once for writing") {
			t.Errorf("format %d, read-only: error %v, want one that says how to upgrade", version, err)
		}
		for first := range 2 { // the second time there is nothing to do
			var said bytes.Buffer
			s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20, Logger: slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelWarn}))})
			if err != nil {
				t.Fatal(err)
			}
			if logged := strings.Contains(said.String(), fmt.Sprintf("store raised from format %d to %d; older programs cannot open it any more", version, formatVersion)); logged != (first == 0) {
				t.Errorf("format %d, opening %d: the log says %q at the level of warnings", version, first+1, said.String())
			}
			mustBeWhole(t, s, 2)
			mustListSecond(t, s)
			s.Close()
		}
		mustSayFormat(t, dir)
		s := mustOpen(t, dir)
		goldenAfter(t, s)
		want, err := os.ReadFile(filepath.Join("testdata", "store.txt"))
		if err != nil {
			t.Fatal(err)
		}
		if dump(t, s) != string(want) {
			t.Errorf("the store upgraded from format %d differs from a new one", version)
		}
		s.Close()
	}
}

func mustListSecond(t *testing.T, s *Store) {
	t.Helper()
	list, err := s.Forgotten(context.Background(), later(), 10)
	if err != nil || len(list) != 1 || list[0].ID != suite.ID(2) {
		t.Errorf("forgotten: %v, error %v; want memory 2", list, err)
	}
}

func mustSayFormat(t *testing.T, dir string) {
	t.Helper()
	if text, err := os.ReadFile(filepath.Join(dir, formatFile)); err != nil || string(text) != string(formatFileOf(formatVersion)) {
		t.Errorf("file %s says %q, error %v", formatFile, text, err)
	}
}

func later() time.Time { return time.Unix(2_000_000_000, 0) }

// TestUpgradeCutOff builds a store as an interrupted upgrade left it, for each of its steps, and opens it again.
func TestUpgradeCutOff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		from      int
		list, num bool // not yet done: the list's entries, the number inside; the number in the file never is
	}{
		{"families made", 1, true, true},
		{"list made", 1, false, true},
		{"number written", 1, false, false},
		{"families made", 2, false, true},
		{"number written", 2, false, false},
		{"families made", 3, false, true},
		{"number written", 3, false, false},
		{"opened", 4, false, true},
		{"number written", 4, false, false},
	} {
		dir := t.TempDir()
		makeOld(t, dir, c.from)
		s := mustOpen(t, dir)
		if c.list {
			keys, _ := rows(t, s, famForgotten)
			change(t, s, op{famForgotten, keys[0], nil})
		}
		if c.num {
			change(t, s, op{famSystem, []byte(keyFormat), formatValueOf(c.from)})
		}
		s.Close()
		if err := os.WriteFile(filepath.Join(dir, formatFile), formatFileOf(c.from), 0o644); err != nil {
			t.Fatal(err)
		}
		s = mustOpen(t, dir)
		mustBeWhole(t, s, 2)
		if keys, _ := rows(t, s, famForgotten); len(keys) != 1 {
			t.Errorf("format %d, %s: %d forgotten memories are listed, want 1", c.from, c.name, len(keys))
		}
		s.Close()
		mustSayFormat(t, dir)
	}
}

// TestOlderProgramRefuses: a program that knows only the families of an older format finds an unknown one, even if the upgrade
// stopped between its steps.
func TestOlderProgramRefuses(t *testing.T) {
	t.Parallel()
	renewal := []string{"e10b", "e11b", "e12b", "e13b", "e1b", "e5b", "e6b", "e7b", "e8b", "e9b", "renewed"}
	for version, more := range map[int][]string{1: {"forgotten", "goals", "history", "state", "tombstones", "undo"}, 2: {"goals", "history", "state", "undo"}, 3: nil} {
		want := slices.Sorted(slices.Values(append(more, renewal...)))
		dir := t.TempDir()
		makeOld(t, dir, version)
		mustOpen(t, dir).Close()
		o := grocksdb.NewDefaultOptions()
		defer o.Destroy()
		names, err := grocksdb.ListColumnFamilies(o, dir)
		if err != nil {
			t.Fatal(err)
		}
		unknown := slices.DeleteFunc(names, func(name string) bool { return slices.Contains(oldFamilies[version], name) })
		if slices.Sort(unknown); !slices.Equal(unknown, want) {
			t.Errorf("families that format %d does not know: %v, want %v", version, unknown, want)
		}
	}
}

func TestDamagedUpgrade(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	makeOld(t, dir, 1)
	s := mustOpen(t, dir)
	keys, values := rows(t, s, famMemories)
	values[0][9] ^= 1
	change(t, s, op{famMemories, keys[0], values[0]})
	change(t, s, op{famSystem, []byte(keyFormat), formatValueOf(1)})
	s.Close()
	if err := openError(dir); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "upgrade") {
		t.Errorf("error %v, want ErrDamaged while upgrading", err)
	}
}
