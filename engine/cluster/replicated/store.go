package replicated

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"asterism/engine/cluster/journal"
	"asterism/engine/store"
)

// Config holds the parts of a replicated store.
type Config struct {
	Node     string         // this machine's name in the log
	Local    store.Store    // the local store; only Replayer writes to it
	Replayer store.Replayer // of Local
	Log      journal.Journal
	Identity []byte // of the store, the same on all machines
	// Applied is called for each write after it was applied here, in log order, but not for writes that the store refused; nil: no call. It must be quick.
	Applied func(place uint64, w *store.Write)
	// Patience is how long a write waits for a quorum before it fails; 0: [DefaultPatience].
	Patience time.Duration
	Logger   *slog.Logger // nil: slog.Default()
}

// DefaultPatience is longer than an election of a log's leader takes.
const DefaultPatience = 15 * time.Second

// Store is a store over a log. It is safe for concurrent use.
type Store struct {
	cfg     Config
	log     *slog.Logger
	term    atomic.Pointer[term] // nil: it does not lead
	driving sync.Mutex           // held while a follower or a leader applies the log to the local store
	closed  atomic.Bool
	epoch   atomic.Uint64 // the latest in the log, as far as read since the store was opened

	mu      sync.Mutex
	applied uint64
	behind  uint64        // a lower bound of the places in the log after applied
	read    uint64        // place of the last processed entry, which may be a part of an unfinished record
	moved   chan struct{} // closed when applied grows
	lastEnd error         // of the last lead
}

// Open returns the store. Until it leads or follows, it answers from the local store as that is.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.Patience == 0 {
		c.Patience = DefaultPatience
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	place, err := c.Replayer.Place(ctx)
	if err != nil {
		return nil, fmt.Errorf("open replicated store: %w", err)
	}
	return &Store{cfg: c, log: c.Logger, applied: place, moved: make(chan struct{})}, nil
}

// Parts returns the store as its contract. Closing that leaves everything open: whoever opened the local store closes it, after [Store.Close].
func (s *Store) Parts() store.Store {
	return store.Store{Memories: memories{s.cfg.Local, s}, Shelves: shelves{s.cfg.Local, s}, Graph: s.cfg.Local, Renewer: renewer{s.cfg.Local, s}, Models: bound{s.cfg.Local, s},
		Upkeep: upkeep{s.cfg.Local, s}, Closer: nobody{}}
}

// nobody closes nothing.
type nobody struct{}

func (nobody) Close() error { return nil }

// Close refuses all later writes, ends the leadership, and wakes the callers of WaitFor.
func (s *Store) Close() error {
	s.closed.Store(true)
	s.Resign()
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.moved) // wakes the callers of WaitFor
	s.moved = make(chan struct{})
	return nil
}

// Applied returns the place up to which the local store has applied the log.
func (s *Store) Applied() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.applied
}

// Behind returns how many places of the log the local store has not applied yet, as far as is known here.
func (s *Store) Behind() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.behind
}

// WaitFor returns when the local store has applied the log up to the place, or with the error of ctx, or [store.ErrClosed].
func (s *Store) WaitFor(ctx context.Context, place uint64) error {
	for {
		s.mu.Lock()
		at, moved := s.applied, s.moved
		s.mu.Unlock()
		switch {
		case at >= place:
			return nil
		case s.closed.Load():
			return store.ErrClosed
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return fmt.Errorf("wait for place %d of the log, at %d now: %w", place, at, ctx.Err())
		}
	}
}

// move records how far the local store has applied the log.
func (s *Store) move(place, behind uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind = behind
	if place <= s.applied {
		return
	}
	s.applied = place
	close(s.moved)
	s.moved = make(chan struct{})
}

func (s *Store) readTo(place uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read = max(s.read, place)
}

// ends records where the log ends.
func (s *Store) ends(place uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind = place - min(place, max(s.read, s.applied))
}

// callApplied calls Applied for the writes of a place that were not refused.
func (s *Store) callApplied(place uint64, writes []store.Write, refused []error) {
	if s.cfg.Applied == nil {
		return
	}
	for i := range writes {
		if i >= len(refused) || refused[i] == nil {
			s.cfg.Applied(place, &writes[i])
		}
	}
}
