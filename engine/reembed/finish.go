package reembed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/aims"
	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/models"
)

// Finish opens the store exclusively, embeds the remaining memories (all of them if nothing was done before), and switches: in one write all
// memories get the new values, all goals are embedded again, and the store is bound to the new models. Then the old values are removed. If Finish
// fails before the switch the old values are still served, and a later run continues.
//
// Data computed from the old values: purpose vectors of memories are measured again by the pass over the memories of each namespace with goals, which
// the next start begins. Neighbour distances in the changed spaces become absent, so surprise is calibrated by the prior until new memories arrive.
// Saved workspaces are dropped, since their content was measured between old values. These are kept: learned and proposed links, the scores measured
// when a memory was stored, and the history of drift, whose alignments are standard scores and mean the same with any models.
func (r *Run) Finish(ctx context.Context, progress func(done, total int)) (*Report, error) {
	start := time.Now()
	s, err := r.openStore(ctx, patience)
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

// patience is how long to wait for the store. Between the end of serving and this call a command may have found no server and opened the
// store itself: it ends in a second or two.
const patience = 20 * time.Second

func (r *Run) finish(ctx context.Context, s store.Store, progress func(done, total int)) (*Report, error) {
	p, err := r.begin(ctx, s)
	if err != nil {
		return nil, err
	}
	report := &Report{From: p.From, To: p.To, Spaces: p.Spaces, Memories: p.Memories}
	if p.Nothing() || p.From == "" {
		return report, nil
	}
	if report.Embedded, err = r.rounds(ctx, s, p, 0, progress); err != nil {
		return report, err
	}
	report.Unseen = int(r.unseen.Load())
	if report.Damaged, err = damaged(ctx, s); err != nil {
		return report, err
	}
	r.at("complete")
	entries, err := r.entries(ctx, s, report)
	if err != nil {
		return report, err
	}
	r.at("switching")
	if err := s.EndRenewal(ctx, entries...); err != nil {
		return report, fault.Storage("switch to the new values", err)
	}
	r.at("switched")
	return report, nil
}

// clear removes the old values. If it is interrupted, the next opening of the store does it.
func (r *Run) clear(ctx context.Context, s store.Store, report *Report) error {
	err := s.ClearRenewal(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		r.log.Warn("the old values are still in the store's files, the next start removes them", "error", err)
	}
	report.Cleared = err == nil
	return nil
}

// entries returns what is written to the shelves with the switch: goals with values of the new models, the passes that align memories
// with them, and the removal of workspaces.
func (r *Run) entries(ctx context.Context, s store.Store, report *Report) ([]store.Entry, error) {
	if report.Spaces == 0 {
		return nil, nil
	}
	goals, err := aims.Open(ctx, aims.Config{Store: s, Spaces: r.spaces, Now: r.now, Log: r.log,
		Embed: func(ctx context.Context, role batch.Role, spaces models.Set, when time.Time, texts ...string) ([]fingerprint.Fingerprint, error) {
			return r.models.Values(ctx, role, spaces, when, r.now(), texts...)
		}})
	if err != nil {
		return nil, err
	}
	out, err := savedWorkspaces(ctx, s)
	if err != nil {
		return nil, err
	}
	report.Emptied = len(out)
	anew, n, err := goals.EmbedAnew(ctx)
	report.Goals = n
	return append(out, anew...), err
}

// savedWorkspaces returns the entries that remove all saved workspaces.
func savedWorkspaces(ctx context.Context, s store.Shelves) (out []store.Entry, err error) {
	end := []byte(workspace.ShelfPrefix)
	end[len(end)-1]++
	err = s.Walk(ctx, store.ShelfState, []byte(workspace.ShelfPrefix), end, false, func(key, _ []byte) (bool, error) {
		out = append(out, store.Entry{Shelf: store.ShelfState, Key: append([]byte(nil), key...)})
		return true, nil
	})
	return out, fault.Storage("read saved workspaces", err)
}

// roomHint says how much disk space is needed.
func roomHint(p *Plan) string {
	return fmt.Sprintf("%s are needed in addition to the old values until the switch, and %s are free", mebibytes(p.Room.Need), mebibytes(p.Room.Free))
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", (n+1<<20-1)>>20) }
