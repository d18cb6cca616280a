package node

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/cluster"
	"asterism/engine/cluster/bus"
	"asterism/engine/cluster/exchange"
	"asterism/engine/cluster/host"
	"asterism/engine/cluster/member"
	"asterism/engine/embedder"
	"asterism/mcp"
	"asterism/mcp/passing"
	"asterism/mcp/spread"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Config says which node a process is, and with what it works.
type Config struct {
	Member  *member.Member
	Data    string        // the node's folder
	Engine  engine.Config // of the engines of its shards; Data, Store and Embedder are put in for each
	NATS    string        // URL of a NATS that somebody else runs; empty: a server in this process
	Seeds   []string      // addresses of other nodes, beside those that the member knows
	ReadAny bool          // searches are answered here for the shards that this node keeps, also for those that others lead
	Fixed   bool          // no replica moves to another node by itself while this one runs
	Look    time.Duration // how often it is looked whether a node leads or keeps more than another; 0: 30 s
	Version string        // of the program
	Log     *slog.Logger
}

// Node is this process's part of a cluster. Make it with [New], and let it begin with [Node.Start]. It is safe for concurrent use.
type Node struct {
	cfg    Config
	opened chan struct{} // closed when all below is set, or err
	err    error
	stage  atomic.Value // string, while it is being opened
	ended  []func()     // in the order in which things were opened

	bus       *bus.Bus
	models    *embedder.Embedder
	embedding *engine.ModelsAlone
	cluster   cluster.Node
	host      *host.Host
	exchange  *exchange.Exchange
	passer    *passing.Passer
	spreader  *spread.Spreader
	seen      seen
	watchers  watchers
	backing   sync.Mutex // one backup at a time
}

// New makes a node that is not open yet.
func New(c Config) *Node {
	n := &Node{cfg: c, opened: make(chan struct{})}
	n.stage.Store("starting the cluster's bus")
	return n
}

// Start opens the node beside, until ctx ends. carry carries out calls that other nodes pass on.
func (n *Node) Start(ctx context.Context, carry passing.Carry) {
	go func() {
		defer close(n.opened)
		n.err = caught.Run(func() error { return n.open(ctx, carry) })
		if n.err != nil {
			n.end()
		}
	}()
}

// end closes what was opened, the last first.
func (n *Node) end() {
	for _, fn := range slices.Backward(n.ended) {
		fn()
	}
	n.ended = nil
}

// Close gives up what the node leads, so that others lead it at once, and ends everything. The error is the one that opening it failed with, if it was not ended before that.
func (n *Node) Close() error {
	<-n.opened
	if errors.Is(n.err, context.Canceled) {
		return nil
	}
	if n.err == nil {
		n.end()
	}
	return n.err
}

// await returns when the node is open, with the error that opening it failed with, or with that of ctx.
func (n *Node) await(ctx context.Context) error {
	select {
	case <-n.opened:
		return n.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// isOpen reports whether the node is open now.
func (n *Node) isOpen() bool {
	select {
	case <-n.opened:
		return n.err == nil
	default:
		return false
	}
}

// Engine is all shards as one memory. It implements [tools.Provider].
func (n *Node) Engine(ctx context.Context) (*tools.Engine, error) {
	if err := n.await(ctx); err != nil {
		return nil, err
	}
	return n.whole(), nil
}

// Pass implements [mcp.Passer].
func (n *Node) Pass(ctx context.Context, c mcp.Call, here func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error) {
	if err := n.await(ctx); err != nil {
		return nil, err
	}
	if n.ours(c.Tool) {
		return here(ctx, n.passer.Union())
	}
	return n.passer.Pass(ctx, c, here)
}

// Embed gives the values of texts, by the models of this node.
func (n *Node) Embed(ctx context.Context, q engine.EmbedQuestion) (*engine.Embedded, error) {
	if err := n.await(ctx); err != nil {
		return nil, err
	}
	return n.embedding.Embed(ctx, q)
}

// EngineStatus is the state of the engines of this node, put together; nil while it is being opened.
func (n *Node) EngineStatus(ctx context.Context) (*engine.Status, error) {
	select {
	case <-n.opened:
	default:
		return nil, nil
	}
	if n.err != nil {
		return nil, n.err
	}
	var all []*engine.Status
	for shard := range n.host.Leads() {
		e, err := n.host.Engine(shard)
		if err != nil { // it is being opened, or led elsewhere by now
			continue
		}
		s, err := e.Status(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return n.embedding.Status(all), nil
}
