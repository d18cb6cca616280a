package aims

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// Reference is what memories are held against: a goal with those below it, or the centre of a namespace's memories.
type Reference struct {
	ID        store.ID // the goal's; zero for a centroid
	Namespace string
	Of        int // centroid: of how many memories it is the centre
	tree      *purpose.Tree
}

// Reference returns a goal of the namespace ("": the default one) with the goals below it; the zero goal is the North Star. No North Star is nil and no
// error; a goal that the namespace does not have is a KindGoal error.
func (s *Service) Reference(_ context.Context, namespace string, goal store.ID) (*Reference, error) {
	if namespace == "" {
		namespace = store.DefaultNamespace
	}
	tree := s.Tree(namespace)
	if goal != uuid.Nil {
		if tree = tree.Find(goal); tree == nil {
			return nil, noGoal(goal, namespace)
		}
	}
	if tree == nil {
		return nil, nil
	}
	return &Reference{ID: tree.ID, Namespace: namespace, tree: tree}, nil
}

// Spaces are those in which a memory can have an alignment with the reference.
func (r *Reference) Spaces() models.Set { return r.tree.Spaces() }

// Goals are the reference's goal and those below it, parents first; none for a centroid.
func (r *Reference) Goals() (out []purpose.Goal) {
	if r.ID == uuid.Nil {
		return nil
	}
	for _, t := range r.tree.All() {
		out = append(out, t.Goal)
	}
	return out
}

// WithWeights is the reference as it would be if goals had these weights; see [Service.SetGoalWeights].
func (r *Reference) WithWeights(weights map[store.ID]float64) *Reference {
	out := *r
	out.tree = r.tree.WithWeights(weights)
	return &out
}

// Alignment is how similar a memory is to a reference. Raw is the similarity to the reference's own value. Aligned is calibrated to [0,1] and includes the goals below it;
// NaN where a space is absent.
type Alignment struct {
	ID           store.ID
	Time         time.Time
	Raw, Aligned [models.Count]float64
	Unread       bool // models do not read it, or the goal: its similarities say nothing
}

// Theta is the mean of the alignments over the spaces that are present.
func (a *Alignment) Theta() float64 { return purpose.Overall(a.Aligned) }

// Alignments measures every memory that passes the filter against the reference, exactly, over one state of the index. ids names the memories to measure instead of all. One
// that does not exist, or does not pass, is a KindNotFound error that names it, before fn is called. progress (it may be nil) and fn are called from one goroutine, block by
// block of at most 1,024. The order is the same only as long as the store does not change. fn may keep the block; its error ends the walk and is returned unchanged.
func (s *Service) Alignments(ctx context.Context, r *Reference, f search.Filter, ids []store.ID, progress func(done, total int), fn func([]Alignment) error) error {
	meter := r.tree.Meter()
	done, failed := 0, error(nil)
	unreadIn := s.unreadBy(ctx, r)
	err := s.compare(ctx, meter.Probes(), r.Spaces(), f, ids, func(block []search.Compared, total int) error {
		var unread []bool
		if unread, failed = unreadIn(block); failed != nil {
			return failed
		}
		out := make([]Alignment, len(block))
		for i, c := range block {
			out[i] = Alignment{ID: c.ID, Time: c.Time, Raw: c.Similarity[0], Aligned: meter.Align(c.Similarity), Unread: unread[i]}
		}
		if failed = fn(out); failed != nil {
			return failed
		}
		if done += len(block); progress != nil {
			progress(done, total)
		}
		return nil
	})
	var missing *search.MissingError
	switch {
	case err == nil || failed != nil:
		return failed
	case errors.As(err, &missing):
		return notThere(missing, f)
	case ctx.Err() != nil:
		return fault.Storage("measure alignment", ctx.Err())
	}
	return &fault.Error{Kind: fault.KindInternal, Message: "measure alignment", Err: err}
}

// notThere names a memory that was to be measured.
func notThere(missing *search.MissingError, f search.Filter) error {
	where := ""
	if f.Namespace != "" {
		where = " of namespace " + f.Namespace
	}
	more := ""
	if n := len(missing.IDs) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more of the given ids have none", n)
	}
	return &fault.Error{Kind: fault.KindNotFound, Message: fmt.Sprintf("no live memory%s has id %s%s", where, missing.IDs[0], more),
		Hint: "use ids that search_graph or list_memories returned; one that was forgotten has to be restored first"}
}
