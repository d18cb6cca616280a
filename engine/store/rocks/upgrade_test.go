package rocks

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
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

// formatOneFamilies are those that format 1 had.
var formatOneFamilies = []string{"default", "memories", "content", "timeline", "hashes", "edges", "system", "e1", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13"}

// makeFormatOne makes a store as the program of format 1 left it, from the golden bytes of that format: two memories, one of them
// forgotten.
func makeFormatOne(t *testing.T, dir string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, formatFile), []byte("asterism store, format 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := grocksdb.NewDefaultOptions()
	defer o.Destroy()
	o.SetCreateIfMissing(true)
	o.SetCreateIfMissingColumnFamilies(true)
	db, handles, err := grocksdb.OpenDbColumnFamilies(o, dir, formatOneFamilies, slices.Repeat([]*grocksdb.Options{o}, len(formatOneFamilies)))
	if err != nil {
		t.Fatal(err)
	}
	w := grocksdb.NewDefaultWriteOptions()
	defer w.Destroy()
	for _, r := range goldenRecords(t, "format-1.txt") {
		if err := db.PutCF(w, handles[slices.Index(formatOneFamilies, r.family)], r.key, r.value); err != nil {
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

// goldenRecords reads what dump wrote.
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

// TestUpgradeFromFormatOne opens an old store: it then has, byte for byte, what a new one has.
func TestUpgradeFromFormatOne(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	makeFormatOne(t, dir)
	if _, err := Open(context.Background(), Options{Dir: dir, ReadOnly: true, CacheBytes: 8 << 20}); err == nil || !strings.Contains(err.Error(), "open it once for writing") {
		t.Errorf("read-only: error %v, want one that says how to upgrade", err)
	}
	for range 2 { // the second time there is nothing to do
		s := mustOpen(t, dir)
		mustBeWhole(t, s, 2)
		list, err := s.Forgotten(context.Background(), later(), 10)
		if err != nil || len(list) != 1 || list[0].ID != suite.ID(2) {
			t.Errorf("forgotten: %v, error %v; want memory 2", list, err)
		}
		s.Close()
	}
	if text, err := os.ReadFile(filepath.Join(dir, formatFile)); err != nil || string(text) != fmt.Sprintf(formatText, formatVersion) {
		t.Errorf("file %s says %q, error %v", formatFile, text, err)
	}
	s := mustOpen(t, dir)
	defer s.Close()
	if err := s.Apply(context.Background(), goldenPurge); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", "store.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if dump(t, s) != string(want) {
		t.Error("the upgraded store differs from a new one")
	}
}

func later() time.Time { return time.Unix(2_000_000_000, 0) }

// TestUpgradeCutOff leaves a store as an upgrade that was killed at each of its three steps, and opens it again.
func TestUpgradeCutOff(t *testing.T) {
	t.Parallel()
	old := &writer{b: []byte{recordVersion}}
	old.u32(1)
	for _, c := range []struct {
		name             string
		list, num, write bool // undone: the list's entries, the number inside, the file
	}{
		{"families made", true, true, true},
		{"list made", false, true, true},
		{"number written", false, false, true},
	} {
		dir := t.TempDir()
		makeFormatOne(t, dir)
		s := mustOpen(t, dir)
		if c.list {
			keys, _ := rows(t, s, famForgotten)
			change(t, s, op{famForgotten, keys[0], nil})
		}
		if c.num {
			change(t, s, op{famSystem, []byte(keyFormat), seal(slices.Clone(old.b), 0)})
		}
		s.Close()
		if err := os.WriteFile(filepath.Join(dir, formatFile), []byte("asterism store, format 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		s = mustOpen(t, dir)
		mustBeWhole(t, s, 2)
		if keys, _ := rows(t, s, famForgotten); len(keys) != 1 {
			t.Errorf("%s: %d forgotten memories are listed, want 1", c.name, len(keys))
		}
		s.Close()
		if text, err := os.ReadFile(filepath.Join(dir, formatFile)); err != nil || string(text) != fmt.Sprintf(formatText, formatVersion) {
			t.Errorf("%s: file %s says %q, error %v", c.name, formatFile, text, err)
		}
	}
}

// TestOlderProgramRefuses: a program that knows the families of format 1 only finds one that it does not know, even when it is
// stopped between the steps of the upgrade.
func TestOlderProgramRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	makeFormatOne(t, dir)
	mustOpen(t, dir).Close()
	o := grocksdb.NewDefaultOptions()
	defer o.Destroy()
	names, err := grocksdb.ListColumnFamilies(o, dir)
	if err != nil {
		t.Fatal(err)
	}
	unknown := slices.DeleteFunc(names, func(name string) bool { return slices.Contains(formatOneFamilies, name) })
	if slices.Sort(unknown); !slices.Equal(unknown, []string{"forgotten", "tombstones"}) {
		t.Errorf("families that format 1 does not know: %v", unknown)
	}
}

func TestDamagedUpgrade(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	makeFormatOne(t, dir)
	s := mustOpen(t, dir)
	keys, values := rows(t, s, famMemories)
	values[0][9] ^= 1
	old := &writer{b: []byte{recordVersion}}
	old.u32(1)
	change(t, s, op{famMemories, keys[0], values[0]})
	change(t, s, op{famSystem, []byte(keyFormat), seal(old.b, 0)})
	s.Close()
	if err := openError(dir); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "upgrade") {
		t.Errorf("error %v, want ErrDamaged while upgrading", err)
	}
}
