package passing

import (
	"context"
	"errors"
	"slices"
	"time"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/search"
)

// recalled is the question to one shard when a search concerns several.
type recalled struct {
	Question  engine.Question
	At        time.Time // by the asking node's clock
	Gathering string
	Node      string // the node where the shards meet
	Index     int    // of the shard among those that are asked
}

// recallTries is how often a search is repeated when shards cannot meet because one of them got another leader.
const recallTries = 3

// Recall asks the shards of a question's namespaces, all of them for "*". They meet at this node at each stage of the search. So their scores are those of a single store with all
// the memories, and the answer is the best of all. It has only one page.
func (u *union) Recall(ctx context.Context, q engine.Question) (*engine.Found, error) {
	if q.Cursor != "" {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: "a search over several shards of a cluster has one page", Hint: "ask for more hits at once (topK), or name one namespace and page through it"}
	}
	if q.TopK == 0 {
		q.TopK = 10
	}
	at := time.Now().UTC()
	for try := 1; ; try++ {
		all, err := u.p.recall(ctx, q, at)
		if err == nil {
			out := engine.MergeParts(q, at, all)
			out.Next = ""
			return out, nil
		}
		if try == recallTries || ctx.Err() != nil || !errors.Is(err, search.ErrMet) {
			return nil, asEngine(err)
		}
	}
}

// recall makes the shards search as one store.
func (p *Passer) recall(ctx context.Context, q engine.Question, at time.Time) ([]*engine.Found, error) {
	shards, ask := p.recallers(q)
	id, g := p.gather(len(shards))
	defer p.disperse(id)
	all, err := those[engine.Found](ctx, p, shards, methodRecall, func(i int) any {
		return recalled{ask(i), at, id, p.cluster.Name(), i}
	}, g.Fail)
	if err != nil {
		if g.Err() != nil {
			err = g.Err()
		}
		return nil, err
	}
	out := make([]*engine.Found, len(all))
	for i := range all {
		out[i] = &all[i]
	}
	return out, nil
}

// recallers returns the shards that a question concerns, and the question to each.
func (p *Passer) recallers(q engine.Question) (shards []int, ask func(i int) engine.Question) {
	n := p.cluster.Shards()
	if q.Namespace == "*" {
		for i := range n {
			shards = append(shards, i)
		}
		return shards, func(int) engine.Question { return q }
	}
	for _, namespace := range []string{q.Namespace, q.Beside} {
		shards = append(shards, cluster.ShardOf(namespace, n))
	}
	return slices.Compact(shards), func(int) engine.Question { return q }
}
