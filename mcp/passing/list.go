package passing

import (
	"context"
	"slices"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/store"
)

// List pages through the memories of all namespaces, in the order of a single store: namespaces in byte order, newest first in each.
func (u *union) List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error) {
	if q.Namespace != "*" {
		if q.Namespace == "" {
			q.Namespace = engine.DefaultNamespace
		}
		page, err := one[engine.Page](ctx, u.p, u.shardOf(q.Namespace), methodList, q)
		return &page, asEngine(err)
	}
	from, key, err := engine.ListedUpTo(&q)
	if err != nil {
		return nil, err
	}
	if q.Limit == 0 {
		q.Limit = 50
	}
	labels, err := u.namespaces(ctx, q.IncludeForgotten)
	if err != nil {
		return nil, err
	}
	out := &engine.Page{Replaced: map[store.ID][]store.ID{}, Key: key}
	names := namesFrom(labels, from)
	for i, name := range names {
		ask := q
		ask.Namespace, ask.Cursor, ask.Limit = name, "", q.Limit-len(out.Memories)
		if name == from {
			ask.Cursor = q.Cursor
		}
		page, err := one[engine.Page](ctx, u.p, u.shardOf(name), methodList, ask)
		if err != nil {
			return nil, asEngine(err)
		}
		for _, lost := range page.Damaged {
			lost.Behind += len(out.Memories)
			out.Damaged = append(out.Damaged, lost)
		}
		out.Memories = append(out.Memories, page.Memories...)
		for id, by := range page.Replaced {
			out.Replaced[id] = by
		}
		if n := len(out.Memories); page.Next != "" || n == q.Limit && i+1 < len(names) {
			out.Keep(n) // the next page begins after the last memory
			return out, nil
		}
	}
	return out, nil
}

func (u *union) shardOf(namespace string) int {
	return cluster.ShardOf(namespace, u.p.cluster.Shards())
}

// namesFrom returns the names of namespaces from one on, in byte order.
func namesFrom(labels []engine.Label, from string) []string {
	var out []string
	for _, l := range labels {
		if l.Name >= from {
			out = append(out, l.Name)
		}
	}
	slices.Sort(out)
	return out
}
