package standin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"time"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/cluster/bus"
	"asterism/engine/cluster/exchange"
	"asterism/engine/cluster/host"
	"asterism/engine/cluster/member"
	"asterism/engine/embedder"
	"asterism/engine/store"
	"asterism/mcp"
	"asterism/mcp/passing"
	"asterism/mcp/spread"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

const name = "standin"

// fleet is some nodes in this process; the first leads the only shard.
type fleet struct {
	nodes  []*node
	leader cluster.Node
	host   *host.Host
	ended  []func()
}

// node implements [passing.Cluster] and [passing.Here].
type node struct {
	name     string
	fleet    *fleet
	passer   *passing.Passer
	exchange *exchange.Exchange
	spreader *spread.Spreader
}

// open starts so many nodes, each with a device of its own.
func open(ctx context.Context, dir string, nodes int, m *embedder.Embedder, device func() *Device) (_ *fleet, err error) {
	f := &fleet{}
	defer func() {
		if err != nil {
			f.close()
		}
	}()
	log := slog.New(slog.DiscardHandler)
	listen, door, err := freePorts()
	if err != nil {
		return nil, err
	}
	me, err := member.Found(dir, member.Founding{Name: name, Shards: 1, Place: member.Place{Node: "n0", Listen: listen, Door: door}}, time.Now())
	if err != nil {
		return nil, err
	}
	if err := bus.Found(ctx, dir, me, log); err != nil {
		return nil, err
	}
	b, err := bus.Start(ctx, dir, me, bus.Options{Log: log})
	if err != nil {
		return nil, err
	}
	f.ended = append(f.ended, b.Close)
	if err := f.lead(ctx, dir, b, m, log); err != nil {
		return nil, err
	}
	for i := range nodes {
		n := &node{name: fmt.Sprint("n", i), fleet: f}
		f.nodes = append(f.nodes, n)
		if err := n.open(b, device(), log); err != nil {
			return nil, err
		}
	}
	return f, f.await(ctx)
}

// lead opens the shard and its engine.
func (f *fleet) lead(ctx context.Context, dir string, b *bus.Bus, m *embedder.Embedder, log *slog.Logger) (err error) {
	f.leader, err = cluster.Open(ctx, cluster.Config{Cluster: name, Name: "n0", Dir: dir, Conn: b.Conn(), Shards: 1, Log: log,
		Models: &store.Bound{Profile: m.Manifest().Profile, ModelHashes: m.Hashes()}})
	if err != nil {
		return err
	}
	f.ended = append(f.ended, func() { _ = f.leader.Close(context.Background()) })
	f.host = host.New(func(ctx context.Context, number int, _ *engine.Engine) (*engine.Engine, error) {
		c := host.Over(engine.Config{}, m, cluster.ShardDir(dir, number), 1)
		on := f.leader.Shard(number).Store()
		c.Store = &on
		return engine.Open(ctx, c)
	}, log)
	unsubscribe := f.leader.Subscribe(f.host.Changed)
	f.ended = append(f.ended, func() { unsubscribe(); f.host.Close() })
	return nil
}

func (n *node) open(b *bus.Bus, d *Device, log *slog.Logger) (err error) {
	n.exchange, err = exchange.Open(b.Conn(), name, n.name, func(ctx context.Context, q []byte) ([]byte, error) {
		if q[0] == '{' { // the outcome of a piece: no request of the passer begins with this
			return nil, n.spreader.Heard(q)
		}
		return n.passer.Answer(ctx, q)
	}, log)
	if err != nil {
		return err
	}
	n.fleet.ended = append(n.fleet.ended, n.exchange.Close)
	none := func(context.Context, mcp.Call, *tools.Engine) (*protocol.CallToolResult, error) {
		return nil, errors.New("no call is passed on here")
	}
	n.passer = passing.New(n, n, n.exchange, none, nil)
	n.spreader, err = spread.Open(spread.Config{Cluster: name, Node: n.name, Conn: b.Conn(), Replicas: 1, AtOnce: atOnce, Packer: d, Leaders: n.passer, Log: log,
		Tell: func(ctx context.Context, node string, result []byte) (bool, error) {
			_, err := n.exchange.Ask(ctx, node, result)
			return errors.Is(err, exchange.ErrGone), err
		}})
	if err == nil {
		n.fleet.ended = append(n.fleet.ended, n.spreader.Close)
	}
	return err
}

// atOnce is how many pieces a node works on at a time, as a node with a processor does: one is embedded while others are on their way.
const atOnce = 4

// await returns when the shard's engine is open.
func (f *fleet) await(ctx context.Context) error {
	for {
		_, err := f.host.Engine(0)
		if err == nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (f *fleet) close() {
	for i := len(f.ended) - 1; i >= 0; i-- {
		f.ended[i]()
	}
}

// Name, Shards, LeaderOf and Lacks implement [passing.Cluster].
func (n *node) Name() string { return n.name }

func (n *node) Shards() int { return 1 }

func (n *node) LeaderOf(int) (string, bool) { return "n0", true }

func (n *node) Lacks() string { return "" }

// Engine, Has, Confirm and Applied implement [passing.Here].
func (n *node) Engine(shard int) (*engine.Engine, error) {
	if n.name != "n0" {
		return nil, host.ErrNotLeading
	}
	return n.fleet.host.Engine(shard)
}

func (n *node) Has(context.Context, int, store.ID) (bool, error) {
	return false, errors.New("nothing is looked for here")
}

func (n *node) Confirm(ctx context.Context, shard int) error {
	return n.fleet.leader.Shard(shard).Confirm(ctx)
}

func (n *node) Applied(shard int) uint64 { return n.fleet.leader.Shard(shard).Applied() }

// freePorts are two that nobody listens at.
func freePorts() (listen, door string, err error) {
	a, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	b, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", errors.Join(err, a.Close())
	}
	return a.Addr().String(), b.Addr().String(), errors.Join(a.Close(), b.Close())
}

// dirOf is the folder of one fleet.
func dirOf(dir string, nodes int) string { return filepath.Join(dir, fmt.Sprint("nodes-", nodes)) }
