package rocks

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

// rows returns all keys and values of a family.
func rows(t *testing.T, s *Store, f family) (keys, values [][]byte) {
	v := s.d.view()
	defer v.close()
	err := v.each(f, nil, nil, false, func(key, value []byte) (bool, error) {
		keys, values = append(keys, bytes.Clone(key)), append(values, bytes.Clone(value))
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys, values
}

func change(t *testing.T, s *Store, o op) {
	t.Helper()
	if err := s.d.apply([]op{o}); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedRecordsAreNamed changes one byte in a value of every family, in turn, and removes the record, in turn.
func TestDamagedRecordsAreNamed(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	ctx := context.Background()
	m := suite.Sample(1)
	m.Links = []store.ID{suite.ID(2)}
	forgotten, purged := suite.Sample(3), suite.Sample(4)
	mustRemember(t, s, suite.Sample(2), m, forgotten, purged)
	forget := store.Command{Op: store.OpForget, ID: forgotten.ID, At: m.Time}
	if err := s.Apply(ctx, forget, suite.Purge(purged.ID, 1)); err != nil {
		t.Fatal(err)
	}
	shelve(t, s)
	if err := s.Apply(ctx, suite.Learn(1, 2, .5)); err != nil {
		t.Fatal(err)
	}
	r := suite.RenewalOf(keptSpaces, 1)
	if err := s.BeginRenewal(ctx, r); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(ctx, suite.Renew(1, 1, r), suite.Renew(2, 1, r)); err != nil {
		t.Fatal(err)
	}
	for f := famMemories; int(f) < len(families); f++ {
		serves := f >= famSpaces && f < sideFamily[1][models.Semantic]
		keys, values := rows(t, s, f)
		if len(keys) == 0 {
			t.Fatalf("family %s is empty", f)
		}
		bad := bytes.Clone(values[0])
		bad[len(bad)/2] ^= 4
		change(t, s, op{f, keys[0], bad})
		mustName(t, s, f, keys[0])
		if f == famContent || serves {
			_, err := s.Get(ctx, suite.Everything, store.ID(keys[0]))
			if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "family "+f.String()+", key "+hex.EncodeToString(keys[0])) {
				t.Errorf("family %s: get gives error %v, want ErrDamaged with family and key", f, err)
			}
			err = s.Scan(ctx, store.Range{}, suite.Everything, func(*store.Memory) (bool, error) { return true, nil })
			if !errors.Is(err, store.ErrDamaged) {
				t.Errorf("family %s: scan gives error %v, want ErrDamaged", f, err)
			}
		}
		if f == famContent || serves {
			if err := s.Load(ctx, suite.Everything, 1, func(int, []*store.Memory) error { return nil }); !errors.Is(err, store.ErrDamaged) {
				t.Errorf("family %s: load gives error %v, want ErrDamaged", f, err)
			}
		}
		alone := f == famTombstones || slices.Contains(shelfFamily[:], f) // no other record shows that this one existed
		if string(keys[0]) != keyFormat && !alone {
			change(t, s, op{f, keys[0], nil})
			mustName(t, s, f, nil)
		}
		change(t, s, op{f, keys[0], values[0]})
		mustBeWhole(t, s, 3)
	}
}

// shelve puts one entry on every shelf.
func shelve(t *testing.T, s *Store) {
	t.Helper()
	for _, shelf := range store.Shelved {
		if err := s.Put(context.Background(), store.Entry{Shelf: shelf, Key: []byte{1, 2}, Value: []byte("value of " + shelf.String())}); err != nil {
			t.Fatal(err)
		}
	}
}

// mustName checks that the report names the damaged record or, if key is nil, any record.
func mustName(t *testing.T, s *Store, f family, key []byte) {
	t.Helper()
	report, err := s.Check(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !errors.Is(report.Err(), store.ErrDamaged) {
		t.Errorf("family %s: damage was not found", f)
	}
	if key == nil || string(key[:min(len(key), len(keyCount))]) == keyCount {
		return
	}
	for _, d := range report.Damage {
		if d.Family == f.String() && d.Key == hex.EncodeToString(key) {
			return
		}
	}
	t.Errorf("family %s: the report does not name key %x: %v", f, key, report.Damage)
}

func TestOrphansAreNamed(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	m := suite.Sample(1)
	m.Links = []store.ID{suite.ID(1)}
	mustRemember(t, s, m)
	ghost := suite.ID(99)
	r := suite.RenewalOf(keptSpaces, 1)
	if err := s.BeginRenewal(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(context.Background(), suite.Renew(1, 1, r)); err != nil {
		t.Fatal(err)
	}
	for f := famMemories; int(f) < len(families); f++ {
		keys, values := rows(t, s, f)
		for i, key := range keys {
			other := bytes.ReplaceAll(key, m.ID[:], ghost[:])
			if bytes.Equal(other, key) {
				continue
			}
			change(t, s, op{f, other, values[i]})
			mustName(t, s, f, nil)
			change(t, s, op{f, other, nil})
		}
	}
	mustBeWhole(t, s, 1)
	change(t, s, op{famSystem, countKey("nobody"), counts{}.ops(counts{"nobody": {live: 3}})[0].value})
	mustName(t, s, famSystem, nil)
}

// TestDamagedFiles flips bytes in RocksDB's own files: opening or reading returns an error, and nothing panics.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"*.sst", "MANIFEST-*", "*.log", "CURRENT"} {
		dir := t.TempDir()
		s := mustOpen(t, dir)
		for n := range 20 {
			mustRemember(t, s, suite.Sample(n))
		}
		if pattern == "*.sst" {
			if err := s.d.flush(); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, error %v", pattern, err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i := len(b) / 3; i < len(b)/2+1 && i < len(b); i++ {
				b[i] ^= 0x55
			}
			if err := os.WriteFile(file, b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := openAndRead(dir); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: error %v, want ErrDamaged", pattern, err)
		}
	}
}

func openAndRead(dir string) error {
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		return err
	}
	defer s.Close()
	report, err := s.Check(context.Background(), nil)
	if err != nil {
		return err
	}
	return report.Err()
}

func TestCheckTellsProgressAndStops(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	m := suite.Sample(1)
	for n := range 350 { // more records than between two checks of the context
		m.ID = suite.ID(n)
		mustRemember(t, s, m)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done, total := 0, 0
	report, err := s.Check(ctx, func(d, n int) {
		if d < done || d > n {
			t.Errorf("progress %d of %d after %d", d, n, done)
		}
		done, total = d, n
	})
	if err != nil || report.Err() != nil || done != report.Records || done < 350*14 || total < done {
		t.Errorf("reported %d of %d, report %+v, error %v", done, total, report, err)
	}
	cancel()
	if _, err := s.Check(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}
