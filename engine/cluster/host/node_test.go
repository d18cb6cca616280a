package host_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/cluster/host"
	"asterism/engine/cluster/natstest"
	"asterism/engine/embedder"
	"asterism/engine/store"
)

const patience = 2 * time.Minute // only ever spent when a test fails

// machine is a node with the engines of the shards that it leads.
type machine struct {
	cluster.Node
	*host.Host
}

func newMachine(ctx context.Context, t *testing.T, name string, servers *natstest.Servers, m *embedder.Embedder) machine {
	t.Helper()
	log, dir := slog.New(slog.DiscardHandler), t.TempDir()
	n, err := cluster.Open(ctx, cluster.Config{Cluster: "team", Name: name, Dir: dir, Conn: servers.Connect(0), Shards: 1, Lease: time.Second, StoreCache: 8 << 20, Log: log,
		Models: &store.Bound{Profile: m.Manifest().Profile, ModelHashes: m.Hashes()}})
	if err != nil {
		t.Fatal(err)
	}
	h := host.New(func(ctx context.Context, number int) (*engine.Engine, error) {
		s := n.Shard(number)
		if s == nil {
			return nil, host.ErrNotLeading
		}
		c := host.Over(engine.Config{}, m, cluster.ShardDir(dir, number), 1)
		on := s.Store()
		c.Store = &on
		return engine.Open(ctx, c)
	}, log)
	n.Subscribe(h.Changed)
	return machine{n, h}
}

func (m machine) close(t *testing.T) {
	t.Helper()
	m.Host.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := m.Node.Close(ctx); err != nil {
		t.Error(err)
	}
}

func (m machine) await(ctx context.Context, t *testing.T) *engine.Engine {
	t.Helper()
	for {
		e, err := m.Engine(0)
		if err == nil {
			return e
		}
		if !errors.Is(err, host.ErrOpening) && !errors.Is(err, host.ErrNotLeading) || ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestAMemoryOutlivesItsNode: what one node's engine stored is found by that of another, when the first has ended.
func TestAMemoryOutlivesItsNode(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	models, err := embedder.Open(ctx, embedder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer models.Close(context.Background())
	servers := natstest.Start(t, 1)
	a := newMachine(ctx, t, "a", servers, models)
	stored, err := a.await(ctx, t).Remember(ctx, engine.Note{Content: "the disk of the build server was full"})
	if err != nil {
		t.Fatal(err)
	}
	b := newMachine(ctx, t, "b", servers, models)
	for b.Shard(0) == nil {
		time.Sleep(5 * time.Millisecond)
	}
	if err := b.Shard(0).WaitFor(ctx, a.Shard(0).Applied()); err != nil {
		t.Fatal(err)
	}
	a.close(t)
	found, err := b.await(ctx, t).Recall(ctx, engine.Question{Text: "why did the build fail?"})
	if err != nil || len(found.Hits) != 1 || found.Hits[0].Memory.ID != stored.ID {
		t.Errorf("%+v, %v", found, err)
	}
	b.close(t)
}
