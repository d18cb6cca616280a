package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"asterism/engine/dream"
	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// Dream consolidates a namespace: nrem replays memories, strengthens the links between those that come to mind together and
// merges copies; rem proposes links between distant memories. It first plans, reading only; a dry run ends there. Then it
// writes down what it is going to change, and changes it step by step. When ctx ends between two steps, the answer tells what was done (Cancelled);
// when it ends before the first one, ctx's error is returned and nothing was done. What was done can be taken back with
// DreamQuestion.Undo, also after a crash, for RestoreWindow.
//
// A namespace dreams once at a time; a second dream is KindBusy. Memory is bounded by some 200 bytes a memory of the namespace.
func (e *Engine) Dream(ctx context.Context, q DreamQuestion) (*DreamAnswer, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	leave, err := e.dreams.enter(q.Namespace)
	if err != nil {
		return nil, err
	}
	defer leave()
	if q.Undo != uuid.Nil {
		return e.undoDream(ctx, q)
	}
	start := time.Now()
	d, err := e.planDream(ctx, q)
	if err != nil {
		return nil, err
	}
	cancelled := false
	if !q.DryRun {
		if cancelled, err = d.carryOut(ctx); err != nil {
			return nil, err
		}
	}
	out := &DreamAnswer{Report: d.record.Report()}
	if d.copies >= 0 {
		e.dreams.found(q.Namespace, d.copiesLeft(q.DryRun))
	}
	out.DryRun, out.Cancelled, out.Took = q.DryRun, cancelled, time.Since(start)
	return out, nil
}

// check fills in what was left out, and refuses what cannot be done.
func (q *DreamQuestion) check() error {
	if q.Namespace == "" {
		q.Namespace = DefaultNamespace
	}
	if q.Namespace == "*" {
		return fault.Invalid("namespace %q means all namespaces, which do not dream together", "name one namespace", q.Namespace)
	}
	if err := checkText("namespace", q.Namespace, MaxNameBytes, true); err != nil {
		return err
	}
	if err := checkText("rationale", q.Rationale, MaxRationaleBytes, true); err != nil {
		return err
	}
	if q.Phase == "" {
		q.Phase = dream.FullCycle
	}
	if !slices.Contains(dream.Phases, q.Phase) {
		return fault.Invalid("unknown phase %q", "valid are nrem, rem and full_cycle", q.Phase)
	}
	if q.Undo != uuid.Nil && q.DryRun {
		return fault.Invalid("dream %s cannot be taken back with dry_run", "leave one of the two out; only dreams are tried out", q.Undo)
	}
	return nil
}

// dreaming is a dream on its way.
type dreaming struct {
	e        *Engine
	question DreamQuestion
	kept     *dream.Last // of the dream before; nil: this is the first
	seen     *dreamView
	scale    *dream.Scale
	record   dream.Record
	merges   []mergePlan           // of record.Merges, in their order
	into     map[store.ID]store.ID // younger → older, of record.Merges
	copies   int                   // copies there are; −1: not looked for
	room     int                   // what is left of mergeRoom
	later    bool                  // some copies were left for want of room
	recalled uint64                // the newest answer it learned from
	done     int                   // steps, of the plan and of what follows
	total    int
}

// planDream reads and decides what there is to do. It changes nothing.
func (e *Engine) planDream(ctx context.Context, q DreamQuestion) (*dreaming, error) {
	d := &dreaming{e: e, question: q, copies: -1, room: mergeRoom, into: map[store.ID]store.ID{}, record: dream.Record{Namespace: q.Namespace, Phase: q.Phase, Rationale: q.Rationale, Started: e.now()}}
	var err error
	if d.kept, err = e.lastDream(ctx, q.Namespace); err != nil {
		return nil, err
	}
	if d.seen, err = e.viewForDream(ctx, q.Namespace, d.nrem()); err != nil {
		return nil, err
	}
	var replays []dream.Candidate
	if d.nrem() {
		replays = dream.Replays(d.seen.all, d.record.Started, dream.MaxReplays)
	}
	var anchors []dream.Candidate
	if d.rem() {
		anchors = d.anchors()
	}
	d.total = len(replays) + len(anchors) + 1
	if d.scale, err = d.measure(ctx); err != nil {
		return nil, err
	}
	if d.nrem() {
		if err := d.planNREM(ctx, replays); err != nil {
			return nil, err
		}
	}
	if d.rem() {
		if err := d.planREM(ctx, anchors); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (d *dreaming) nrem() bool { return d.question.Phase != dream.REM }
func (d *dreaming) rem() bool  { return d.question.Phase != dream.NREM }

// planNREM decides what is merged, and how links change.
func (d *dreaming) planNREM(ctx context.Context, replays []dream.Candidate) error {
	if err := d.planMerges(ctx); err != nil {
		return err
	}
	learning := dream.NewLearning()
	recalled, last := d.e.recalls.Of(d.question.Namespace)
	d.recalled = last
	for _, r := range recalled {
		learning.Together(d.surviving(r.Hits))
	}
	for _, c := range replays {
		active, err := d.replay(ctx, c)
		if err != nil {
			return err
		}
		learning.Together(d.surviving(active))
		d.step()
	}
	d.record.Replayed = len(replays)
	return d.planLinks(ctx, replays, learning)
}

// surviving are those that are live, each merged one as the memory it goes into.
func (d *dreaming) surviving(active []dream.Active) (out []dream.Active) {
	for _, a := range active {
		if older, merged := d.into[a.ID]; merged {
			a.ID = older
		}
		same := func(b dream.Active) bool { return a.ID == b.ID }
		if d.seen.has(a.ID) && !slices.ContainsFunc(out, same) {
			out = append(out, a)
		}
	}
	return out
}

// copiesLeft is how many copies there are when the dream is over.
func (d *dreaming) copiesLeft(dry bool) int {
	switch {
	case d.copies < 0 && d.kept != nil:
		return d.kept.NearCopies
	case d.copies < 0 || dry:
		return d.copies
	}
	return d.copies - len(d.record.Merges)
}

func (d *dreaming) step() {
	d.done++
	if d.question.Progress != nil {
		d.question.Progress(d.done, d.total)
	}
}

// internal is an error in what only reads and computes.
func internal(doing string, err error) error {
	if err == nil {
		return nil
	}
	out := &Error{Kind: KindInternal, Message: doing, Err: err}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		out.Hint = "the call was cancelled or ran out of time; nothing was changed"
	}
	return out
}
