package workspace

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"asterism/engine/background"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// MaxMinds bounds the stored workspaces. If there is one more, the one that is inactive for longest is dropped.
const MaxMinds = 64

// Store is the part of [store.Store] that workspaces use: the memories, and the shelf on which workspaces are saved.
type Store interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	store.Shelves
}

// Config is the configuration of [Minds]. Everything except Pause is required.
type Config struct {
	Store    Store
	Options  Options    // of each workspace, already checked
	Spaces   models.Set // in which memories are stored
	Accuracy func() float64
	// Cohort embeds at least [CohortSize] texts about anything. It is called when it is first needed.
	Cohort func(ctx context.Context) ([]fingerprint.Fingerprint, error)
	Now    func() time.Time
	Pause  background.Pause // between attempts after failures
	Log    *slog.Logger
}

// Minds are the workspaces of all namespaces and sessions. They are safe for concurrent use. Only the goroutine of their loop uses the second group of fields, so these
// need no lock; other goroutines send it tasks through the queue.
type Minds struct {
	store    Store
	options  Options
	spaces   models.Set
	accuracy func() float64
	embed    func(ctx context.Context) ([]fingerprint.Fingerprint, error)
	now      func() time.Time
	log      *slog.Logger
	loop     *background.Loop
	queue    queue

	listening sync.Mutex
	listeners []*func(Entry)

	known  bool // the saved ones have been listed
	open   map[Key]*mind
	order  []Key // longest inactive first
	cohort []fingerprint.Fingerprint

	families Families // of the cohort
}

// mind is one workspace, or its saved form until it is needed.
type mind struct {
	*Workspace
	saved   *Saved
	changed bool // since it was saved
}

// NewMinds makes them. No memory is judged before their loop starts.
func NewMinds(c Config) *Minds {
	ms := &Minds{store: c.Store, options: c.Options, spaces: c.Spaces, accuracy: c.Accuracy, embed: c.Cohort, now: c.Now, log: c.Log}
	ms.loop = background.New(background.Task{Name: "workspace", Work: ms.round, Pause: c.Pause, Log: c.Log})
	ms.queue.ring = ms.loop.Kick
	return ms
}

// Loop returns their background loop.
func (ms *Minds) Loop() *background.Loop { return ms.loop }

// mind returns a workspace, from memory or as it was saved. keep creates a missing one, because a memory is about to enter; for a
// question the result is an empty one that is not stored.
func (ms *Minds) mind(ctx context.Context, key Key, keep bool) (*mind, error) {
	if err := ms.loadSaved(ctx); err != nil {
		return nil, err
	}
	m := ms.open[key]
	if m == nil {
		m = &mind{Workspace: New(key.Namespace, key.Session, ms.options)}
		if !keep {
			return m, nil
		}
		ms.dropOldest(ctx, MaxMinds-1)
		ms.open[key] = m
		ms.order = append(ms.order, key)
	}
	if m.saved != nil {
		if err := ms.restore(ctx, key, m); err != nil {
			return nil, err
		}
	}
	if keep {
		i := slices.Index(ms.order, key)
		ms.order = append(slices.Delete(ms.order, i, i+1), key)
	}
	return m, nil
}
