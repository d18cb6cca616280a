package rocks

import (
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"

	"github.com/linxGnu/grocksdb"
)

// unreadable collects what calls could not read.
type unreadable struct {
	mu sync.Mutex
	by map[store.ID]store.Unread
}

// partsOf requests everything and accepts damage.
func (u *unreadable) partsOf() store.Parts {
	u.by = map[store.ID]store.Unread{}
	return store.Parts{Content: true, Spaces: models.All, Unread: func(one store.Unread) {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.by[one.ID] = one
	}}
}

// readAll reads all memories in each of the three ways.
func (u *unreadable) readAll(t *testing.T, s *Store, ids []store.ID) map[string]map[store.ID]*store.Memory {
	t.Helper()
	ctx, out := context.Background(), map[string]map[store.ID]*store.Memory{"get": {}, "scan": {}, "back": {}, "load": {}}
	many, err := s.Get(ctx, u.partsOf(), ids...)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range many {
		if m != nil {
			out["get"][m.ID] = m
		}
	}
	for how, r := range map[string]store.Range{"scan": {Deleted: true}, "back": {Deleted: true, Reverse: true}} {
		var last *store.Memory
		if err := s.Scan(ctx, r, u.partsOf(), func(m *store.Memory) (bool, error) {
			if last != nil && last.Namespace == m.Namespace && last.Time.After(m.Time) != r.Reverse {
				t.Errorf("%s: %s comes behind %s", how, m.ID, last.ID)
			}
			last = m
			out[how][m.ID] = m
			return true, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	if err := s.Load(ctx, u.partsOf(), 2, store.Each(func(_ int, m *store.Memory) error {
		mu.Lock()
		defer mu.Unlock()
		out["load"][m.ID] = m.Clone(suite.Everything)
		return nil
	})); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestReadsGoOnWithoutADamagedValue damages one value of each space, the text, and the header, in turn: that part is reported, and all others are
// returned.
func TestReadsGoOnWithoutADamagedValue(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	var ids []store.ID
	for n := range 3 {
		mustRemember(t, s, suite.Sample(n))
		ids = append(ids, suite.ID(n))
	}
	hit := ids[1]
	damage := map[family]models.Set{famMemories: 0, famContent: 0}
	for _, space := range keptSpaces.Spaces() {
		damage[s.d.layout.serving(space)] = models.SetOf(space)
	}
	for f, spaces := range damage {
		keys, values := rows(t, s, f)
		at := slices.IndexFunc(keys, func(key []byte) bool { return store.ID(key) == hit })
		bad := slices.Clone(values[at])
		bad[len(bad)/2] ^= 4
		for _, bad := range [][]byte{bad, nil} {
			if bad == nil && f == famMemories { // a memory without a header does not exist
				continue
			}
			change(t, s, op{f, hit[:], bad})
			var lost unreadable
			for how, got := range lost.readAll(t, s, ids) {
				m, want := got[hit], suite.Sample(1)
				if (m == nil) != (spaces == 0) || len(got) != 3 && spaces != 0 || len(got) != 2 && spaces == 0 {
					t.Errorf("%s, %s: %d memories, the damaged one there: %v", f, how, len(got), m != nil)
					continue
				}
				if m == nil {
					continue
				}
				for _, space := range spaces.Spaces() {
					want.Record[space] = m.Record[space]
					if !m.Record[space].Absent() {
						t.Errorf("%s, %s: a value is there", f, how)
					}
				}
				if d := suite.Difference(m, want); d != "" {
					t.Errorf("%s, %s: %s", f, how, d)
				}
			}
			if one := lost.by[hit]; len(lost.by) != 1 || one.Whole != (spaces == 0) || one.Spaces != spaces || !errors.Is(one.Err, store.ErrDamaged) || !strings.Contains(one.Err.Error(), f.String()) {
				t.Errorf("%s: reported %+v", f, lost.by)
			}
		}
		change(t, s, op{f, hit[:], values[at]})
	}
	mustBeWhole(t, s, 3)
}

// manyBlocks is a number of memories that fills several blocks in every family.
const manyBlocks = 600

// TestReadsGoOnBehindADamagedBlock damages a block in the middle of each family's file, in turn. Everything that can be read by its key is returned, in each way of reading; the
// rest is reported, and the check names exactly these records.
func TestReadsGoOnBehindADamagedBlock(t *testing.T) {
	t.Parallel()
	from := t.TempDir()
	s := mustOpen(t, from)
	var ids []store.ID
	var cmds []store.Command
	for n := range manyBlocks {
		m := suite.Sample(n % 16)
		m.ID, m.Time = suite.ID(n), suite.Sample(n).Time
		m.Links = []store.ID{suite.ID(0)}
		cmds, ids = append(cmds, suite.Remember(m)), append(ids, m.ID)
		if n%100 == 99 {
			if err := s.Apply(context.Background(), cmds...); err != nil {
				t.Fatal(err)
			}
			cmds = nil
		}
	}
	if err := s.d.flush(); err != nil {
		t.Fatal(err)
	}
	keys := map[family][][]byte{}
	for f := range families {
		keys[family(f)], _ = rows(t, s, family(f))
	}
	files := map[string]string{}
	for _, f := range s.d.db.GetLiveFilesMetaData() {
		files[f.ColumnFamilyName] = f.Name
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	e := &sideFamily[0]
	for _, f := range []family{famMemories, famContent, famTimeline, famHashes, famEdges, e[models.Semantic], e[models.Sparse], e[models.LateInteraction]} {
		t.Run(f.String(), func(t *testing.T) { readOverBlock(t, from, files[f.String()], f, ids, keys[f]) })
	}
}

func readOverBlock(t *testing.T, from, file string, f family, ids []store.ID, keys [][]byte) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, file)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		b[len(b)/3+i] ^= 0x55
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	s := mustOpen(t, dir)
	defer s.Close()
	strict, broken := suite.Everything, map[store.ID]bool{}
	for _, id := range ids {
		if _, err := s.Get(context.Background(), strict, id); errors.Is(err, store.ErrDamaged) {
			broken[id] = true
		}
	}
	own := f == famMemories || f == famContent || f >= famSpaces // otherwise all parts of a memory are elsewhere
	if own == (len(broken) == 0) || len(broken) > manyBlocks/2 {
		t.Fatalf("%d memories are damaged", len(broken))
	}
	var lost unreadable
	for how, got := range lost.readAll(t, s, ids) {
		for _, id := range ids {
			if whole := got[id] != nil && (f < famSpaces || !got[id].Record[spaceOf(f)].Absent()); whole == broken[id] {
				t.Fatalf("%s: memory %s is read: %v, and damaged: %v", how, id, whole, broken[id])
			}
		}
	}
	if len(lost.by) != len(broken) {
		t.Errorf("reported %d memories, want %d", len(lost.by), len(broken))
	}
	report, err := s.Check(context.Background(), nil)
	if err != nil || report.Memories != len(ids) || report.More > 0 {
		t.Fatalf("check: %d memories, %d more, error %v", report.Memories, report.More, err)
	}
	named, gaps := map[string]bool{}, 0
	for _, d := range report.Damage {
		if d.Family != f.String() {
			t.Errorf("named: %v", d)
		}
		if strings.Contains(d.Reason, "after this one cannot be read") {
			gaps++
			continue
		}
		named[d.Key] = true
	}
	v, want := s.d.view(), 0
	defer v.close()
	for _, key := range keys {
		if v.get(f, key, func([]byte) error { return nil }) != nil {
			want++
			if !named[hex.EncodeToString(key)] {
				t.Errorf("key %x is damaged and not named", key)
			}
		}
	}
	if len(named) != want || gaps == 0 || gaps > 2 {
		t.Errorf("%d records named, %d are damaged; the walk was taken up again %d times", len(named), want, gaps)
	}
}

// spaceOf returns the space whose first side a family is.
func spaceOf(f family) models.Space {
	for _, space := range keptSpaces.Spaces() {
		if sideFamily[0][space] == f {
			return space
		}
	}
	return 0
}

// TestWritesGoOnBesideADamagedBlock: RocksDB refuses all writes when it finds a damaged block while merging files. A family whose damage was found by a read is not merged; otherwise
// the store is reopened automatically. Once the damage is repaired, everything is merged again.
func TestWritesGoOnBesideADamagedBlock(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, c := range []struct {
		damaged models.Space
		read    models.Set
		shelf   bool // not a memory but an entry of a shelf is written
	}{{models.Semantic, models.SetOf(models.Semantic), false}, {models.LateInteraction, 0, false}, {models.LateInteraction, 0, true}} {
		dir, f := t.TempDir(), sideFamily[0][c.damaged]
		s := mustOpen(t, dir)
		mustRemember(t, s, suite.Sample(0), suite.Sample(1))
		if err := s.d.flush(); err != nil {
			t.Fatal(err)
		}
		var path string
		for _, file := range s.d.db.GetLiveFilesMetaData() {
			if file.ColumnFamilyName == f.String() {
				path = filepath.Join(dir, file.Name)
			}
		}
		s.Close()
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := slices.Clone(whole)
		bad[len(bad)/4] ^= 4
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		s = mustOpen(t, dir)
		v := s.d.snapshot()
		mustRemember(t, s, suite.Sample(2)) // not in a merged file
		v.close()
		parts := store.Parts{Spaces: c.read, Unread: func(store.Unread) {}}
		if err := s.Load(ctx, parts, 1, func(int, []*store.Memory) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if c.read == 0 {
			all := grocksdb.NewCompactRangeOptions()
			all.SetBottommostLevelCompaction(grocksdb.KForceOptimized)      // merge the files instead of only moving them
			s.d.db.CompactRangeCFOpt(s.d.handles[f], grocksdb.Range{}, all) // as RocksDB eventually does on its own
			all.Destroy()
		}
		failed := 0
		for n := 3; n < 400; n++ {
			m := suite.Sample(n % 16)
			m.ID = suite.ID(n)
			var err error
			if !c.shelf {
				err = s.Apply(ctx, suite.Remember(m))
			} else {
				err = s.Put(ctx, store.Entry{Shelf: store.ShelfState, Key: m.ID[:], Value: []byte("state")})
			}
			if err != nil {
				if failed++; failed > 100 {
					t.Fatalf("%v: writes are refused: %v", c.damaged, err)
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
		if (failed > 0) != (c.read == 0) {
			t.Errorf("%v, by shelf %v: %d writes failed", c.damaged, c.shelf, failed)
		}
		if got := damagedFamilies(dir); len(got) != 1 || got[0] != f {
			t.Errorf("%v: noted %v", c.damaged, got)
		}
		if _, err := s.Scrub(ctx); err != nil {
			t.Errorf("%v: scrub: %v", c.damaged, err)
		}
		s.Close()
		s = mustOpen(t, dir)
		mustRemember(t, s, suite.Sample(5))
		if r, err := s.Check(ctx, nil); err != nil || r.Err() == nil || len(damagedFamilies(dir)) != 1 {
			t.Errorf("%v: check: %v, error %v", c.damaged, r.Err(), err)
		}
		s.Close()
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		s = mustOpen(t, dir)
		if r, err := s.Check(ctx, nil); err != nil || r.Err() != nil || damagedFamilies(dir) != nil {
			t.Errorf("%v: repaired: %v, error %v; recorded %v", c.damaged, r.Err(), err, damagedFamilies(dir))
		}
		s.Close()
	}
}
