package engine

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// Reembedding brings a store to other models. [Reembedding.Beside] embeds memory after memory with them while an [Engine] with the old ones
// serves as ever; new values gather in the store beside the old ones. [Reembedding.Finish], with the store to itself, embeds what has come
// since and switches. Each can be cut off at any point, by kill −9 too: what was embedded is kept, and the next run goes on.
type Reembedding struct {
	next   *Engine // the models of after, without a store of its own
	cfg    Config
	unseen atomic.Int64 // images without a value, see [ReembedReport.Unseen]
}

// reembedWait is how long a parcel waits for its turn: nobody is told to come back here.
const reembedWait = 10 * time.Minute

// OpenReembedding loads the models of after: c names their profile and folder, the store in Data, and in Images the folders that images are read
// from once more.
func OpenReembedding(ctx context.Context, c Config) (*Reembedding, error) {
	if err := embedder.CheckFolders(c.Images); err != nil {
		return nil, err
	}
	c.MaxWait = reembedWait
	next := newEngine(c)
	if err := next.openModels(ctx); err != nil {
		return nil, err
	}
	return &Reembedding{next: next, cfg: next.cfg}, nil
}

// Close frees the models.
func (r *Reembedding) Close(ctx context.Context) error {
	if err := r.next.embedder.Close(ctx); err != nil {
		return fault.Embedding(err)
	}
	return nil
}

// renewal is what the store is to be brought to, if its models are others.
func (r *Reembedding) renewal(bound *store.Bound) store.Renewal {
	return store.Renewal{Spaces: bound.Differ(r.next.embedder.Hashes()), Profile: r.next.embedder.Manifest().Profile, ModelHashes: r.next.embedder.Hashes()}
}

// Plan says what is to be done with the store, which must not be open elsewhere. The error is of kind INVALID_PARAMS when other models are half-way in.
func (r *Reembedding) Plan(ctx context.Context) (*ReembedPlan, error) {
	s, err := r.openStore(ctx)
	if err != nil {
		return nil, err
	}
	p, err := r.plan(ctx, s)
	if cerr := s.Close(); err == nil {
		err = fault.Storage("close store", cerr)
	}
	return p, err
}

func (r *Reembedding) openStore(ctx context.Context) (store.Store, error) {
	s, err := openStore(ctx, &r.cfg)
	return s, fault.Storage("open store", err)
}

func (r *Reembedding) plan(ctx context.Context, s store.Store) (*ReembedPlan, error) {
	bound, err := s.Bound(ctx)
	if err != nil {
		return nil, fault.Storage("read models of the store", err)
	}
	p := &ReembedPlan{To: r.next.embedder.Manifest().Profile}
	if bound == nil {
		return p, nil
	}
	want := r.renewal(bound)
	p.From, p.Spaces = bound.Profile, want.Spaces
	now, err := s.Renewal(ctx)
	if err != nil {
		return nil, fault.Storage("read the state of an embedding anew", err)
	}
	if err := refuseOther(now, &want); err != nil {
		return nil, err
	}
	if p.Memories, err = countMemories(ctx, s); err != nil {
		return nil, err
	}
	switch {
	case p.Spaces == 0: // only the name is another
	case now == nil:
		p.Left = p.Memories
	default:
		if p.Left, err = countUnrenewed(ctx, s); err != nil {
			return nil, err
		}
	}
	p.Room, err = s.RenewalRoom(ctx, p.Spaces)
	return p, fault.Storage("ask for room on the disk", err)
}

// refuseOther says that a store is half-way to other models than these.
func refuseOther(now, want *store.Renewal) error {
	if err := now.Refuse(want); err != nil {
		return &Error{Kind: KindInvalid, Message: "embed memories anew", Err: err,
			Hint: fmt.Sprintf("go on with `asterism reembed --profile %s` and the models of then, or drop what was made with `asterism reembed --abort`", now.Profile)}
	}
	return nil
}

func countMemories(ctx context.Context, s store.Store) (n int, err error) {
	info, err := s.Info(ctx)
	if err != nil {
		return 0, fault.Storage("count memories", err)
	}
	for _, ns := range info.Namespaces {
		n += ns.Live + ns.Forgotten
	}
	return n, nil
}

// countStep is how many ids are asked for at a time where they are only counted.
const countStep = 1 << 14

func countUnrenewed(ctx context.Context, s store.Renewer) (n int, err error) {
	for behind := uuid.Nil; ; {
		ids, err := s.Unrenewed(ctx, behind, countStep)
		if err != nil {
			return 0, fault.Storage("count memories to embed anew", err)
		}
		if n += len(ids); len(ids) < countStep {
			return n, nil
		}
		behind = ids[len(ids)-1]
	}
}

// AbortReembedding drops what was embedded anew and not switched to; dropped is false when there was nothing. The store must not be open elsewhere.
func AbortReembedding(ctx context.Context, c Config) (dropped bool, err error) {
	s, err := openStore(ctx, &c)
	if err != nil {
		return false, fault.Storage("open store", err)
	}
	now, err := s.Renewal(ctx)
	err = errors.Join(err, s.AbandonRenewal(ctx), s.ClearRenewal(ctx), s.Close())
	return now != nil, fault.Storage("drop new values", err)
}

// tellRenewal logs that new values of other models lie in the store, which take room until they are switched to or dropped.
func (e *Engine) tellRenewal(ctx context.Context) {
	if now, err := e.store.Renewal(ctx); err == nil && now != nil {
		e.log.Warn("the store is half-way to other models, whose values take room: `asterism reembed` goes on, and with --abort drops what was made", "profile", now.Profile, "spaces", now.Spaces.Spaces())
	}
}
