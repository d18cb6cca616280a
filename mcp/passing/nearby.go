package passing

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"asterism/engine"
	"asterism/engine/warm"
	"asterism/mcp"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Nearby gives access to shards that a node keeps, and may not lead.
type Nearby interface {
	// Reading returns the engine of a shard that is followed here, and the follower that keeps it up to date; nil: the shard is led here. The error means that there is none now.
	Reading(shard int) (*engine.Engine, *warm.Follower, error)
	// Behind returns how many writes of a shard this node has not applied yet, as far as it knows.
	Behind(shard int) uint64
}

// ownWait is how long a search waits until this node has applied its callers' writes; then it asks the leader.
const ownWait = 2 * time.Second

// nearTool is the tool that a node may answer for shards that it only follows.
const nearTool = "search_graph"

// asksTheMind reports whether a search uses a workspace: workspaces only exist at a shard's leader.
func asksTheMind(arguments json.RawMessage) bool {
	var q struct {
		Context float64 `json:"context"`
	}
	return json.Unmarshal(arguments, &q) == nil && q.Context > 0
}

// ReadNearby lets this node answer searches for the shards that it keeps, even if other nodes lead them. It must be called before any call is passed on.
func (p *Passer) ReadNearby(n Nearby) { p.nearby = n }

// written records up to which place of a shard's log callers of this node have written. Their later reads must see it.
func (p *Passer) written(shard int, place uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.own[shard] = max(p.own[shard], place)
}

// follows returns the engine of a shard that this node follows, once it has applied the writes of this node's callers; nil: ask the leader.
func (p *Passer) follows(ctx context.Context, shard int) *engine.Engine {
	if p.nearby == nil {
		return nil
	}
	e, f, err := p.nearby.Reading(shard)
	if err != nil || f == nil {
		return nil
	}
	p.mu.Lock()
	own := p.own[shard]
	p.mu.Unlock()
	ctx, stop := context.WithTimeout(ctx, ownWait)
	defer stop()
	if f.WaitFor(ctx, own) != nil {
		return nil
	}
	heard(ctx).note(p, shard)
	return e
}

// reading records from which replicas one call was answered.
type reading struct {
	mu     sync.Mutex
	behind map[int]uint64 // by shard that is followed here: number of writes behind
}

type readingKey struct{}

// heard returns the reading of a call; nil: it has none.
func heard(ctx context.Context) *reading {
	r, _ := ctx.Value(readingKey{}).(*reading)
	return r
}

func (r *reading) note(p *Passer, shard int) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.behind[shard] = p.nearby.Behind(shard)
}

// passNearby is pass for a search. Its answer says which node's replicas it comes from, and how many writes they are behind.
func (p *Passer) passNearby(ctx context.Context, c mcp.Call, here func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error) {
	r := &reading{behind: map[int]uint64{}}
	out, err := p.pass(context.WithValue(ctx, readingKey{}, r), c, here)
	if err != nil || out == nil {
		return out, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var late []string
	for shard, n := range r.behind {
		if n > 0 {
			late = append(late, fmt.Sprintf("shard %d: %d", shard, n))
		}
	}
	if len(r.behind) > 0 {
		if out.Meta == nil {
			out.Meta = &protocol.Meta{}
		}
		if out.Meta.AdditionalFields == nil {
			out.Meta.AdditionalFields = map[string]any{}
		}
		out.Meta.AdditionalFields["asterism/node"] = p.cluster.Name()
		out.Meta.AdditionalFields["asterism/behind"] = r.behind
	}
	if slices.Sort(late); len(late) > 0 {
		out.Content = append(out.Content, protocol.NewTextContent(fmt.Sprintf("Read at node %s, which has not applied the newest writes yet (%s).", p.cluster.Name(), strings.Join(late, ", "))))
	}
	return out, nil
}
