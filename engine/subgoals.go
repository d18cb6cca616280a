package engine

import (
	"context"
	"runtime"
	"slices"

	"asterism/engine/dream"
	"asterism/engine/fault"
	"asterism/engine/store"
)

const (
	// MaxClustered is how many memories SubGoals compares with each other; of more, as many at even distances in time's order.
	// The work grows with the square.
	MaxClustered = 5_000

	minClusterSize, maxClusterSize = 2, 1000
	defaultClusterSize             = 5
	maxSubGoals                    = 50
	defaultSubGoals                = 10
)

// SubGoals finds what the memories of a namespace are about: clusters over the content spaces, each named by its most specific
// terms. The same memories give the same answer. It changes nothing; to take a goal up, add it with AddGoal. It ends with ctx's error soon after ctx ends.
func (e *Engine) SubGoals(ctx context.Context, q SubGoalQuestion) (*SubGoals, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	ids, err := e.idsOf(ctx, q.Namespace)
	if err != nil {
		return nil, err
	}
	out := &SubGoals{Namespace: q.Namespace, Memories: len(ids)}
	columns, ids, err := e.columns(ctx, evenly(ids, MaxClustered))
	if err != nil {
		return nil, err
	}
	out.Clustered = len(ids)
	clusters, err := dream.Clusters(ctx, columns, runtime.GOMAXPROCS(0), q.Progress)
	if err != nil {
		return nil, internal("cluster memories", err)
	}
	clusters = slices.DeleteFunc(clusters, func(k dream.Cluster) bool { return len(k.Rows) < q.MinClusterSize })
	out.Loose = len(ids)
	for _, k := range clusters {
		out.Loose -= len(k.Rows)
	}
	terms, err := e.termsOf(ctx, clusters, ids)
	if err != nil {
		return nil, err
	}
	out.Goals = dream.Goals(clusters, terms, ids)
	out.Goals = out.Goals[:min(q.MaxGoals, len(out.Goals))]
	return out, nil
}

// check fills in what was left out, and refuses what cannot be done.
func (q *SubGoalQuestion) check() error {
	if q.Namespace == "" {
		q.Namespace = DefaultNamespace
	}
	if q.Namespace == "*" {
		return fault.Invalid("namespace %q means all namespaces, which have no goals together", "name one namespace", q.Namespace)
	}
	if err := checkText("namespace", q.Namespace, MaxNameBytes, true); err != nil {
		return err
	}
	for _, f := range []struct {
		name                 string
		value                *int
		low, high, otherwise int
	}{{"min_cluster_size", &q.MinClusterSize, minClusterSize, maxClusterSize, defaultClusterSize}, {"max_goals", &q.MaxGoals, 1, maxSubGoals, defaultSubGoals}} {
		if *f.value == 0 {
			*f.value = f.otherwise
		}
		if *f.value < f.low || *f.value > f.high {
			return fault.Invalid("%s %d is outside %d…%d", "leave it out for the default", f.name, *f.value, f.low, f.high)
		}
	}
	return nil
}

// idsOf are the live memories of a namespace, oldest first.
func (e *Engine) idsOf(ctx context.Context, namespace string) (ids []store.ID, err error) {
	err = e.store.Scan(ctx, store.Range{Namespace: namespace}, store.Parts{}, func(m *store.Memory) (bool, error) {
		ids = append(ids, m.ID)
		return true, ctx.Err()
	})
	return ids, fault.Storage("read namespace "+namespace, err)
}

// evenly are n of the ids at even distances.
func evenly(ids []store.ID, n int) []store.ID {
	if len(ids) <= n {
		return ids
	}
	out := make([]store.ID, n)
	for i := range out {
		out[i] = ids[i*len(ids)/n]
	}
	return out
}

// columnsRead is how many memories are read at a time.
const columnsRead = 256

// columns reads the values of memories. Those that were purged meanwhile are left out of the ids it returns.
func (e *Engine) columns(ctx context.Context, ids []store.ID) (*dream.Columns, []store.ID, error) {
	columns, there := dream.NewColumns(len(ids)), make([]store.ID, 0, len(ids))
	for part := range slices.Chunk(ids, columnsRead) {
		records, err := e.store.Values(ctx, dream.Content, part)
		if err != nil {
			return nil, nil, fault.Storage("read memories", err)
		}
		for i := range records {
			if present(&records[i]) != 0 {
				columns.Add(&records[i])
				there = append(there, part[i])
			}
		}
	}
	return columns, there, nil
}
