package engine

import (
	"context"
	"slices"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/outcomes"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

// Remember stores one note: text, tokens, batch, embeddings, fingerprint, disk, index. When it returns without an error, the memory survives a power cut and the next search
// finds it. If it returns an error, nothing is stored, with two exceptions: the error wraps [store.ErrUnknown] (the disk failed in the middle, and the memory may be
// stored), or the error says that the memory is stored.
func (e *Engine) Remember(ctx context.Context, note Note) (*Remembered, error) {
	many, err := e.in.rememberAll(ctx, []Note{note}, true)
	if err != nil {
		return nil, err
	}
	if many[0].DuplicateOf == nil {
		many[0].MaySupersede = e.in.offerStored(ctx, many[0].ID)
	}
	many[0].Unread = e.embedder.Foreign(note.Content)
	return &many[0], nil
}

// RememberAll stores the notes with one turn through the scheduler and one synced write, all or none. They count as texts from files or another source, and
// not as said now: see [writer.again].
func (e *Engine) RememberAll(ctx context.Context, notes []Note) ([]Remembered, error) {
	return e.in.rememberAll(ctx, notes, false)
}

func (w *writer) rememberAll(ctx context.Context, notes []Note, said bool) ([]Remembered, error) {
	drafts, err := w.acceptAll(ctx, notes) // 1 text
	if err != nil {
		return nil, err
	}
	for _, d := range drafts {
		d.said = said
	}
	release, err := w.holdTexts(ctx, drafts)
	if err != nil {
		return nil, err
	}
	defer release()
	return w.rememberDrafts(ctx, drafts)
}

// rememberDrafts stores accepted drafts, with one turn through the scheduler and one write. The caller holds the turns on their texts.
func (w *writer) rememberDrafts(ctx context.Context, drafts []*draft) ([]Remembered, error) {
	for {
		if err := w.recognise(ctx, drafts); err != nil { // what is already stored is counted
			return nil, err
		}
		late := fresh(drafts)
		if err := w.tokeniseAndEmbed(ctx, late); err != nil { // 2 tokenise, 3 batch, 4 embed: the first are embedded while the last are tokenised
			return nil, err
		}
		if err := w.fingerprint(late); err != nil { // 5 fingerprint
			return nil, err
		}
		out, ok, err := w.storeAndPublish(ctx, drafts) // 6 store, 7 search finds it
		if ok || err != nil {
			return out, err
		}
	}
}

// draft is a memory that is being stored.
type draft struct {
	note   Note
	memory *store.Memory
	image  *embedder.Image // nil: it is a text, or its image is unchanged
	job    *sched.Job
	values fingerprint.Fingerprint // as float32; dropped once packed and measured
	packed *fingerprint.Record     // set instead of values if they came packed; nil: packed values are not allowed
	answer Remembered
	given  bool             // the caller gave its id
	lesson *outcomes.Lesson // Inject only
	said   bool             // it is said now, so it may be true again
	known  *known           // what it repeats, so that it is counted and not stored; nil: nothing
	again  []store.ID       // memories with its text that do not prevent storing it: others have contradicted them since
}

func (w *writer) acceptAll(ctx context.Context, notes []Note) ([]*draft, error) {
	drafts := make([]*draft, len(notes))
	given := map[store.ID]*store.Memory{} // by the earlier notes of the call
	for i, n := range notes {
		d, err := w.accept(ctx, n)
		if err != nil {
			return nil, err
		}
		if err := w.checkDraft(ctx, d, given); err != nil {
			return nil, err
		}
		drafts[i] = d
	}
	return drafts, nil
}

// checkDraft is the part of step 1 that needs the store. given are the memories of the earlier notes; it adds this one.
func (w *writer) checkDraft(ctx context.Context, d *draft, given map[store.ID]*store.Memory) (err error) {
	m := d.memory
	if err := w.checkLinks(ctx, m.Links); err != nil {
		return err
	}
	if d.answer.ReplacesNewer, err = w.checkSuperseded(ctx, m, nil); err != nil {
		return err
	}
	if err := w.checkGiven(ctx, d); err != nil {
		return err
	}
	if first := given[m.ID]; first != nil && (first.TextHash != m.TextHash || first.Namespace != m.Namespace) {
		return fault.Invalid("id %s is given to two notes that say different things", "give each note an id of its own, or none", m.ID)
	}
	given[m.ID] = m
	d.answer.DuplicateOf, err = w.duplicate(ctx, m)
	return err
}

// checkLinks refuses links to memories that do not exist.
func (w *writer) checkLinks(ctx context.Context, links []store.ID) error {
	if len(links) == 0 {
		return nil
	}
	many, err := w.store.Get(ctx, store.Parts{}, links...)
	if err != nil {
		return fault.Storage("read linked memories", err)
	}
	if i := slices.Index(many, nil); i >= 0 {
		return fault.Invalid("link_to names memory %s, which does not exist", "link to ids that search_graph or list_memories returned", links[i])
	}
	return nil
}

// duplicate finds the live memory of the same namespace with the same text.
func (w *writer) duplicate(ctx context.Context, m *store.Memory) (*store.ID, error) {
	id, ok, err := w.store.Find(ctx, m.Namespace, m.TextHash)
	if err != nil {
		return nil, fault.Storage("look for a copy", err)
	}
	if !ok || id == m.ID {
		return nil, nil
	}
	return &id, nil
}

// stored are the spaces in which a note is embedded when it is stored. The temporal ones are functions of its
// time and are computed when read.
var stored = models.All.Without(models.OfOrigin(models.FromTime))

func (w *writer) tokenise(drafts []*draft) {
	for _, d := range drafts {
		w.tokeniseOne(d)
	}
}

func (w *writer) tokeniseOne(d *draft) {
	start := time.Now()
	d.job = w.embedder.JobOf(d.memory, d.image, w.now(), stored)
	d.answer.Timings.Tokenise = d.prepared(start)
	w.embedder.CountTokens(&d.memory.Tokens, d.job, stored)
}

// prepared returns how long step 2, which began at start, took, including the preparation of an image in step 1.
func (d *draft) prepared(start time.Time) time.Duration {
	took := time.Since(start)
	if d.image != nil {
		took += d.image.Took
	}
	return took
}

func (w *writer) embed(ctx context.Context, drafts []*draft) error {
	jobs := make([]*sched.Job, len(drafts))
	for i, d := range drafts {
		jobs[i] = d.job
	}
	results, err := w.sched.Embed(ctx, jobs...)
	return handOut(drafts, results, err)
}

// tokeniseAndEmbed does both in parts, so that the two overlap. Only the store needs the values, so they may come packed.
func (w *writer) tokeniseAndEmbed(ctx context.Context, drafts []*draft) error {
	if len(drafts) == 0 {
		return nil
	}
	results, err := w.sched.EmbedAsMade(ctx, len(drafts), func(i int) *sched.Job {
		w.tokeniseOne(drafts[i])
		drafts[i].job.Packed = true
		return drafts[i].job
	}, progressOf(ctx))
	return handOut(drafts, results, err)
}

// handOut stores the results in the drafts.
func handOut(drafts []*draft, results []sched.Result, err error) error {
	if err != nil {
		return fault.Embedding(err)
	}
	for i, r := range results {
		d := drafts[i]
		d.values, d.packed = r.Values, r.Record
		d.answer.Windows, d.answer.Dropped, d.answer.Device = r.Windows, r.Dropped, r.Device
		d.answer.Timings.Queue, d.answer.Timings.Infer = r.Timings.Queue, r.Timings.Infer
	}
	return nil
}

// fingerprint packs the values into the stored record.
func (w *writer) fingerprint(drafts []*draft) error {
	for _, d := range drafts {
		present, err := d.memory.Record.Take(&d.values, d.packed)
		if err != nil {
			return &Error{Kind: KindEmbedding, Message: "pack fingerprint", Err: err}
		}
		d.answer.Spaces = present | models.OfOrigin(models.FromTime)
	}
	return nil
}

func (w *writer) apply(ctx context.Context, drafts []*draft) error {
	release, err := w.supersede(ctx, drafts)
	if err != nil {
		return err
	}
	defer release()
	cmds := make([]store.Command, len(drafts))
	now := w.now()
	for i, d := range drafts {
		if d.known != nil {
			cmds[i] = d.repeat(now)
			continue
		}
		if err := w.checkGiven(ctx, d); err != nil { // again, since it may have been forgotten meanwhile; a forget from here on waits for publish
			return err
		}
		cmds[i] = store.Command{Op: store.OpRemember, ID: d.memory.ID, Memory: d.memory, At: d.memory.Created}
	}
	start := time.Now()
	if err := w.store.Apply(ctx, cmds...); err != nil {
		return fault.Storage("store memories", err)
	}
	for _, d := range drafts {
		d.answer.Timings.Store = time.Since(start)
	}
	return nil
}

func (w *writer) publish(drafts []*draft) ([]Remembered, error) {
	out := make([]Remembered, len(drafts))
	for i, d := range drafts {
		if out[i] = d.answer; d.known != nil {
			continue
		}
		w.parts.held.unread.Clear(d.memory.ID) // all of it was written again
		if err := w.makeSearchable(d.memory); err != nil {
			return nil, &Error{Kind: KindInternal, Message: "index stored memory " + d.memory.ID.String(), Err: err, Hint: "it is stored; a restart rebuilds the index"}
		}
	}
	return out, nil
}
