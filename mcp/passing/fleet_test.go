package passing

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/cluster/exchange"
	"asterism/engine/cluster/host"
	"asterism/engine/cluster/natstest"
	"asterism/engine/embedder"
	"asterism/engine/store"
	"asterism/engine/warm"
	"asterism/mcp"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

const shards = 4

// fleet is three nodes in one process. One of them has each shard's store and engine. Leaders only change when the test changes them.
type fleet struct {
	t     *testing.T
	nodes map[string]*member

	place, behind atomic.Uint64
	follower      *warm.Follower

	mu      sync.Mutex
	leaders [shards]string // "": no leader
}

// member is one node.
type member struct {
	*Passer
	name    string
	fleet   *fleet
	server  *mcp.Server
	x       *exchange.Exchange
	engines [shards]*engine.Engine
}

func (m *member) Name() string { return m.name }
func (m *member) Shards() int  { return shards }

// Lacks returns nothing; its tests have clusters of their own.
func (m *member) Lacks() string { return "" }

func (m *member) LeaderOf(shard int) (string, bool) {
	m.fleet.mu.Lock()
	defer m.fleet.mu.Unlock()
	return m.fleet.leaders[shard], m.fleet.leaders[shard] != ""
}

func (m *member) Engine(shard int) (*engine.Engine, error) {
	if m.engines[shard] == nil {
		return nil, host.ErrNotLeading
	}
	return m.engines[shard], nil
}

func (m *member) Has(ctx context.Context, shard int, id store.ID) (bool, error) {
	_, err := m.engines[shard].Get(ctx, id)
	return err == nil, nil
}

func (m *member) Confirm(context.Context, int) error { return nil }

// Applied returns the number that the test sets for all replicas of a shard.
func (m *member) Applied(int) uint64 { return m.fleet.place.Load() }

// Behind returns the number that the test sets.
func (m *member) Behind(int) uint64 { return m.fleet.behind.Load() }

// Reading lets a node read from every engine, as if it followed the shards that it does not lead.
func (m *member) Reading(shard int) (*engine.Engine, *warm.Follower, error) {
	if m.engines[shard] != nil {
		return m.engines[shard], nil, nil
	}
	for _, other := range m.fleet.nodes {
		if e := other.engines[shard]; e != nil {
			return e, m.fleet.follower, nil
		}
	}
	return nil, nil, host.ErrNotKept
}

var compact = sync.OnceValues(func() (*embedder.Embedder, error) {
	return embedder.Open(context.Background(), embedder.Options{})
})

// newFleet starts a fleet: node n mod 3 leads shard n.
func newFleet(t *testing.T) *fleet {
	t.Helper()
	m, err := compact()
	if err != nil {
		t.Fatal(err)
	}
	servers := natstest.Start(t, 1)
	f := &fleet{t: t, nodes: map[string]*member{}}
	names := []string{"a", "b", "c"}
	for _, name := range names {
		f.start(name, servers)
	}
	for n := range shards {
		f.leaders[n] = names[n%len(names)]
		e, err := engine.Open(t.Context(), engine.Config{Data: t.TempDir(), Embedder: m})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = e.Close(context.Background()) })
		f.nodes[f.leaders[n]].engines[n] = e
	}
	return f
}

func (f *fleet) start(name string, servers *natstest.Servers) {
	f.t.Helper()
	m := &member{name: name, fleet: f}
	log := slog.New(slog.DiscardHandler)
	conn := servers.Connect(0)
	var err error
	m.x, err = exchange.Open(conn, "test", name, func(ctx context.Context, q []byte) ([]byte, error) { return m.Answer(ctx, q) }, log)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(m.x.Close)
	m.server, err = mcp.New(mcp.Options{Engine: func(context.Context) (*tools.Engine, error) { return m.Union(), nil }, Tools: "all", More: tools.Owner{}.Tools(), Data: f.t.TempDir()})
	if err != nil {
		f.t.Fatal(err)
	}
	m.Passer = New(m, m, m.x, m.server.Carry, nil)
	f.nodes[name] = m
}

// call calls a tool at a node, and decodes its structured answer.
func (f *fleet) call(node, tool string, args map[string]any, into any) error {
	f.t.Helper()
	m := f.nodes[node]
	raw, err := json.Marshal(args)
	if err != nil {
		f.t.Fatal(err)
	}
	c := mcp.Call{Tool: tool, Arguments: raw}
	out, err := m.Pass(f.t.Context(), c, func(ctx context.Context, e *tools.Engine) (*protocol.CallToolResult, error) {
		return m.server.Carry(ctx, c, e)
	})
	if err != nil {
		return err
	}
	body, err := json.Marshal(out.StructuredContent)
	if err == nil && into != nil {
		err = json.Unmarshal(body, into)
	}
	if err != nil {
		f.t.Fatalf("%s at %s: %v: %s", tool, node, err, body)
	}
	return nil
}

// namespaces returns n namespaces of each shard, by shard.
func namespaces(n int) (out [shards][]string) {
	for i, left := 0, n*shards; left > 0; i++ {
		name := fmt.Sprint("space-", i)
		if s := cluster.ShardOf(name, shards); len(out[s]) < n {
			out[s] = append(out[s], name)
			left--
		}
	}
	return out
}
