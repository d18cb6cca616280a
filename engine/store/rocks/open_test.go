package rocks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linxGnu/grocksdb"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

func openError(dir string) error {
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20})
	if err == nil {
		s.Close()
	}
	return err
}

func mustRemember(t testing.TB, s *Store, memories ...*store.Memory) {
	t.Helper()
	for _, m := range memories {
		if err := s.Apply(context.Background(), suite.Remember(m)); err != nil {
			t.Fatal(err)
		}
	}
}

func mustBeWhole(t testing.TB, s *Store, memories int) {
	t.Helper()
	report, err := s.Check(context.Background(), nil)
	if err != nil || report.Err() != nil || report.Memories != memories {
		t.Fatalf("check: %d memories, want %d; error %v, damage %v", report.Memories, memories, err, report.Damage)
	}
}

func TestReopen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	s := mustOpen(t, dir)
	mustRemember(t, s, suite.Sample(1), suite.Sample(2))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); !errors.Is(err, store.ErrClosed) {
		t.Errorf("second close: error %v, want ErrClosed", err)
	}
	s = mustOpen(t, dir)
	defer s.Close()
	mustBeWhole(t, s, 2)
	got, err := store.One(context.Background(), s, suite.Everything, suite.ID(2))
	if err != nil {
		t.Fatal(err)
	}
	if d := suite.Difference(got, suite.Sample(2).Clone(suite.Everything)); d != "" {
		t.Error(d)
	}
}

func TestLockedByThisProcess(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	defer s.Close()
	err := openError(dir)
	if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d on host", os.Getpid())) {
		t.Errorf("error %v, want ErrLocked and the owner's name", err)
	}
	if _, err := os.Stat(filepath.Join(dir, ownerFile)); err != nil {
		t.Errorf("the refused one took the owner's file: %v", err)
	}
}

// TestAStoreWithoutCURRENT: if the file is missing, RocksDB would create an empty database and delete the files of the old one. However often the store is opened, nothing is changed.
func TestAStoreWithoutCURRENT(t *testing.T) {
	for name, lost := range map[string][]string{"CURRENT alone": {"CURRENT"}, "half a copy": {"CURRENT", "FORMAT", "MANIFEST-*", "OPTIONS-*", "IDENTITY"}, "no log": {"CURRENT", "*.log"}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := mustOpen(t, dir)
			mustRemember(t, s, suite.Sample(1))
			if err := s.d.flush(); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			for _, pattern := range lost {
				files, err := filepath.Glob(filepath.Join(dir, pattern))
				if err != nil || len(files) == 0 && pattern != "*.log" {
					t.Fatalf("no %s (%v)", pattern, err)
				}
				for _, path := range files {
					if err := os.Remove(path); err != nil {
						t.Fatal(err)
					}
				}
			}
			before := names(t, dir)
			for range 2 {
				if err := openError(dir); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "CURRENT") {
					t.Errorf("error %v, want damage that names CURRENT", err)
				}
			}
			if now := names(t, dir); !slices.Equal(before, now) {
				t.Errorf("files are %v, were %v", now, before)
			}
		})
	}
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestReadOnlyBesideTheOwner(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	if _, err := Open(ctx, Options{Dir: filepath.Join(dir, "none"), ReadOnly: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no store: error %v, want ErrNotExist", err)
	}
	s := mustOpen(t, dir)
	defer s.Close()
	mustRemember(t, s, suite.Sample(1))
	reader, err := Open(ctx, Options{Dir: dir, ReadOnly: true, CacheBytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	mustBeWhole(t, reader, 1)
	if err := reader.Apply(ctx, suite.Remember(suite.Sample(2))); !errors.Is(err, errReadOnly) {
		t.Errorf("apply: error %v, want errReadOnly", err)
	}
	mustRemember(t, s, suite.Sample(3))
}

func TestNewerStores(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, dir string){
		"file": func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, formatFile), fmt.Appendf(nil, formatText, formatVersion+1), 0o644); err != nil {
				t.Fatal(err)
			}
		},
		"record": func(t *testing.T, dir string) {
			s := mustOpen(t, dir)
			w := writeTo([]byte{recordVersion})
			w.U32(formatVersion + 1)
			if err := s.d.put(famSystem, []byte(keyFormat), seal(w.B, 0)); err != nil {
				t.Fatal(err)
			}
			s.Close()
		},
		"family": func(t *testing.T, dir string) {
			s := mustOpen(t, dir)
			h, err := s.d.db.CreateColumnFamily(s.d.options[0], "dreams")
			if err != nil {
				t.Fatal(err)
			}
			h.Destroy()
			s.Close()
		},
	} {
		dir := t.TempDir()
		mustOpen(t, dir).Close()
		change(t, dir)
		if err := openError(dir); !errors.Is(err, store.ErrNewer) {
			t.Errorf("%s: error %v, want ErrNewer", name, err)
		}
	}
}

