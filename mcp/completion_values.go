package mcp

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/tools"
)

// namespaceValues returns all namespaces, those with most memories first.
func namespaceValues(ctx context.Context, e *tools.Engine, _ map[string]string) ([]string, error) {
	s, err := e.Status(ctx)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for name, n := range s.Store.Namespaces {
		count[name] = n.Live
	}
	return mostFirst(count), nil
}

// tagValues returns the tags of the newest memories of the namespace, most frequent first.
func tagValues(ctx context.Context, e *tools.Engine, chosen map[string]string) ([]string, error) {
	count := map[string]int{}
	err := eachNewest(ctx, e, chosen, func(m *store.Memory) {
		for _, tag := range m.Tags {
			count[tag]++
		}
	})
	return mostFirst(count), err
}

// sessionValues returns the sessions of the newest memories of the namespace, newest first.
func sessionValues(ctx context.Context, e *tools.Engine, chosen map[string]string) (out []string, err error) {
	err = eachNewest(ctx, e, chosen, func(m *store.Memory) {
		if m.SessionID != "" && !slices.Contains(out, m.SessionID) {
			out = append(out, m.SessionID)
		}
	})
	return out, err
}

// idValues returns the ids of the newest memories of the namespace, newest first.
func idValues(ctx context.Context, e *tools.Engine, chosen map[string]string) (out []string, err error) {
	err = eachNewest(ctx, e, chosen, func(m *store.Memory) { out = append(out, m.ID.String()) })
	return out, err
}

// eachNewest visits one page, the largest possible, of the chosen namespace. A person who types usually looks for something recent, and an answer during typing must not read a
// whole store.
func eachNewest(ctx context.Context, e *tools.Engine, chosen map[string]string, do func(*store.Memory)) error {
	page, err := e.List(ctx, engine.ListQuestion{Namespace: chosen[namespaceArgument.name], Limit: engine.MaxPage})
	if err != nil {
		return err
	}
	for _, m := range page.Memories {
		do(m)
	}
	return nil
}

// mostFirst sorts names by their count, then by name.
func mostFirst(count map[string]int) []string {
	return slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
}
