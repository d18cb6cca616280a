package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// Finish takes the store for itself, embeds what is left, all of it if nothing was done before, and switches: in one write all memories have the new
// values, all goals are embedded anew, and the store opens with the new models only. The old values are removed then. When it fails before
// the switch the old values serve on, and a later run goes on.
//
// What was derived from the old values: the purpose vectors of memories are measured anew by the pass over the memories of each namespace with
// goals, which the next start begins; neighbour distances in the changed spaces become absent, so that surprise is calibrated by the prior until
// new memories come; saved workspaces are given up, since what they hold was measured between old values. Kept are learned and proposed links, scores
// found when a memory came in, and the history of drift, whose alignments are standard scores and mean the same with any models.
func (r *Reembedding) Finish(ctx context.Context, progress func(done, total int)) (*ReembedReport, error) {
	start := time.Now()
	s, err := r.takeStore(ctx)
	if err != nil {
		return nil, err
	}
	report, err := r.finish(ctx, s, progress)
	if err == nil {
		report.Switched = time.Since(start)
		err = r.clear(ctx, s, report)
	}
	if cerr := s.Close(); err == nil {
		err = fault.Storage("close store", cerr)
	}
	return report, err
}

// takePatience is how long the store is waited for. Between the end of serving and this a command may have come that found no server, and opened
// the store for itself: it is gone in a second or two.
const takePatience = 20 * time.Second

func (r *Reembedding) takeStore(ctx context.Context) (store.Store, error) {
	return whenFree(ctx, takePatience, func() (store.Store, error) { return r.openStore(ctx) })
}

func (r *Reembedding) finish(ctx context.Context, s store.Store, progress func(done, total int)) (*ReembedReport, error) {
	p, err := r.begin(ctx, s)
	if err != nil {
		return nil, err
	}
	report := &ReembedReport{From: p.From, To: p.To, Spaces: p.Spaces, Memories: p.Memories}
	if p.Nothing() || p.From == "" {
		return report, nil
	}
	if report.Embedded, err = r.rounds(ctx, s, p, 0, progress); err != nil {
		return report, err
	}
	report.Unseen = int(r.unseen.Load())
	atReembed("complete")
	entries, err := r.entries(ctx, s, report)
	if err != nil {
		return report, err
	}
	atReembed("switching")
	if err := s.EndRenewal(ctx, entries...); err != nil {
		return report, fault.Storage("switch to the new values", err)
	}
	atReembed("switched")
	return report, nil
}

// clear removes the old values. If it is cut short, whoever opens the store does it.
func (r *Reembedding) clear(ctx context.Context, s store.Store, report *ReembedReport) error {
	err := s.ClearRenewal(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		r.cfg.Log.Warn("the old values are still in the store's files, the next start removes them", "error", err)
	}
	report.Cleared = err == nil
	return nil
}

// entries are what changes on the shelves with the switch: goals with values of the new models, the passes that align memories with them,
// and workspaces, which go.
func (r *Reembedding) entries(ctx context.Context, s store.Store, report *ReembedReport) ([]store.Entry, error) {
	if report.Spaces == 0 {
		return nil, nil
	}
	r.next.store = s // as an engine that reads goals; nobody else uses it
	if err := r.next.openAims(ctx); err != nil {
		return nil, err
	}
	out, err := r.next.savedMinds(ctx)
	if err != nil {
		return nil, err
	}
	goals, n, err := r.next.aims.EmbedAnew(ctx)
	report.Goals = n
	return append(out, goals...), err
}

// savedMinds are the entries that take all saved workspaces away.
func (e *Engine) savedMinds(ctx context.Context) (out []store.Entry, err error) {
	end := []byte(workspace.ShelfPrefix)
	end[len(end)-1]++
	err = e.shelves().Walk(ctx, store.ShelfState, []byte(workspace.ShelfPrefix), end, false, func(key, _ []byte) (bool, error) {
		out = append(out, store.Entry{Shelf: store.ShelfState, Key: append([]byte(nil), key...)})
		return true, nil
	})
	return out, fault.Storage("read saved workspaces", err)
}

// roomHint says how much room there must be.
func roomHint(p *ReembedPlan) string {
	return fmt.Sprintf("%s are needed beside the old values until the switch, and %s are free", mebibytes(p.Room.Need), mebibytes(p.Room.Free))
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", (n+1<<20-1)>>20) }
