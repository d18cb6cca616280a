package suite

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"asterism/engine/store"
)

// Equal returns the first difference between two stores, record by record, "" if there is none: memories with all their values, tombstones of the named ids, edges,
// shelves, models, renewal and counts. Data about the store itself, such as its identity or its files, is not compared. No writes may happen meanwhile.
func Equal(ctx context.Context, a, b store.Store, purged ...store.ID) (string, error) {
	for _, part := range []func(context.Context, store.Store, store.Store) (string, error){equalMemories, equalEdges, equalShelves, equalTables} {
		if d, err := part(ctx, a, b); d != "" || err != nil {
			return d, err
		}
	}
	x, err := a.Purged(ctx, purged...)
	if err != nil {
		return "", err
	}
	y, err := b.Purged(ctx, purged...)
	if err == nil && !slices.Equal(x, y) {
		return fmt.Sprintf("purged are %v and %v", x, y), nil
	}
	return "", err
}

// equalBatch is how many memories of each store are in memory at a time.
const equalBatch = 256

func equalMemories(ctx context.Context, a, b store.Store) (string, error) {
	x, err := allIDs(ctx, a)
	if err != nil {
		return "", err
	}
	y, err := allIDs(ctx, b)
	if err != nil {
		return "", err
	}
	if !slices.Equal(x, y) {
		return fmt.Sprintf("they hold %d and %d memories, not the same in one order", len(x), len(y)), nil
	}
	for ids := range slices.Chunk(x, equalBatch) {
		of, err := a.Get(ctx, Everything, ids...)
		if err != nil {
			return "", err
		}
		other, err := b.Get(ctx, Everything, ids...)
		if err != nil {
			return "", err
		}
		for i := range ids {
			if of[i] == nil || other[i] == nil {
				return fmt.Sprintf("memory %s is not in both", ids[i]), nil
			}
			if d := Difference(of[i], other[i]); d != "" {
				return fmt.Sprintf("memory %s: %s", ids[i], d), nil
			}
		}
	}
	return "", nil
}

func allIDs(ctx context.Context, s store.Store) (ids []store.ID, err error) {
	err = s.Scan(ctx, store.Range{Deleted: true}, store.Parts{}, func(m *store.Memory) (bool, error) {
		ids = append(ids, m.ID)
		return true, nil
	})
	return ids, err
}

func equalEdges(ctx context.Context, a, b store.Store) (string, error) {
	read := func(s store.Store) (out []string, err error) {
		err = s.LearnedEdges(ctx, func(from, to store.ID, kind store.EdgeKind, weight float32, at time.Time) (bool, error) {
			out = append(out, fmt.Sprintf("%s %s %d %v %v", from, to, kind, weight, at))
			return true, nil
		})
		return out, err
	}
	return equalLists("edges", a, b, read)
}

func equalShelves(ctx context.Context, a, b store.Store) (string, error) {
	for _, shelf := range store.Shelved {
		read := func(s store.Store) (out []string, err error) {
			err = s.Walk(ctx, shelf, nil, nil, false, func(key, value []byte) (bool, error) {
				out = append(out, fmt.Sprintf("%x=%x", key, bytes.Clone(value)))
				return true, nil
			})
			return out, err
		}
		if d, err := equalLists("entries of "+shelf.String(), a, b, read); d != "" || err != nil {
			return d, err
		}
	}
	return "", nil
}

func equalLists(what string, a, b store.Store, read func(store.Store) ([]string, error)) (string, error) {
	x, err := read(a)
	if err != nil {
		return "", err
	}
	y, err := read(b)
	if err != nil {
		return "", err
	}
	for i := range max(len(x), len(y)) {
		if i >= len(x) || i >= len(y) || x[i] != y[i] {
			return fmt.Sprintf("%s: %d and %d, the first difference is number %d", what, len(x), len(y), i), nil
		}
	}
	return "", nil
}

func equalTables(ctx context.Context, a, b store.Store) (string, error) {
	type tables struct {
		Bound      *store.Bound
		Renewal    *store.Renewal
		Unrenewed  []store.ID
		Forgotten  []store.Forgotten
		Namespaces map[string]store.NamespaceInfo
	}
	read := func(s store.Store) (t tables, err error) {
		if t.Bound, err = s.Bound(ctx); err != nil {
			return t, err
		}
		if t.Renewal, err = s.Renewal(ctx); err != nil {
			return t, err
		}
		if t.Renewal != nil {
			if t.Unrenewed, err = s.Unrenewed(ctx, store.ID{}, 1<<20); err != nil {
				return t, err
			}
		}
		if t.Forgotten, err = s.Forgotten(ctx, time.Unix(1<<40, 0), 1<<20); err != nil {
			return t, err
		}
		t.Unrenewed, t.Forgotten = append([]store.ID{}, t.Unrenewed...), append([]store.Forgotten{}, t.Forgotten...) // nil and empty lists are equal
		info, err := s.Info(ctx)
		t.Namespaces = info.Namespaces
		return t, err
	}
	x, err := read(a)
	if err != nil {
		return "", err
	}
	y, err := read(b)
	if err != nil || reflect.DeepEqual(x, y) {
		return "", err
	}
	return fmt.Sprintf("tables are %+v and %+v", x, y), nil
}
