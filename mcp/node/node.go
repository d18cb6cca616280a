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

// Config holds the identity and the settings of a process's node.
type Config struct {
	Member  *member.Member
	Data    string        // the node's folder
	Engine  engine.Config // for the engines of the node's shards; Data, Store and Embedder are set for each
	NATS    string        // URL of a NATS that runs elsewhere; empty: a server in this process
	Seeds   []string      // addresses of other nodes, in addition to those of the member
	ReadAny bool          // this node answers searches for the shards that it keeps, even if other nodes lead them
	Fixed   bool          // no replica moves automatically while this node runs
	Look    time.Duration // how often it checks whether a node leads or keeps more than another; 0: 30 s
	Version string        // of the program
	Log     *slog.Logger
}

// Node is this process's part of a cluster. Make it with [New] and start it with [Node.Start]. It is safe for concurrent use.
type Node struct {
	cfg    Config
	opened chan struct{} // closed when all fields below are set, or err
	err    error
	stage  atomic.Value // string, while it is being opened
	ended  []func()     // closers, in the order in which the parts were opened

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

// Start opens the node in the background, until ctx ends. carry carries out calls that other nodes pass on.
func (n *Node) Start(ctx context.Context, carry passing.Carry) {
	go func() {
		defer close(n.opened)
		n.err = caught.Run(func() error { return n.open(ctx, carry) })
		if n.err != nil {
			n.end()
		}
	}()
}

// end closes what was opened, in reverse order.
func (n *Node) end() {
	for _, fn := range slices.Backward(n.ended) {
		fn()
	}
	n.ended = nil
}

// Close gives up what the node leads, so that others lead it at once, and closes everything. It returns the error of opening the node, unless opening was cancelled.
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

// await returns when the node is open. It returns the error of opening it, or that of ctx.
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

// Engine returns an engine over all shards. It implements [tools.Provider].
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

// Embed embeds texts with the models of this node.
func (n *Node) Embed(ctx context.Context, q engine.EmbedQuestion) (*engine.Embedded, error) {
	if err := n.await(ctx); err != nil {
		return nil, err
	}
	return n.embedding.Embed(ctx, q)
}

// EngineStatus returns the combined state of this node's engines; nil while the node is being opened.
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
		if err != nil { // the engine is being opened, or another node leads by now
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
