package engine

import (
	"context"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/reembed"
	"asterism/engine/store"
	"asterism/engine/unread"
)

// What a change of models has to do, and what it did; see package reembed.
type (
	ReembedPlan   = reembed.Plan
	ReembedReport = reembed.Report
)

// Reembedding moves a store to other models: first while an [Engine] runs, and then with the store to itself; see [reembed.Run].
type Reembedding struct {
	*reembed.Run
	models *embedder.Embedder // the new models
}

// tuneReembedding lets tests change the config of a run.
var tuneReembedding = func(*reembed.Config) {}

// OpenReembedding loads the new models: c names their profile and folder, the store in Data, and in Images the folders from which images are read
// again.
func OpenReembedding(ctx context.Context, c Config) (*Reembedding, error) {
	if err := embedder.CheckFolders(c.Images); err != nil {
		return nil, err
	}
	c.MaxWait = reembed.Wait
	c.complete()
	models, err := c.openEmbedder(ctx)
	if err != nil {
		return nil, err
	}
	run := reembed.Config{Models: models, Images: c.Images, Spaces: stored, Log: c.Log, Now: func() time.Time { return c.Now().UTC() },
		Open: func(ctx context.Context, wait time.Duration) (store.Store, error) {
			return whenFree(ctx, wait, func() (store.Store, error) { return openStore(ctx, &c) })
		}}
	tuneReembedding(&run)
	return &Reembedding{reembed.New(run), models}, nil
}

// Close frees the models.
func (r *Reembedding) Close(ctx context.Context) error {
	if err := r.models.Close(ctx); err != nil {
		return fault.Embedding(err)
	}
	return nil
}

// Beside runs [reembed.Run.Beside] on the store of e.
func (r *Reembedding) Beside(ctx context.Context, e *Engine, progress func(done, total int)) (embedded int, err error) {
	return r.Run.Beside(ctx, e.store, progress)
}

// Mended is the result of [Mend].
type Mended struct {
	Memories int                // that were read, including forgotten ones
	Mended   int                // that have all their vectors again
	Left     []store.Unread     // that are still damaged, by id, since their texts are damaged or could not be embedded; then damaged parts of the store that cannot be assigned to a memory
	Why      map[store.ID]error // of those in Left that could not be embedded
}

// mendStep is how many memories Mend reads between two calls of progress.
const mendStep = 1000

// Mend reads all memories and computes damaged vectors again from the texts. Other damage is reported and stays. Each repaired memory is written as a new version with
// the same text. A run that is cut off has repaired those that it reached.
func Mend(ctx context.Context, e *Engine, progress func(done, total int)) (*Mended, error) {
	info, err := e.store.Info(ctx)
	if err != nil {
		return nil, fault.Storage("mend vectors", err)
	}
	total := info.Live()
	for _, ns := range info.Namespaces {
		total += ns.Forgotten
	}
	out, lost := &Mended{Why: map[store.ID]error{}}, unread.Found{}
	wanted := store.Parts{Content: true, Spaces: stored, Unread: lost.Note}
	err = e.store.Scan(ctx, store.Range{Deleted: true}, wanted, func(*store.Memory) (bool, error) {
		if out.Memories++; progress != nil && out.Memories%mendStep == 0 {
			progress(out.Memories, total)
		}
		return true, nil
	})
	if err != nil {
		return nil, fault.Storage("mend vectors", err)
	}
	for _, u := range lost.All() {
		if err := ctx.Err(); err != nil {
			return out, fault.Storage("mend vectors", err)
		}
		var err error
		if !u.Whole {
			err = e.in.mend(ctx, u.ID)
		}
		if !u.Whole && err == nil {
			out.Mended++
			continue
		}
		e.held.unread.Note(u)
		out.Left = append(out.Left, u)
		if err != nil {
			out.Why[u.ID] = err
		}
	}
	return out, nil
}

// mend writes a memory again, with new values in the spaces where they are damaged.
func (w *writer) mend(ctx context.Context, id store.ID) error {
	release, err := w.turns.lock(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	old, err := w.whole(ctx, id) // this also records what is damaged now
	if err != nil {
		return err
	}
	m := *old
	m.Version++
	d := &draft{memory: &m, answer: Remembered{ID: id, Rationale: m.Rationale}}
	if d.image, err = w.identify(ctx, &m); err != nil {
		return err
	}
	if m.TextHash != old.TextHash {
		return fault.Invalid("the image of memory %s is not the one that was remembered", "bring back the file, or give the memory its new content with `asterism update`", id)
	}
	if err := w.reembed(ctx, d, w.parts.held.unread.Spaces(id)); err != nil {
		return err
	}
	if m.Deleted.IsZero() {
		done, err := w.align([]*draft{d})
		if err != nil {
			return err
		}
		defer done()
	}
	if err := w.noteMoved(ctx, old, &m); err != nil {
		return err
	}
	if err := w.store.Apply(ctx, store.Command{Op: store.OpRemember, ID: id, Memory: &m, At: m.Updated}); err != nil {
		return fault.Storage("store mended memory", err)
	}
	if !m.Deleted.IsZero() {
		w.parts.held.unread.Clear(id)
		return nil
	}
	_, err = w.publish([]*draft{d})
	return err
}

// AbortReembedding drops new values that are not in use yet; dropped is false if there were none. The store must not be open elsewhere.
func AbortReembedding(ctx context.Context, c Config) (dropped bool, err error) {
	s, err := openStore(ctx, &c)
	if err != nil {
		return false, fault.Storage("open store", err)
	}
	return reembed.Abort(ctx, s)
}

// logRenewal logs that the store has values of new models, which take space until they are used or dropped.
func (p *parts) logRenewal(ctx context.Context) {
	if now, err := p.store.Renewal(ctx); err == nil && now != nil {
		p.log.Warn("the store is half-way to other models, whose values take room: `asterism reembed` goes on, and with --abort drops what was made", "profile", now.Profile, "spaces", now.Spaces.Codes())
	}
}
