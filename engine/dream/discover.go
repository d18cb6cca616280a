package dream

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

const (
	// MaxClustered is how many memories SubGoals compares with each other. With more, that many are chosen, evenly spaced in time, and the others are then added to their
	// clusters. The work grows with the square: 5,000 of 8,533 took 26 s of a processor's time, nearly all of it in comparing. With 2,000, and the others added, 10,000 take 7
	// s on busy processors; 10 s before rows were compared eight at a time.
	MaxClustered = 2_000

	minClusterSize, maxClusterSize = 2, 1000
	defaultClusterSize             = 5
	maxSubGoals                    = 50
	defaultSubGoals                = 10
)

// SubGoalQuestion asks what the memories of a namespace are about.
type SubGoalQuestion struct {
	Namespace      string
	MinClusterSize int // 2…1000; 0: 5
	MaxGoals       int // 1…50; 0: 10
	Progress       func(done, total int)
}

// SubGoals is what was found, most confident first.
type SubGoals struct {
	Namespace string
	Goals     []SubGoal
	Memories  int // live ones
	Looked    int // of them that say something: all but those that were purged meanwhile
	Clustered int // of these compared with each other: all, or MaxClustered, evenly spaced in time; the others are added to their clusters
	Loose     int // of those looked at in no cluster of the size that has a name
}

// Discovery finds sub goals in a store. It keeps nothing.
type Discovery struct {
	Store DiscoveryStore
	// Encode gives the ids of a text's tokens for E6.
	Encode func(text string) []int32
	// Reads reports whether models read the language of a text; nil: they read all.
	Reads func(text string) bool
	// Unread reports whether most letters of a text are unknown to the models, which then know nothing of it; nil: none are.
	Unread func(text string) bool
	// Most is how many memories are compared with each other at most; 0: MaxClustered.
	Most int
}

// DiscoveryStore is what it reads of a store; see [store.Store].
type DiscoveryStore interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Scan(ctx context.Context, r store.Range, parts store.Parts, fn func(*store.Memory) (bool, error)) error
	Values(ctx context.Context, spaces models.Set, ids []store.ID) ([]fingerprint.Record, error)
}

// SubGoals finds what the memories of a namespace are about: clusters over the content spaces, each named by the noun
// phrases that are most specific to it, or by how its central memory begins. The same memories give the same answer. It changes nothing; to take a goal up, add it with AddGoal. It ends with ctx's error soon after ctx ends.
func (d *Discovery) SubGoals(ctx context.Context, q SubGoalQuestion) (*SubGoals, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	ids, err := d.idsOf(ctx, q.Namespace)
	if err != nil {
		return nil, err
	}
	out := &SubGoals{Namespace: q.Namespace, Memories: len(ids)}
	first, others := evenly(ids, cmp.Or(d.Most, MaxClustered))
	columns, ids, err := d.columns(ctx, first)
	if err != nil {
		return nil, err
	}
	workers, steps := runtime.GOMAXPROCS(0), newSteps(2*len(ids)+len(others), q.Progress)
	clusters, err := clustersOf(ctx, columns, workers, steps)
	if err == nil {
		clusters = slices.DeleteFunc(clusters, func(k Cluster) bool { return len(k.Rows) < q.MinClusterSize })
		ids, err = d.join(ctx, clusters, ids, others, workers, steps.one)
	}
	if err != nil {
		told := &fault.Error{Kind: fault.KindInternal, Message: "cluster memories", Err: err}
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			told.Hint = "the call was cancelled or ran out of time; nothing was changed"
		}
		return nil, told
	}
	out.Looked, out.Clustered, out.Loose = len(ids), columns.Len(), len(ids)
	for _, k := range clusters {
		out.Loose -= len(k.Rows)
	}
	terms, err := d.termsOf(ctx, clusters, ids, workers)
	if err != nil {
		return nil, err
	}
	out.Goals = slices.DeleteFunc(Goals(clusters, terms, ids), func(g SubGoal) bool { // of texts without a word that a model knows: that they look alike is all there is to say of them
		if g.wordless {
			out.Loose += len(g.Members)
		}
		return g.wordless
	})
	out.Goals = out.Goals[:min(q.MaxGoals, len(out.Goals))]
	return out, d.nameByCentral(ctx, out.Goals)
}

// check fills in what was left out, and refuses what cannot be done.
func (q *SubGoalQuestion) check() error {
	if q.Namespace == "" {
		q.Namespace = store.DefaultNamespace
	}
	if q.Namespace == "*" {
		return fault.Invalid("namespace %q means all namespaces, which have no common goals", "name one namespace", q.Namespace)
	}
	if err := fault.Text("namespace", q.Namespace, store.MaxNameBytes, true); err != nil {
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
func (d *Discovery) idsOf(ctx context.Context, namespace string) (ids []store.ID, err error) {
	err = d.Store.Scan(ctx, store.Range{Namespace: namespace}, store.Parts{}, func(m *store.Memory) (bool, error) {
		ids = append(ids, m.ID)
		return true, ctx.Err()
	})
	return ids, fault.Storage("read namespace "+namespace, err)
}

// evenly are n of the ids at even distances, and the others.
func evenly(ids []store.ID, n int) (out, others []store.ID) {
	if len(ids) <= n {
		return ids, nil
	}
	for i, id := range ids {
		if len(out) < n && i == len(out)*len(ids)/n {
			out = append(out, id)
		} else {
			others = append(others, id)
		}
	}
	return out, others
}

// columnsRead is how many memories are read at a time.
const columnsRead = 256

// columns reads the values of memories. Those that were purged meanwhile are left out of the ids it returns.
func (d *Discovery) columns(ctx context.Context, ids []store.ID) (*Columns, []store.ID, error) {
	columns, there := NewColumns(len(ids)), make([]store.ID, 0, len(ids))
	for part := range slices.Chunk(ids, columnsRead) {
		records, err := d.Store.Values(ctx, Content, part)
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
