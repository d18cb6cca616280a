package passing

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"asterism/engine"
	"asterism/engine/cluster"
)

// Recall asks the shards of a question's namespaces, all of them for "*", and puts their hits into one order by score. Each shard measures scores on its own memories, so
// they are near to, and not the same as, those of one store with all of them; docs/known-gaps.md says so. There are no further pages.
func (u *union) Recall(ctx context.Context, q engine.Question) (*engine.Found, error) {
	if q.Cursor != "" {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: "a search over several shards of a cluster has one page", Hint: "ask for more hits at once (topK), or name one namespace and page through it"}
	}
	if q.TopK == 0 {
		q.TopK = 10
	}
	shards, ask := u.asked(q)
	all, err := those[engine.Found](ctx, u.p, shards, methodRecall, ask)
	if err != nil {
		return nil, asEngine(err)
	}
	out := all[0]
	out.ID, out.Next, out.Hits, out.NothingRelevant, out.Unknown = [16]byte{}, "", nil, true, nil
	out.Scanned, out.OfTime, out.LessRelevant = 0, 0, 0
	for _, f := range all {
		out.Hits = append(out.Hits, f.Hits...)
		out.Scanned, out.OfTime, out.LessRelevant = out.Scanned+f.Scanned, out.OfTime+f.OfTime, out.LessRelevant+f.LessRelevant
		out.NothingRelevant = out.NothingRelevant && (f.NothingRelevant || len(f.Hits) == 0)
		out.Timings = slowest(out.Timings, f.Timings)
	}
	slices.SortStableFunc(out.Hits, func(a, b engine.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), bytes.Compare(a.Memory.ID[:], b.Memory.ID[:]))
	})
	out.Hits = out.Hits[:min(q.TopK, len(out.Hits))]
	return &out, nil
}

// asked are the shards that a question concerns, and what each is asked.
func (u *union) asked(q engine.Question) (shards []int, ask func(i int) any) {
	n := u.p.cluster.Shards()
	if q.Namespace == "*" {
		for i := range n {
			shards = append(shards, i)
		}
		return shards, func(int) any { return q }
	}
	own, beside := q, q
	own.Beside = ""
	beside.Namespace, beside.Beside = q.Beside, ""
	return []int{cluster.ShardOf(q.Namespace, n), cluster.ShardOf(q.Beside, n)}, func(i int) any {
		if i == 0 {
			return own
		}
		return beside
	}
}

// slowest is the longer of each time: the shards work at once.
func slowest(a, b engine.Timings) engine.Timings {
	for _, t := range []struct{ to, from *time.Duration }{{&a.Tokenise, &b.Tokenise}, {&a.Queue, &b.Queue}, {&a.Infer, &b.Infer}, {&a.Search, &b.Search}, {&a.Store, &b.Store}} {
		*t.to = max(*t.to, *t.from)
	}
	return a
}
