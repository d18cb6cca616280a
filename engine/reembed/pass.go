package reembed

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/caught"
	"asterism/engine/fault"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// few is how many memories may be left for the switch, during which no search is possible.
const few = 32

// Beside embeds the memories of a store that is being served, until few are left; memories that are added, changed and removed meanwhile
// are handled. It begins, or continues what an earlier run left. progress is called with the number of memories with new values and the
// number of all.
func (r *Run) Beside(ctx context.Context, s store.Store, progress func(done, total int)) (embedded int, err error) {
	p, err := r.begin(ctx, s)
	if err != nil || p.Nothing() {
		return 0, err
	}
	return r.rounds(ctx, s, p, few, progress)
}

// begin records in the store which renewal it is for. It refuses if the disk is too full.
func (r *Run) begin(ctx context.Context, s store.Store) (*Plan, error) {
	p, err := r.plan(ctx, s)
	if err != nil || p.Nothing() {
		return p, err
	}
	if p.Room.Short() {
		return nil, &fault.Error{Kind: fault.KindStorage, Message: "embed memories again", Err: store.ErrNoSpace, Hint: roomHint(p)}
	}
	bound, err := s.Bound(ctx)
	if err != nil {
		return nil, fault.Storage("read models of the store", err)
	}
	if bound == nil { // nothing was ever stored: the store is bound to the new models at once
		return p, fault.Storage("tie the store to its models", s.Bind(ctx, r.models.Manifest().Profile, r.models.Hashes()))
	}
	if err := s.BeginRenewal(ctx, r.renewal(bound)); err != nil {
		return nil, fault.Storage("begin to embed memories again", err)
	}
	r.at("begun")
	return p, nil
}

// rounds goes through the store until at most most memories are left, or until another round would not leave fewer, because others write as fast.
func (r *Run) rounds(ctx context.Context, s store.Store, p *Plan, most int, progress func(done, total int)) (embedded int, err error) {
	count := counter{before: p.Memories - p.Left, total: p.Memories, progress: progress}
	count.add(0)
	for last := p.Left + 1; ; {
		if err := r.round(ctx, s, &count); err != nil {
			return count.embedded, err
		}
		left, err := countUnrenewed(ctx, s)
		if err != nil || left <= most || most > 0 && left >= last {
			return count.embedded, err
		}
		last = left
	}
}

// counter counts embeddings and reports progress. A memory that is embedded again can increase the total.
type counter struct {
	mu            sync.Mutex
	before, total int
	embedded      int
	progress      func(done, total int)
}

func (c *counter) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.embedded += n
	done := c.before + c.embedded
	c.total = max(c.total, done)
	if c.progress != nil {
		c.progress(done, c.total)
	}
}

// round embeds every memory that lacks new values, in the order of ids, batch by batch.
func (r *Run) round(ctx context.Context, s store.Store, count *counter) (err error) {
	group, inside := caught.WithContext(ctx)
	group.SetLimit(r.models.InFlight(r.inFlight))
	for behind := uuid.Nil; ; {
		ids, lost := s.Unrenewed(inside, behind, r.batch)
		if lost != nil || len(ids) == 0 {
			err = fault.Storage("look for memories to embed again", lost)
			break
		}
		behind = ids[len(ids)-1]
		group.Go(func() error {
			n, err := r.renew(inside, s, ids)
			count.add(n)
			return err
		})
	}
	if cause := group.Wait(); cause != nil { // it is the cause if the walk failed
		err = cause
	}
	return err
}

// renew embeds memories and writes their new values. A memory that is changed meanwhile is not written, and is processed again; one that is gone is
// skipped.
func (r *Run) renew(ctx context.Context, s store.Store, ids []store.ID) (int, error) {
	to, err := s.Renewal(ctx)
	if err != nil {
		return 0, fault.Storage("read the state of the embedding", err)
	}
	if to == nil {
		return 0, fault.Storage("embed memories again", store.ErrNoRenewal)
	}
	memories, lost, err := readPresent(ctx, s, ids)
	if err != nil {
		return 0, err
	}
	if err := r.leaveOut(ctx, s, lost); err != nil || len(memories) == 0 {
		return 0, err
	}
	jobs := make([]*sched.Job, len(memories))
	for i, m := range memories {
		if jobs[i], err = r.jobOf(ctx, m, to.Spaces); err != nil {
			return 0, err
		}
		jobs[i].Packed = true // only the store needs the values
	}
	results, err := r.models.Scheduler().Embed(ctx, jobs...)
	if err != nil {
		return 0, fault.Embedding(err)
	}
	cmds := make([]store.Command, len(memories))
	for i, m := range memories {
		values, err := r.pack(to.Spaces, jobs[i], &results[i])
		if err != nil {
			return 0, err
		}
		cmds[i] = store.Command{Op: store.OpRenew, ID: m.ID, Version: m.Version, Renewed: values}
	}
	if err := s.Apply(ctx, cmds...); err != nil {
		return 0, fault.Storage("store new values", err)
	}
	r.at("batch")
	return len(cmds), nil
}

// readPresent reads the texts of those memories that still exist, and returns which are damaged.
func readPresent(ctx context.Context, s store.Store, ids []store.ID) (many []*store.Memory, lost []store.ID, err error) {
	many, err = s.Get(ctx, store.Parts{Content: true, Unread: func(u store.Unread) { lost = append(lost, u.ID) }}, ids...)
	if err != nil {
		return nil, nil, fault.Storage("read memories to embed again", err)
	}
	return slices.DeleteFunc(many, func(m *store.Memory) bool { return m == nil }), lost, nil
}

// pack converts values to their stored form, as remembering does.
func (r *Run) pack(spaces models.Set, job *sched.Job, result *sched.Result) (*store.Renewed, error) {
	out := &store.Renewed{}
	if _, err := out.Record.Take(&result.Values, result.Record); err != nil {
		return nil, &fault.Error{Kind: fault.KindEmbedding, Message: "pack fingerprint", Err: err}
	}
	r.models.CountTokens(&out.Tokens, job, spaces)
	return out, nil
}
