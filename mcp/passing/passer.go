package passing

import (
	"context"
	"sync"
	"time"

	"asterism/engine"
	"asterism/engine/cluster/exchange"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/mcp"
	"asterism/mcp/failure"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Here gives access to what this node has itself.
type Here interface {
	// Engine returns the engine of a shard that this node leads. The error wraps [host.ErrNotLeading] if it does not, and [host.ErrOpening] while it is being opened.
	Engine(shard int) (*engine.Engine, error)
	// Has reports whether this node's replica of a shard has a memory, including a forgotten one. It does not count as an access to the memory.
	Has(ctx context.Context, shard int, id store.ID) (bool, error)
	// Confirm returns nil when this node was leading the shard at some moment after the call.
	Confirm(ctx context.Context, shard int) error
	// Applied returns up to which place of a shard's log this node's replica has applied it; 0: it keeps none.
	Applied(shard int) uint64
}

// Cluster says who leads which shard.
type Cluster interface {
	Name() string
	Shards() int
	// LeaderOf returns the node that leads a shard; false: none leads at the moment.
	LeaderOf(shard int) (node string, ok bool)
	// Lacks says what a person must do before shards have leaders again, as far as that is known; empty: an election is enough.
	Lacks() string
}

// patience is how long a call waits for a shard to have a reachable leader, and pause the time between two attempts.
const (
	patience = 15 * time.Second
	pause    = 200 * time.Millisecond
)

// Asker is the part of the exchange that passes calls on.
type Asker interface {
	Ask(ctx context.Context, node string, question []byte) ([]byte, error)
}

// Carry carries out a call with an engine.
type Carry func(ctx context.Context, c mcp.Call, e *tools.Engine) (*protocol.CallToolResult, error)

// Passer passes calls on. It is safe for concurrent use.
type Passer struct {
	cluster  Cluster
	here     Here
	exchange Asker
	carry    Carry
	embedder tools.Embedder
	nearby   Nearby // nil: reads go to leaders only
	patience time.Duration
	// tellEvery is the least time between two progress messages of one call; tests shorten it.
	tellEvery time.Duration

	mu         sync.Mutex
	own        map[int]uint64               // by shard: the place of its log after the last write by callers of this node
	gatherings map[string]*search.Gathering // searches of several shards that meet here
}

// New returns a passer. carry carries out the calls of other nodes, and embedder embeds texts for calls that need no memory.
func New(c Cluster, here Here, x Asker, carry Carry, embedder tools.Embedder) *Passer {
	return &Passer{cluster: c, here: here, exchange: x, carry: carry, embedder: embedder, patience: patience, tellEvery: tellEvery, own: map[int]uint64{}, gatherings: map[string]*search.Gathering{}}
}

// Pass carries out a call, here or on another node. here carries it out with an engine of this node or with a union of shards.
func (p *Passer) Pass(ctx context.Context, c mcp.Call, here func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error) {
	if p.nearby != nil && c.Tool == nearTool {
		return p.passNearby(ctx, c, here)
	}
	return p.pass(ctx, c, here)
}

func (p *Passer) pass(ctx context.Context, c mcp.Call, here func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error) {
	where, err := p.place(ctx, c)
	if err != nil {
		return nil, err
	}
	switch {
	case where.nowhere, where.several:
		return here(ctx, p.Union())
	}
	return p.to(ctx, where.shard, c, here)
}

// to sends a call to a shard's leader. For a search this node may answer itself.
func (p *Passer) to(ctx context.Context, shard int, c mcp.Call, here func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error) {
	if c.Tool == nearTool && !asksTheMind(c.Arguments) {
		if e := p.follows(ctx, shard); e != nil {
			return here(ctx, tools.EngineOf(e))
		}
	}
	t := tools.Named(c.Tool)
	again := t != nil && t.Hints.ReadOnly // a repeated write may undo what others wrote in between, even if it is idempotent
	var out *protocol.CallToolResult
	listening := hearing(ctx)
	err := p.retry(ctx, shard, again, func(node string) error {
		if node == p.cluster.Name() {
			var err error
			out, err = p.carryHere(ctx, call{c, shard}, here)
			p.written(shard, p.here.Applied(shard))
			return err
		}
		raw, err := p.ask(listening, node, question{Kind: kindCall, Call: call{c, shard}})
		if err != nil {
			return err
		}
		a, err := answerFrom(raw)
		if err != nil {
			return failure.New(engine.KindInternal, "the nodes should be of one version: compare `asterism version`", "read what node %s answered to %s: %v", node, c.Tool, err)
		}
		out = a.result
		p.written(shard, a.Place)
		return nil
	})
	return out, err
}

// carryHere carries out a call with the shard's engine of this node. A read is only valid if the node was still leading afterwards.
func (p *Passer) carryHere(ctx context.Context, c call, here func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error) {
	e, err := p.here.Engine(c.Shard)
	if err != nil {
		return nil, err
	}
	out, err := here(ctx, tools.EngineOf(e))
	if err != nil {
		return nil, err
	}
	if t := tools.Named(c.Tool); t != nil && t.Hints.ReadOnly {
		if err := p.here.Confirm(ctx, c.Shard); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Answer carries out what another node asks. Its error is a *remoteError, whose text is JSON.
func (p *Passer) Answer(ctx context.Context, raw []byte) ([]byte, error) {
	var q question
	if err := q.decode(raw); err != nil {
		return nil, toRemote(failure.New(engine.KindInternal, "the nodes should be of one version: compare `asterism version`", "read the question of another node: %v", err))
	}
	out, err := p.answer(ctx, &q)
	if err != nil {
		return nil, toRemote(err)
	}
	return out, nil
}

func (p *Passer) answer(ctx context.Context, q *question) ([]byte, error) {
	switch q.Kind {
	case kindPart:
		return p.part(ctx, q)
	case kindMeet:
		return p.receive(ctx, q)
	}
	result, err := p.carryHere(ctx, q.Call, func(ctx context.Context, e *tools.Engine) (*protocol.CallToolResult, error) {
		return p.carry(p.telling(ctx), q.Call.Call, e)
	})
	if err != nil {
		return nil, err
	}
	return answerTo(result, p.here.Applied(q.Call.Shard))
}

var _ Asker = (*exchange.Exchange)(nil)
