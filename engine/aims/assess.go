package aims

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// assessment is what a measurement of drift is made of: which memories, against what, and how they are weighed.
type assessment struct {
	service   *Service
	namespace string
	reference *Reference
	id        store.ID // under which history knows the reference
	kind      drift.ReferenceType
	filter    search.Filter
	ids       []store.ID // nil: all that pass the filter
	timeframe string     // "" with ids
	from      time.Time  // of the timeframe; zero: all
	strategy  drift.Strategy
	weights   drift.Weights
	unread    int // memories that are left out since models do not read them, or the goal
}

// assess checks a question about drift and finds what it is about. With ids the timeframe bounds the history alone.
func (s *Service) assess(ctx context.Context, namespace string, goal store.ID, ids []store.ID, timeframe string, strategy drift.Strategy) (*assessment, error) {
	namespace, err := OneNamespace(namespace)
	if err != nil {
		return nil, err
	}
	a := &assessment{service: s, namespace: namespace, ids: ids, filter: search.Filter{Namespace: namespace}}
	if a.strategy, err = strategyOf(strategy); err != nil {
		return nil, err
	}
	if err := a.within(timeframe); err != nil {
		return nil, err
	}
	if a.weights, err = s.weights(ctx, namespace); err != nil {
		return nil, err
	}
	return a, a.refer(ctx, goal)
}

// OneNamespace is the namespace meant, of which there must be one.
func OneNamespace(name string) (string, error) {
	if name == "" {
		return store.DefaultNamespace, nil
	}
	if name == "*" {
		return "", fault.Invalid("namespace %q means all namespaces, whose work has no goal in common", "name one namespace", name)
	}
	return name, fault.Text("namespace", name, store.MaxNameBytes, false)
}

func strategyOf(s drift.Strategy) (drift.Strategy, error) {
	if s == "" {
		return drift.Cosine, nil
	}
	if !slices.Contains(drift.Strategies, s) {
		return "", fault.Invalid("unknown strategy %q", fmt.Sprintf("valid are %v", drift.Strategies), s)
	}
	return s, nil
}

// within sets the timeframe, which ends now. Memories of a later time are in none but all.
func (a *assessment) within(timeframe string) error {
	if timeframe == "" {
		timeframe = defaultTimeframe
	}
	now := a.service.now()
	from, ok := drift.Since(timeframe, now)
	if !ok {
		return fault.Invalid("unknown timeframe %q", "valid are "+strings.Join(drift.Timeframes, ", "), timeframe)
	}
	a.from = from
	if a.ids != nil {
		if len(a.ids) == 0 {
			return fault.Invalid("the list of memories is empty", "name the memories to look at, or none to look at those of the timeframe")
		}
		return nil
	}
	if a.timeframe = timeframe; !from.IsZero() {
		a.filter.After, a.filter.Before = from, now.Add(1) // half-open: what came this moment counts
	}
	return nil
}

const defaultTimeframe = "24h"

// refer finds what the memories are held against.
func (a *assessment) refer(ctx context.Context, goal store.ID) (err error) {
	if a.reference, err = a.service.Reference(ctx, a.namespace, goal); err != nil {
		return err
	}
	if a.reference != nil {
		a.id, a.kind = a.reference.ID, drift.ToGoal
		return nil
	}
	a.id, a.kind = CentroidID(a.namespace), drift.ToCentroid
	if a.reference, err = a.service.Centroid(ctx, search.Filter{Namespace: a.namespace}); err != nil {
		return err
	}
	switch {
	case a.reference != nil:
		return nil
	case len(a.ids) > 0: // none of them can be there
		return notThere(&search.MissingError{IDs: a.ids}, a.filter)
	}
	return a.nothing(ctx)
}

// CentroidID is the id under which history keeps what was measured against the centre of a namespace's memories.
func CentroidID(namespace string) store.ID {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("asterism:centroid:"+namespace))
}

// tally adds up the memories' similarities to a reference; each (it may be nil) sees them too. What models do not read is left out.
func (a *assessment) tally(ctx context.Context, r *Reference, progress func(done, total int), each func(Alignment)) (*drift.Tally, error) {
	var read drift.Tally
	a.unread = 0
	err := a.service.Alignments(ctx, r, a.filter, a.ids, progress, func(block []Alignment) error {
		for i := range block {
			if block[i].Unread {
				a.unread++
				continue
			}
			read.Add(&block[i].Raw, &block[i].Aligned)
			if each != nil {
				each(block[i])
			}
		}
		return nil
	})
	return &read, err
}

// conclude makes the measurement of what was added up.
func (a *assessment) conclude(ctx context.Context, t *drift.Tally, w drift.Weights) (*drift.Measurement, error) {
	if a.unread > 0 && t.Memories() == 0 {
		return nil, a.unreadable()
	}
	m, err := t.Measure(a.strategy, w.Spaces, a.service.thresholds)
	if errors.Is(err, drift.ErrNothing) {
		return nil, a.nothing(ctx)
	}
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindInternal, Message: "measure drift", Err: err}
	}
	m.Namespace, m.Reference, m.ReferenceType = a.namespace, a.id, a.kind
	m.Timeframe, m.At, m.Correction = a.timeframe, a.service.now(), w.Correction
	if a.timeframe == "" { // else the ids, if any, are those of the timeframe
		m.Chosen = drift.ChosenOf(a.ids)
	}
	return &m, nil
}

// unreadable says that none of the memories can be held against the goal.
func (a *assessment) unreadable() error {
	message := fmt.Sprintf("cannot judge drift: none of the %d memories can be compared with the goal:  the models do not read their language, or the goal's", a.unread)
	return &fault.Error{Kind: fault.KindInvalid, Message: message, Hint: "write the goal and the memories in English", Err: drift.ErrNothing}
}

// nothing says why there is nothing to measure, and where there would be something.
func (a *assessment) nothing(ctx context.Context) error {
	live, err := a.service.store.Live(ctx, a.namespace)
	if err != nil {
		return fault.Storage("count memories", err)
	}
	out := &fault.Error{Kind: fault.KindInvalid, Message: "namespace " + a.namespace + " has no memories", Hint: "store memories first", Err: drift.ErrNothing}
	if live > 0 {
		out.Message, out.Hint = "no memory of namespace "+a.namespace+" has a value in a space of the reference", "store texts that the models read"
	}
	if live == 0 || a.filter.After.IsZero() {
		return out
	}
	r := store.Range{Namespace: a.namespace, Reverse: true}
	err = a.service.store.Scan(ctx, r, store.Parts{}, func(m *store.Memory) (bool, error) {
		out.Message = fmt.Sprintf("namespace %s has no memories of the last %s; %d are outside it, the newest is of %s", a.namespace, a.timeframe, live, m.Time.UTC().Format(time.RFC3339))
		out.Hint = "choose a longer timeframe, or all"
		return false, nil
	})
	if err != nil {
		return fault.Storage("look for memories outside the timeframe", err)
	}
	return out
}