func TestDirectoriesThatAreNoStore(t *testing.T) {
	foreign := t.TempDir()
	o := grocksdb.NewDefaultOptions()
	defer o.Destroy()
	o.SetCreateIfMissing(true)
	db, err := grocksdb.OpenDb(o, foreign)
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	if err := openError(foreign); err == nil || !strings.Contains(err.Error(), "another program's") {
		t.Errorf("another program's database: error %v", err)
	}
	odd := t.TempDir()
	if err := os.WriteFile(filepath.Join(odd, formatFile), []byte("what?"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := openError(odd); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("odd file: error %v, want ErrDamaged", err)
	}
	file := filepath.Join(odd, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := openError(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file instead of a directory: error %v", err)
	}
	if err := openError(""); err == nil {
		t.Error("no directory: no error")
	}
}

// TestFind distinguishes a folder that contains a store from one in which opening would create one.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, empty := range []string{dir, filepath.Join(dir, "none")} {
		if err := Find(empty); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("no store in %s: error %v, want ErrNotExist", empty, err)
		}
	}
	mustOpen(t, dir).Close()
	if err := Find(dir); err != nil {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(dir, formatFile)); err != nil {
		t.Fatal(err)
	}
	if err := Find(dir); err != nil {
		t.Errorf("a store that has lost its file %s, which opening has to tell: error %v", formatFile, err)
	}
}

func TestBind(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	hashes := suite.Sample(1).ModelHashes
	s := mustOpen(t, dir)
	for range 2 {
		if err := s.Bind(ctx, "compact", hashes); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	s = mustOpen(t, dir)
	defer s.Close()
	if err := s.Bind(ctx, "compact", hashes); err != nil {
		t.Error(err)
	}
	other := hashes
	other[models.Code][0]++
	err := s.Bind(ctx, "compact", other)
	if !errors.Is(err, store.ErrProfile) || !strings.Contains(err.Error(), fmt.Sprintf("%.6x", hashes[models.Code])) || !strings.Contains(err.Error(), fmt.Sprintf("%.6x", other[models.Code])) {
		t.Errorf("other model: error %v, want ErrProfile and both hashes", err)
	}
	if want := "`asterism backup create ARCHIVE --data " + dir + "`, then embed it again with `asterism reembed --profile compact --data " + dir + "`"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("other model: error %v, want one that says %q", err, want)
	}
	if err := s.Bind(ctx, "full", hashes); !errors.Is(err, store.ErrProfile) {
		t.Errorf("other profile: error %v, want ErrProfile", err)
	}
	if info, err := s.Info(ctx); err != nil || info.Profile != "compact" {
		t.Errorf("profile %q, error %v; want compact", info.Profile, err)
	}
}

func TestInfoCounts(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	home := suite.Sample(3)
	home.Namespace = "home"
	moved := suite.Sample(2)
	moved.Namespace, moved.Version = "home", 2
	mustRemember(t, s, suite.Sample(1), suite.Sample(2), home, moved)
	ctx := context.Background()
	if err := s.Apply(ctx, store.Command{Op: store.OpForget, ID: home.ID, At: home.Time}, suite.Purge(suite.ID(1), 0)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		info, err := s.Info(ctx)
		if err != nil || len(info.Namespaces) != 1 || info.Namespaces["home"] != (store.NamespaceInfo{Live: 1, Forgotten: 1}) || info.Live() != 1 || info.Format != formatVersion {
			t.Errorf("info %+v, error %v; want one live and one forgotten at home", info, err)
		}
		for ns, want := range map[string]int{"home": 1, "work": 0, "nobody": 0} {
			if n, err := s.Live(ctx, ns); err != nil || n != want {
				t.Errorf("%d live in %s, error %v; want %d", n, ns, err, want)
			}
		}
		if info.CacheBytes <= 0 || info.MemBytes <= 0 || len(info.Families) != len(families) {
			t.Errorf("info %+v lacks figures", info)
		}
		if info.DiskBytes+info.LogBytes <= 0 { // the last write is only in the log
			t.Errorf("%d bytes in sorted files and %d in the log", info.DiskBytes, info.LogBytes)
		}
		s.Close()
		s = mustOpen(t, dir)
	}
	mustBeWhole(t, s, 2)
	s.Close()
}

func TestModelSetsAreShared(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	other := suite.Sample(3)
	other.ModelHashes[0][0]++
	mustRemember(t, s, suite.Sample(1), suite.Sample(2), other)
	if n := len(s.models.sets); n != 2 {
		t.Errorf("%d model sets, want 2", n)
	}
	s.Close()
	s = mustOpen(t, dir)
	defer s.Close()
	mustRemember(t, s, suite.Sample(4))
	if n := len(s.models.sets); n != 2 {
		t.Errorf("%d model sets after a restart, want 2", n)
	}
	got, err := s.Get(context.Background(), store.Parts{}, other.ID, suite.ID(1))
	if err != nil || got[0].ModelHashes != other.ModelHashes || got[1].ModelHashes != suite.Sample(1).ModelHashes {
		t.Errorf("model hashes did not come back, error %v", err)
	}
}

func TestFreeMemory(t *testing.T) {
	if got := available("MemTotal: 99 kB\nMemAvailable:   1024 kB\n"); got != 1<<20 {
		t.Errorf("available %d, want 1 MiB", got)
	}
	if got := available("nothing"); got != 0 {
		t.Errorf("available %d, want 0", got)
	}
	o := Options{CacheBytes: 1 << 30}
	if b := o.budget(); b.cache != 1<<30 || b.buffers != 64<<20 || b.wal != 128<<20 {
		t.Errorf("budget %+v", b)
	}
}
