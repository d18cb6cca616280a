package shard

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TestADamagedCheckpointIsMadeAnew: a stored file is damaged after the log was cut behind the checkpoint. A new replica cannot load it, reports that, and can soon after.
func TestADamagedCheckpointIsMadeAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a, _ := w.growing("a", 0, Growth{Look: 50 * time.Millisecond, ReadBack: 200 * time.Millisecond})
	w.await("a leads", func() bool { return a.Role() == Leading })
	for n := range 20 {
		w.remember(a, n)
	}
	if _, err := a.Checkpoint(w.ctx); err != nil {
		t.Fatal(err)
	}
	w.damage(a.cfg.Checkpoints.Files)

	c, err := configure(w.ctx, w.servers.Connect(-1), filepath.Join(w.dir, "b"), "b", 1, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Leases.Close()
	b, err := Open(w.ctx, c)
	if err == nil || !strings.Contains(err.Error(), "another one") {
		t.Fatalf("a damaged checkpoint was taken: %v", err)
	}
	w.await("b takes another checkpoint", func() bool { b, err = Open(w.ctx, c); return err == nil })
	defer b.Close()
	if err := b.WaitFor(w.ctx, a.Applied()); err != nil {
		t.Fatal(err)
	}
	w.mustEqual(a, b)
	w.await("the note is taken away", func() bool { n, err := a.damageNoted(w.ctx); return err == nil && n == 0 })
}

// damage adds a chunk to the largest object.
func (w *world) damage(files jetstream.ObjectStore) {
	w.t.Helper()
	all, err := files.List(w.ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	largest := all[0]
	for _, o := range all {
		if o.Size > largest.Size {
			largest = o
		}
	}
	js, err := jetstream.New(w.servers.Connect(-1))
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := js.Publish(w.ctx, "$O."+largest.Bucket+".C."+largest.NUID, []byte("what nobody sent")); err != nil {
		w.t.Fatal(err)
	}
}

// faulty is a mock object store that stores other bytes than were sent, a given number of times.
type faulty struct {
	jetstream.ObjectStore
	times atomic.Int32
}

func (f *faulty) Put(ctx context.Context, meta jetstream.ObjectMeta, r io.Reader) (*jetstream.ObjectInfo, error) {
	if f.times.Add(-1) >= 0 {
		r = io.MultiReader(r, bytes.NewReader([]byte("x")))
	}
	return f.ObjectStore.Put(ctx, meta, r)
}

// TestWhatIsKeptIsReadBack: a file that comes back changed is sent again. If it never comes back unchanged, no checkpoint is made, and the log is not cut.
func TestWhatIsKeptIsReadBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	var kept faulty
	w.change = func(c *Config) {
		kept.ObjectStore = c.Checkpoints.Files
		c.Checkpoints.Files = &kept
	}
	a, _ := w.growing("a", 0, Growth{Look: time.Hour, ReadBack: 50 * time.Millisecond}) // only the test makes checkpoints
	w.change = nil
	w.await("a leads", func() bool { return a.Role() == Leading })
	for n := range 20 {
		w.remember(a, n)
	}
	before, _, err := a.cfg.Log.Size(w.ctx)
	if err != nil {
		t.Fatal(err)
	}
	kept.times.Store(1000)
	if _, err := a.Checkpoint(w.ctx); !errors.Is(err, errOtherBytes) {
		t.Fatalf("other bytes were kept, and the checkpoint said %v", err)
	}
	if _, _, err := a.pointer(w.ctx); !errors.Is(err, errNoCheckpoint) {
		t.Errorf("there is a checkpoint of other bytes: %v", err)
	}
	if after, _, err := a.cfg.Log.Size(w.ctx); err != nil || after != before {
		t.Errorf("the log had %d records and has %d (%v)", before, after, err)
	}
	kept.times.Store(sends - 1)
	if _, err := a.Checkpoint(w.ctx); err != nil {
		t.Fatal(err)
	}
	b, _ := w.replica("b", 1)
	if err := b.WaitFor(w.ctx, a.Applied()); err != nil {
		t.Fatal(err)
	}
	w.mustEqual(a, b)
}
