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

// few is how many memories may be left to those who switch, while nothing can be searched.
const few = 32

// Beside embeds the memories of a store that is served from, until few are left; memories that come, change and go meanwhile are right. It
// begins, or goes on with what an earlier run has left. progress is told how many memories have new values, of how many.
func (r *Run) Beside(ctx context.Context, s store.Store, progress func(done, total int)) (embedded int, err error) {
	p, err := r.begin(ctx, s)
	if err != nil || p.Nothing() {
		return 0, err
	}
	return r.rounds(ctx, s, p, few, progress)
}

// begin notes in the store what it is to be brought to. It refuses a disk that is too full.
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
	if bound == nil { // nothing was ever stored: it becomes the new models' at once
		return p, fault.Storage("tie the store to its models", s.Bind(ctx, r.models.Manifest().Profile, r.models.Hashes()))
	}
	if err := s.BeginRenewal(ctx, r.renewal(bound)); err != nil {
		return nil, fault.Storage("begin to embed memories again", err)
	}
	r.at("begun")
	return p, nil
}

// rounds goes through the store until at most so many memories are left, or until one more round would not leave fewer, because others write as fast.
func (r *Run) rounds(ctx context.Context, s store.Store, p *Plan, most int, progress func(done, total int)) (embedded int, err error) {
	told := counter{before: p.Memories - p.Left, total: p.Memories, tell: progress}
	told.add(0)
	for last := p.Left + 1; ; {
		if err := r.round(ctx, s, &told); err != nil {
			return told.embedded, err
		}
		left, err := countUnrenewed(ctx, s)
		if err != nil || left <= most || most > 0 && left >= last {
			return told.embedded, err
		}
		last = left
	}
}

// counter counts embeddings and tells progress. A memory that is embedded once more can make the total grow.
type counter struct {
	mu            sync.Mutex
	before, total int
	embedded      int
	tell          func(done, total int)
}

func (c *counter) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.embedded += n
	done := c.before + c.embedded
	c.total = max(c.total, done)
	if c.tell != nil {
		c.tell(done, c.total)
	}
}

// round embeds every memory that lacks new values, in the order of ids, batch by batch.
func (r *Run) round(ctx context.Context, s store.Store, told *counter) (err error) {
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
			told.add(n)
			return err
		})
	}
	if cause := group.Wait(); cause != nil { // it made the walk fail, if that did
		err = cause
	}
	return err
}

// renew embeds memories and writes their new values. One that is changed meanwhile keeps what it has, and is met again; one that is gone is left out.
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
		jobs[i].Packed = true // nobody needs the values but the store
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

// readPresent reads the texts of those of the memories that are still there, and returns which are damaged.
func readPresent(ctx context.Context, s store.Store, ids []store.ID) (many []*store.Memory, lost []store.ID, err error) {
	many, err = s.Get(ctx, store.Parts{Content: true, Unread: func(u store.Unread) { lost = append(lost, u.ID) }}, ids...)
	if err != nil {
		return nil, nil, fault.Storage("read memories to embed again", err)
	}
	return slices.DeleteFunc(many, func(m *store.Memory) bool { return m == nil }), lost, nil
}

// pack makes of values what is stored, as remembering does.
func (r *Run) pack(spaces models.Set, job *sched.Job, result *sched.Result) (*store.Renewed, error) {
	out := &store.Renewed{}
	if _, err := out.Record.Take(&result.Values, result.Record); err != nil {
		return nil, &fault.Error{Kind: fault.KindEmbedding, Message: "pack fingerprint", Err: err}
	}
	r.models.CountTokens(&out.Tokens, job, spaces)
	return out, nil
}
