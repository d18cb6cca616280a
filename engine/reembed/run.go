package reembed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// Config is the configuration of a run.
type Config struct {
	Models *embedder.Embedder // the new ones
	// Open opens the store for this run only. If another process has it open, Open retries for wait; its error then wraps [store.ErrLocked].
	Open   func(ctx context.Context, wait time.Duration) (store.Store, error)
	Images []string   // the folders from which images are read again
	Spaces models.Set // in which memories are stored
	Log    *slog.Logger
	Now    func() time.Time

	// Batch is how many memories are embedded and written together, and InFlight how many batches run at once on the processor, so that one is read
	// and one is written while one is embedded; 0: 128 and 3.
	Batch, InFlight int
	// At is called at the points between which a run can be interrupted; may be nil. Tests stop a run there.
	At func(point string)
}

// Run changes a store to other models. [Run.Beside] embeds memory after memory with them while the store serves the old values; new values are
// collected in the store next to the old ones. [Run.Finish], which opens the store exclusively, embeds what has been added since and switches.
// Both can be interrupted at any point, also by kill −9: embedded memories are kept, and the next run continues.
type Run struct {
	models   *embedder.Embedder
	open     func(ctx context.Context, wait time.Duration) (store.Store, error)
	images   []string
	spaces   models.Set
	log      *slog.Logger
	now      func() time.Time
	batch    int
	inFlight int
	at       func(point string)
	unseen   atomic.Int64 // number of images without a value, see [Report.Unseen]
}

// Wait is how long a batch waits for its turn: a run is not asked to retry.
const Wait = 10 * time.Minute

// New makes a run; it starts nothing.
func New(c Config) *Run {
	r := &Run{models: c.Models, open: c.Open, images: c.Images, spaces: c.Spaces, log: c.Log, now: c.Now, batch: c.Batch, inFlight: c.InFlight, at: c.At}
	if r.batch == 0 {
		r.batch = 128
	}
	if r.inFlight == 0 {
		r.inFlight = 3
	}
	if r.at == nil {
		r.at = func(string) {}
	}
	return r
}

// renewal returns the renewal that the store needs if its models differ.
func (r *Run) renewal(bound *store.Bound) store.Renewal {
	return store.Renewal{Spaces: bound.Differ(r.models.Hashes()), Profile: r.models.Manifest().Profile, ModelHashes: r.models.Hashes()}
}

// shortWait is how long the plan waits for a store that another process has open: a command, such as a search, ends soon, and an owner that stays is reported without
// much delay.
const shortWait = 5 * time.Second

// Plan returns what is to be done with the store, which must not be open elsewhere for longer than shortWait. The error is of kind INVALID_PARAMS if a renewal to other models is
// in progress.
func (r *Run) Plan(ctx context.Context) (*Plan, error) {
	s, err := r.openStore(ctx, shortWait)
	if err != nil {
		return nil, err
	}
	p, err := r.plan(ctx, s)
	if cerr := s.Close(); err == nil {
		err = fault.Storage("close store", cerr)
	}
	return p, err
}

func (r *Run) openStore(ctx context.Context, wait time.Duration) (store.Store, error) {
	s, err := r.open(ctx, wait)
	return s, fault.Storage("open store", err)
}

func (r *Run) plan(ctx context.Context, s store.Store) (*Plan, error) {
	bound, err := s.Bound(ctx)
	if err != nil {
		return nil, fault.Storage("read models of the store", err)
	}
	p := &Plan{To: r.models.Manifest().Profile}
	if bound == nil {
		return p, nil
	}
	want := r.renewal(bound)
	p.From, p.Spaces = bound.Profile, want.Spaces
	now, err := s.Renewal(ctx)
	if err != nil {
		return nil, fault.Storage("read the state of the embedding", err)
	}
	if err := refuseOther(now, &want); err != nil {
		return nil, err
	}
	if p.Memories, err = countMemories(ctx, s); err != nil {
		return nil, err
	}
	switch {
	case p.Spaces == 0: // only the profile's name differs
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

// refuseOther returns an error if the store is half-way to other models than these.
func refuseOther(now, want *store.Renewal) error {
	if err := now.Refuse(want); err != nil {
		return &fault.Error{Kind: fault.KindInvalid, Message: "embed memories again", Err: err,
			Hint: fmt.Sprintf("go on with `asterism reembed --profile %s` and the models that it began with, or drop what was made with `asterism reembed --abort`", now.Profile)}
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

// countStep is how many ids are read at a time when they are only counted.
const countStep = 1 << 14

func countUnrenewed(ctx context.Context, s store.Renewer) (n int, err error) {
	for behind := uuid.Nil; ; {
		ids, err := s.Unrenewed(ctx, behind, countStep)
		if err != nil {
			return 0, fault.Storage("count memories to embed again", err)
		}
		if n += len(ids); len(ids) < countStep {
			return n, nil
		}
		behind = ids[len(ids)-1]
	}
}

// Abort drops new values that were not switched to; dropped is false if there were none. It closes the store.
func Abort(ctx context.Context, s store.Store) (dropped bool, err error) {
	now, err := s.Renewal(ctx)
	err = errors.Join(err, s.AbandonRenewal(ctx), s.ClearRenewal(ctx), s.Close())
	return now != nil, fault.Storage("drop new values", err)
}
