package rocks

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

// graphAndWords are the spaces that the tests renew.
var graphAndWords = models.SetOf(models.Graph, models.Splade)

// renewedStore returns a store of n memories with a renewal in progress, and the renewal.
func renewedStore(t testing.TB, dir string, n int) (*Store, store.Renewal) {
	t.Helper()
	s, r := mustOpen(t, dir), suite.RenewalOf(graphAndWords, 1)
	if err := s.BeginRenewal(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		mustRemember(t, s, suite.Sample(i+1))
		if err := s.Apply(context.Background(), suite.Renew(i+1, 1, r)); err != nil {
			t.Fatal(err)
		}
	}
	return s, r
}

// bytesIn returns the size of a family's sorted files.
func bytesIn(t testing.TB, s *Store, f family) uint64 {
	t.Helper()
	n, ok := s.d.db.GetIntPropertyCF("rocksdb.total-sst-files-size", s.d.handles[f])
	if !ok {
		t.Fatal("the size of a family is not known")
	}
	return n
}

// mustServe checks that n memories have the values of a renewal; nil: their original values.
func mustServe(t testing.TB, s *Store, n int, r *store.Renewal) {
	t.Helper()
	for i := range n {
		want := suite.Sample(i + 1)
		if r != nil {
			values := suite.Renew(i+1, 1, *r).Renewed
			r.Settle(want, values)
			for _, space := range r.Spaces.Spaces() {
				want.Record[space] = values.Record[space]
			}
		}
		got, err := store.One(context.Background(), s, suite.Everything, want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if d := suite.Difference(got, want.Clone(suite.Everything)); d != "" {
			t.Errorf("memory %d: %s", i+1, d)
		}
	}
	loaded := 0
	if err := s.Load(context.Background(), store.Parts{Spaces: models.All}, 1, func(_ int, some []*store.Memory) error { loaded += len(some); return nil }); err != nil || loaded != n {
		t.Errorf("%d of %d memories were loaded, error %v", loaded, n, err)
	}
}

// TestRenewalWaitsForWriter: a renewal is begun and abandoned between groups of commands, never within one.
func TestRenewalWaitsForWriter(t *testing.T) {
	t.Parallel()
	s, ctx := mustOpen(t, t.TempDir()), context.Background()
	defer s.Close()
	for what, call := range map[string]func() error{
		"begin":   func() error { return s.BeginRenewal(ctx, suite.RenewalOf(graphAndWords, 1)) },
		"abandon": func() error { return s.AbandonRenewal(ctx) },
	} {
		s.writer.deciding.Lock()
		done := make(chan error, 1)
		go func() { done <- call() }()
		select {
		case err := <-done:
			t.Errorf("%s: it did not wait, error %v", what, err)
			done <- err
		case <-time.After(20 * time.Millisecond):
		}
		s.writer.deciding.Unlock()
		if err := <-done; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestNewValuesReplaceNewValues: if a memory is embedded again twice, only the later values remain, and none of the earlier ones in a space that
// is now absent.
func TestNewValuesReplaceNewValues(t *testing.T) {
	t.Parallel()
	s, r := mustOpen(t, t.TempDir()), suite.RenewalOf(graphAndWords, 1)
	defer s.Close()
	if err := s.BeginRenewal(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	mustRemember(t, s, suite.Sample(1))
	for _, n := range []int{2, 4} { // values in both spaces, then in one
		c := suite.Renew(n, 1, r)
		c.ID = suite.ID(1)
		mustApply(t, s, c)
		mustBeWhole(t, s, 1)
	}
	if keys, _ := rows(t, s, s.d.layout.inactive(models.Graph)); len(keys) != 0 {
		t.Error("the earlier value is still there")
	}
}

// TestPurgeTakesNewValues: a purged memory has no new value, neither while values are collected nor while old ones wait to be cleared, and its
// bytes are removed from the files.
func TestPurgeTakesNewValues(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, switched := range []bool{false, true} {
		dir := t.TempDir()
		s, r := renewedStore(t, dir, 3)
		secret := suite.Renew(2, 1, r).Renewed.Record[models.Graph].Int8[:64]
		if switched {
			secret = suite.Sample(2).Record[models.Graph].Int8[:64]
			if err := s.EndRenewal(ctx); err != nil {
				t.Fatal(err)
			}
		}
		pattern := make([]byte, len(secret))
		for i, v := range secret {
			pattern[i] = byte(v)
		}
		if err := s.d.flush(); err != nil || !onDisk(t, dir, pattern) {
			t.Fatalf("switched %v: the value is not in the files before, error %v: nothing is tested", switched, err)
		}
		if err := s.Apply(ctx, suite.Purge(suite.ID(2), 1)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Scrub(ctx); err != nil {
			t.Fatal(err)
		}
		if onDisk(t, dir, pattern) {
			t.Errorf("switched %v: the purged memory's value is still in the files", switched)
		}
		mustBeWhole(t, s, 2)
		s.Close()
	}
}

// onDisk reports whether a file of the store contains the bytes.
func onDisk(t *testing.T, dir string, pattern []byte) bool {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(f os.DirEntry) bool {
		text, err := os.ReadFile(dir + "/" + f.Name())
		return err == nil && bytes.Contains(text, pattern)
	})
}

// TestRenewalKnowsItsModels: a store that is bound to models renews exactly the spaces whose models differ, and is then bound to the new ones.
func TestRenewalKnowsItsModels(t *testing.T) {
	t.Parallel()
	s, ctx := mustOpen(t, t.TempDir()), context.Background()
	defer s.Close()
	old, r := suite.Sample(1).ModelHashes, suite.RenewalOf(graphAndWords, 1)
	if b, err := s.Bound(ctx); err != nil || b != nil {
		t.Errorf("a new store is bound to %v, error %v", b, err)
	}
	if err := s.Bind(ctx, "compact", old); err != nil {
		t.Fatal(err)
	}
	mustRemember(t, s, suite.Sample(1))
	few := r
	few.Spaces = models.SetOf(models.Graph)
	if err := s.BeginRenewal(ctx, few); !errors.Is(err, store.ErrBadRecord) {
		t.Errorf("too few spaces: error %v, want ErrBadRecord", err)
	}
	if err := s.BeginRenewal(ctx, r); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(ctx, suite.Renew(1, 1, r)); err != nil {
		t.Fatal(err)
	}
	err := s.Bind(ctx, r.Profile, r.ModelHashes)
	if !errors.Is(err, store.ErrProfile) || !strings.Contains(err.Error(), "asterism reembed --profile "+r.Profile) {
		t.Errorf("half renewed, opened with the new models: error %v, want ErrProfile and the command", err)
	}
	if err := s.Bind(ctx, "compact", old); err != nil {
		t.Errorf("half renewed, opened with the old models: %v", err)
	}
	if err := s.EndRenewal(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Bind(ctx, r.Profile, r.ModelHashes); err != nil {
		t.Errorf("renewed: %v", err)
	}
	if err := s.Bind(ctx, "compact", old); !errors.Is(err, store.ErrProfile) {
		t.Errorf("renewed, opened with the old models: error %v, want ErrProfile", err)
	}
	if b, err := s.Bound(ctx); err != nil || b == nil || b.Profile != r.Profile || b.ModelHashes != r.ModelHashes {
		t.Errorf("bound to %v, error %v", b, err)
	}
}

// TestEndRenewalIsAlone: a reader during the switch sees only old values or only new ones.
func TestEndRenewalIsAlone(t *testing.T) {
	t.Parallel()
	s, r := renewedStore(t, t.TempDir(), 200)
	defer s.Close()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	saw, done := make(chan string), make(chan error, 1) // the models of each scan, and the result of the last
	go func() {
		defer close(saw)
		for ctx.Err() == nil {
			profiles := map[string]bool{}
			err := s.Scan(context.Background(), store.Range{}, suite.Everything, func(m *store.Memory) (bool, error) {
				profiles[m.Profile] = true
				_, nested := s.Live(context.Background(), m.Namespace) // a call that is inside enters again
				return true, nested
			})
			if err == nil && len(profiles) != 1 {
				err = errors.New("a scan saw memories of both models")
			}
			if err != nil {
				done <- err
				return
			}
			for p := range profiles {
				select {
				case saw <- p:
				case <-ctx.Done():
				}
			}
		}
		done <- nil
	}()
	if p := <-saw; p != "compact" {
		t.Errorf("before the end the reader saw the models %q", p)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.EndRenewal(context.Background()) }() // during the scans
	last := ""
	for last = range saw {
		if last == r.Profile {
			break
		}
	}
	stop()
	if last != r.Profile {
		t.Errorf("at the end the reader saw the models %q, want %q", last, r.Profile)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

// TestRenewalRoom: a renewal takes no more space than predicted, and values that are stored already are not counted again.
func TestRenewalRoom(t *testing.T) {
	t.Parallel()
	const n = 400
	s, ctx := mustOpen(t, t.TempDir()), context.Background()
	defer s.Close()
	ask := func() int64 {
		room, err := s.RenewalRoom(ctx, graphAndWords)
		if err != nil || !room.Known || room.Free <= 0 {
			t.Fatalf("room %+v, error %v", room, err)
		}
		return room.Need - int64(s.space.reserve)
	}
	if empty := ask(); empty < 0 || empty > 1<<20 {
		t.Errorf("an empty store needs %d bytes", empty)
	}
	for i := range n {
		mustRemember(t, s, suite.Sample(i+1))
	}
	if err := s.d.flush(); err != nil {
		t.Fatal(err)
	}
	before, r := ask(), suite.RenewalOf(graphAndWords, 1)
	if err := s.BeginRenewal(ctx, r); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := s.Apply(ctx, suite.Renew(i+1, 1, r)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.d.flush(); err != nil {
		t.Fatal(err)
	}
	took := bytesIn(t, s, famRenewed)
	for _, space := range graphAndWords.Spaces() {
		took += bytesIn(t, s, s.d.layout.inactive(space))
	}
	if int64(took) > before || took < n*200 {
		t.Errorf("%d bytes were said, %d were taken", before, took)
	}
	if left := ask(); left >= before-int64(took)/2 {
		t.Errorf("%d bytes are asked for when %d of %d are there", left, took, before)
	}
	if room := (store.RenewalRoom{Need: 2, Free: 1, Known: true}); !room.Short() {
		t.Error("1 byte is enough for 2")
	}
}

// TestReadOnlyWhileSettling: a read-only opening while headers are being rewritten fails with a request to retry.
func TestReadOnlyWhileSettling(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, r := renewedStore(t, dir, 2)
	late := &renewal{phase: settling, Renewal: r}
	change(t, s, late.op())
	change(t, s, sidesOp(r.Spaces))
	s.Close()
	if _, err := Open(context.Background(), Options{Dir: dir, ReadOnly: true, CacheBytes: 8 << 20}); err == nil || !strings.Contains(err.Error(), "in a moment") {
		t.Errorf("error %v, want one that says to come again", err)
	}
	s = mustOpen(t, dir)
	defer s.Close()
	mustServe(t, s, 2, &r)
}
