package spread

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/cluster/exchange"
	"asterism/engine/cluster/host"
	"asterism/engine/cluster/natstest"
	"asterism/engine/embedder"
	"asterism/engine/store"
	"asterism/mcp"
	"asterism/mcp/passing"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/nats-io/nats.go"
)

const (
	patience = 2 * time.Minute // only used up when a test fails
	shards   = 4
)

// fleet is three nodes in one process, each with its own connection. One of them has each shard's engine.
type fleet struct {
	t     *testing.T
	ctx   context.Context
	nodes []*node
}

// node is one of them. It implements [passing.Cluster], [passing.Here] and [Packer].
type node struct {
	name     string
	conn     *nats.Conn
	fleet    *fleet
	engines  [shards]*engine.Engine
	passer   *passing.Passer
	exchange *exchange.Exchange
	spreader *Spreader
	models   *engine.ModelsAlone

	mu     sync.Mutex
	before func(context.Context) error // called before a piece is embedded; nil: no call
	packed int                         // number of notes embedded here
	asked  map[string]int              // how often each text was embedded here
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
	ctx, stop := context.WithTimeout(context.Background(), patience)
	t.Cleanup(stop)
	servers := natstest.Start(t, 1)
	f := &fleet{t: t, ctx: ctx}
	for i := range 3 {
		f.nodes = append(f.nodes, &node{name: string(rune('a' + i)), conn: servers.Connect(0), fleet: f, models: engine.OverModels(m), asked: map[string]int{}})
	}
	for number := range shards {
		e, err := engine.Open(ctx, engine.Config{Data: t.TempDir(), Embedder: m})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = e.Close(context.Background()) })
		f.nodes[number%3].engines[number] = e
	}
	for _, n := range f.nodes {
		n.start()
	}
	return f
}

func (n *node) start() {
	t, log := n.fleet.t, slog.New(slog.DiscardHandler)
	t.Helper()
	var err error
	n.exchange, err = exchange.Open(n.conn, "test", n.name, func(ctx context.Context, q []byte) ([]byte, error) {
		if q[0] == '{' { // the result of a piece: no question of the passer begins so
			return nil, n.spreader.Heard(q)
		}
		return n.passer.Answer(ctx, q)
	}, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.exchange.Close)
	none := func(context.Context, mcp.Call, *tools.Engine) (*protocol.CallToolResult, error) {
		return nil, errors.New("no call is passed on here")
	}
	n.passer = passing.New(n, n, n.exchange, none, nil)
	n.spreader, err = Open(Config{Cluster: "test", Node: n.name, Conn: n.conn, Replicas: 1, AtOnce: 2, Packer: n, Leaders: n.passer, Silence: time.Second, Log: log,
		Tell: func(ctx context.Context, node string, result []byte) (bool, error) {
			_, err := n.exchange.Ask(ctx, node, result)
			return errors.Is(err, exchange.ErrGone), err
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.spreader.Close)
}

// Name, Shards, LeaderOf and Lacks implement [passing.Cluster].
func (n *node) Name() string { return n.name }

func (n *node) Shards() int { return shards }

func (n *node) Lacks() string { return "" }

func (n *node) LeaderOf(shard int) (string, bool) { return n.fleet.nodes[shard%3].name, true }

// Engine, Has, Confirm and Applied implement [passing.Here].
func (n *node) Engine(shard int) (*engine.Engine, error) {
	if n.engines[shard] == nil {
		return nil, host.ErrNotLeading
	}
	return n.engines[shard], nil
}

func (n *node) Has(context.Context, int, store.ID) (bool, error) {
	return false, errors.New("not asked")
}

func (n *node) Confirm(context.Context, int) error { return nil }

func (n *node) Applied(int) uint64 { return 7 }

// Pack implements [Packer] with the models that ship.
func (n *node) Pack(ctx context.Context, notes []engine.Note) ([]engine.Packed, error) {
	n.mu.Lock()
	before := n.before
	n.mu.Unlock()
	if before != nil {
		if err := before(ctx); err != nil {
			return nil, err
		}
	}
	out, err := n.models.Pack(ctx, notes)
	if err == nil {
		n.mu.Lock()
		n.packed += len(notes)
		for i := range notes {
			n.asked[notes[i].Content]++
		}
		n.mu.Unlock()
	}
	return out, err
}

// RememberAll and Holds implement [ingest.Rememberer], like a command that asks this node.
func (n *node) RememberAll(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error) {
	once, err := n.spreader.Remember(ctx, notes)
	if err != nil {
		return nil, err
	}
	out := make([]engine.Remembered, len(once))
	for i, o := range once {
		out[i].ID, out[i].AlreadyStored = o.ID, o.Known
	}
	return out, nil
}

func (n *node) Holds(ctx context.Context, id store.ID, namespace, content string) (bool, error) {
	return n.fleet.leader(namespace).Holds(ctx, id, namespace, content)
}

// leader returns the engine of a namespace's shard.
func (f *fleet) leader(namespace string) *engine.Engine {
	shard := cluster.ShardOf(namespace, shards)
	return f.nodes[shard%3].engines[shard]
}

// memories returns those of a namespace, by text and source.
func (f *fleet) memories(namespace string) map[string]*store.Memory {
	f.t.Helper()
	out := map[string]*store.Memory{}
	q := engine.ListQuestion{Namespace: namespace, Limit: engine.MaxPage}
	for {
		page, err := f.leader(namespace).List(f.ctx, q)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, m := range page.Memories {
			whole, err := f.leader(namespace).Get(f.ctx, m.ID)
			if err != nil {
				f.t.Fatal(err)
			}
			key := m.Source + " " + m.Content
			if out[key] != nil {
				f.t.Errorf("it is stored twice: %s", key)
			}
			out[key] = whole
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			return out
		}
	}
}

// namespaceOf returns a namespace of a shard.
func namespaceOf(shard int, name string) string {
	for i := 0; ; i++ {
		if n := fmt.Sprint(name, "-", i); cluster.ShardOf(n, shards) == shard {
			return n
		}
	}
}
