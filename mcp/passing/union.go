package passing

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/store"
	"asterism/mcp/failure"
	"asterism/mcp/tools"
)

// union makes several shards look like one memory.
type union struct{ p *Passer }

// Union returns an engine over all shards. It has the parts that calls over several shards need, and the embedder of this node. The other parts are nil; no call that [Passer.Pass]
// runs here uses them.
func (p *Passer) Union() *tools.Engine {
	u := &union{p}
	return &tools.Engine{Resolver: u, Reader: u, Namer: u, Rummager: u, Monitor: u, Surveyor: u, Embedder: p.embedder}
}

// Pulse returns the neutral pulse: several shards have no common state.
func (u *union) Pulse(context.Context, string) (*engine.Pulse, error) {
	return &engine.Pulse{SuggestedAction: engine.SuggestNothing}, nil
}

// Status fails: each shard has its own.
func (u *union) Status(context.Context) (*engine.Status, error) {
	return nil, &engine.Error{Kind: engine.KindInvalid, Message: "several shards have no state in common", Hint: "ask the nodes one by one"}
}

// asEngine returns an error as the parts of an engine return it.
func asEngine(err error) error {
	if err == nil {
		return nil
	}
	var e *engine.Error
	if errors.As(err, &e) {
		return e
	}
	return failure.Of(err).AsEngine()
}

// Namespaces lists those of all shards, the largest first.
func (u *union) Namespaces(ctx context.Context) ([]engine.Label, error) {
	return u.namespaces(ctx, false)
}

// namespaces lists namespaces with live memories, or also those whose memories are all softly forgotten.
func (u *union) namespaces(ctx context.Context, forgotten bool) ([]engine.Label, error) {
	all, err := each[[]engine.Label](ctx, u.p, methodNamespaces, !forgotten)
	if err != nil {
		return nil, asEngine(err)
	}
	return merged(all), nil
}

// Tags lists the tags of a namespace, or of all.
func (u *union) Tags(ctx context.Context, namespace string) ([]engine.Label, error) {
	if namespace != "*" {
		if namespace == "" {
			namespace = engine.DefaultNamespace
		}
		out, err := one[[]engine.Label](ctx, u.p, cluster.ShardOf(namespace, u.p.cluster.Shards()), methodTags, namespace)
		return out, asEngine(err)
	}
	all, err := each[[]engine.Label](ctx, u.p, methodTags, namespace)
	if err != nil {
		return nil, asEngine(err)
	}
	return merged(all), nil
}

// merged adds up labels of the same name, and sorts them as an engine does: most memories first, then by name.
func merged(all [][]engine.Label) []engine.Label {
	var out []engine.Label
	at := map[string]int{}
	for _, labels := range all {
		for _, l := range labels {
			i, ok := at[l.Name]
			if !ok {
				i = len(out)
				at[l.Name], out = i, append(out, engine.Label{Name: l.Name})
			}
			out[i].Memories += l.Memories
		}
	}
	slices.SortFunc(out, func(a, b engine.Label) int {
		return cmp.Or(cmp.Compare(b.Memories, a.Memories), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// Get and Chain read one memory, wherever it is. Tools that name a memory are passed on to its shard instead.
func (u *union) Get(ctx context.Context, id store.ID) (*store.Memory, error) {
	shard, err := u.p.shardWith(ctx, id)
	if err != nil {
		return nil, asEngine(err)
	}
	m, err := one[store.Memory](ctx, u.p, shard, methodGet, id)
	return &m, asEngine(err)
}

func (u *union) Chain(ctx context.Context, id store.ID) (*engine.Chain, error) {
	shard, err := u.p.shardWith(ctx, id)
	if err != nil {
		return nil, asEngine(err)
	}
	c, err := one[engine.Chain](ctx, u.p, shard, methodChain, id)
	return &c, asEngine(err)
}
