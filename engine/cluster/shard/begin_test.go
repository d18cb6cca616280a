package shard

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/cluster/journal"
	"asterism/engine/store/suite"
)

// leaderless is a mock log whose servers have no leader until over is set.
type leaderless struct {
	journal.Journal
	over *atomic.Bool
}

func (l leaderless) End(ctx context.Context) (uint64, error) {
	if !l.over.Load() {
		return 0, journal.ErrUnavailable
	}
	return l.Journal.End(ctx)
}

// TestACandidateWaitsForTheLog while it holds the lease. If another node takes the lease, it gives up without closing its store. It leads when it holds the lease and the log has a
// leader.
func TestACandidateWaitsForTheLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	const lease = 600 * time.Millisecond
	c, err := configure(w.ctx, w.servers.Connect(-1), filepath.Join(w.dir, "a"), "a", 0, lease)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Leases.Close)
	var over, reloaded atomic.Bool
	c.Log = leaderless{c.Log, &over}
	c.Notify = func(c Change) { reloaded.Store(reloaded.Load() || c.Reloaded) }
	a, err := Open(w.ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	w.await("a has the lease", func() bool { return a.Role() == Candidate })
	h, _ := c.Leases.look(0)
	w.await("a renews it, and waits", func() bool { n, _ := c.Leases.look(0); return n.revision > h.revision+1 })
	if a.Role() != Candidate {
		t.Fatalf("a is %v", a.Role())
	}
	b := w.leasesOf("b", lease, asItIs)
	var stolen uint64
	w.await("b has the lease", func() bool {
		if b.refresh(w.ctx, 0) != nil {
			return false
		}
		n, _ := b.look(0)
		stolen, err = b.swap(w.ctx, 0, entry{Node: "b"}, n.revision)
		return err == nil
	})
	w.await("a gives up", func() bool { return a.Role() == Follower })
	over.Store(true)
	w.await("a leads when the lease of b has run out", func() bool { return a.Role() == Leading })
	if l, ok := a.Leader(); ok && l.Epoch <= stolen {
		t.Errorf("a leads in epoch %d, the lease was taken from it in %d", l.Epoch, stolen)
	}
	if reloaded.Load() {
		t.Error("the store was opened again, where nothing was wrong with it")
	}
	if err := a.Store().Apply(w.ctx, suite.Remember(suite.Sample(0))); err != nil {
		t.Error(err)
	}
}
