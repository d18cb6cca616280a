package shard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"asterism/engine/caught"
	"asterism/engine/cluster/journal"
	"asterism/engine/cluster/replicated"
	"asterism/engine/store"
	"asterism/engine/store/rocks"

	"github.com/nats-io/nats.go/jetstream"
)

// Config holds the settings and the parts of a replica.
type Config struct {
	Number      int
	Node        string
	Dir         string // of its store
	StoreCache  int64
	OpenFiles   int // see [rocks.Options]
	Log         journal.Journal
	Leases      *Leases
	Checkpoints Checkpoints
	Growth      Growth
	Identity    []byte
	Rank        func() int                  // how many other nodes should lead before this one
	Apart       func(context.Context) error // moves the leadership of the log to another machine's server while this node leads the shard; nil: no move
	Notify      func(Change)                // receives the changes of the replica; it must be quick
	Logger      *slog.Logger
}

// Checkpoints is where a cluster keeps checkpoints.
type Checkpoints struct {
	Pointers jetstream.KeyValue    // the newest checkpoint of each shard
	Files    jetstream.ObjectStore // the files of checkpoints
}

// Shard is this node's replica of a shard. It is safe for concurrent use.
type Shard struct {
	cfg     Config
	log     *slog.Logger
	running context.Context // ends with the replica
	stop    context.CancelFunc
	group   *caught.Group

	checkpointing sync.Mutex

	mu        sync.Mutex
	local     *rocks.Store
	store     *replicated.Store
	role      Role
	lease     *lease // while it is a candidate or leads
	resign    chan struct{}
	trouble   error // the error that keeps it from following; nil: none
	holdOff   time.Time
	observers map[int]func(uint64, *store.Write)
	next      int
}

// Open opens the replica, and starts to follow or lead. A replica that is new here loads a checkpoint, if there is one.
func Open(ctx context.Context, c Config) (*Shard, error) {
	c.Growth.complete()
	s := &Shard{cfg: c, log: c.Logger.With("shard", c.Number), observers: map[int]func(uint64, *store.Write){}, resign: make(chan struct{}, 1), group: caught.NewGroup()}
	if err := s.openStore(ctx); err != nil {
		return nil, fmt.Errorf("open shard %d: %w", c.Number, err)
	}
	s.running, s.stop = context.WithCancel(context.Background())
	s.group.Go(func() error {
		return caught.Run(func() error {
			s.run(s.running)
			return nil
		})
	})
	return s, nil
}

// openStore opens the local store. If there is none, it loads a checkpoint.
func (s *Shard) openStore(ctx context.Context) error {
	if err := rocks.Find(s.cfg.Dir); err != nil {
		if err := s.fetch(ctx); err != nil && !errors.Is(err, errNoCheckpoint) {
			return err
		}
	}
	local, err := rocks.Open(ctx, rocks.Options{Dir: s.cfg.Dir, CacheBytes: s.cfg.StoreCache, OpenFiles: s.cfg.OpenFiles, Logger: s.cfg.Logger, Follow: true})
	if err != nil {
		return err
	}
	r, err := replicated.Open(ctx, replicated.Config{Node: s.cfg.Node, Local: store.Of(local), Replayer: local.Follower(), Log: s.cfg.Log, Identity: s.cfg.Identity, Applied: s.applied, Logger: s.log})
	if err != nil {
		return errors.Join(err, local.Close())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.local, s.store = local, r
	return nil
}

// closeStore closes the local store. Nothing may be writing to it.
func (s *Shard) closeStore() error {
	_ = s.current().Close()
	return s.local.Close()
}

func (s *Shard) current() *replicated.Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store
}

// Close gives up leadership, if the replica has it, and closes its store.
func (s *Shard) Close() error {
	s.stop()
	_ = s.group.Wait()                                           // its functions return no errors
	if err := s.closeStore(); !errors.Is(err, store.ErrClosed) { // run may have ended while it was opening the store again
		return err
	}
	return nil
}

// Number is the number of the shard.
func (s *Shard) Number() int { return s.cfg.Number }

// Role returns the present role of the replica.
func (s *Shard) Role() Role {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.role
}

// Leader returns the leader; false: no node leads at the moment.
func (s *Shard) Leader() (Leader, bool) { return s.cfg.Leases.Leader(s.cfg.Number) }

// Store returns the replica as a store; see [replicated.Store.Parts]. After a [Change] with Reloaded set it returns another one.
func (s *Shard) Store() store.Store { return s.current().Parts() }

// Applied returns the place up to which this replica has applied the log.
func (s *Shard) Applied() uint64 { return s.current().Applied() }

// Behind returns how many places of the log it has not applied yet, as far as it knows.
func (s *Shard) Behind() uint64 { return s.current().Behind() }

// WaitFor returns when the log has been applied up to the place, or with the error of ctx.
func (s *Shard) WaitFor(ctx context.Context, place uint64) error {
	for {
		err := s.current().WaitFor(ctx, place)
		if !errors.Is(err, store.ErrClosed) || s.running.Err() != nil {
			return err
		}
		if pause(ctx, 5*time.Millisecond); ctx.Err() != nil { // the store is being opened again, maybe from a checkpoint
			return ctx.Err()
		}
	}
}

// Trouble returns the error that keeps the replica from following; nil: none.
func (s *Shard) Trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble
}

// Confirm returns nil when this replica led at some moment after the call.
func (s *Shard) Confirm(ctx context.Context) error {
	s.mu.Lock()
	held, leads, now := s.lease, s.role == Leading, s.store
	s.mu.Unlock()
	if leads && held != nil && now.Leads() && held.holds() {
		return nil
	}
	return now.Confirm(ctx)
}

// OnApplied calls fn for each write after it was applied here, in log order. fn must be quick. stop ends the calls.
func (s *Shard) OnApplied(fn func(place uint64, w *store.Write)) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.next
	s.next++
	s.observers[n] = fn
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.observers, n)
	}
}

func (s *Shard) applied(place uint64, w *store.Write) {
	s.mu.Lock()
	observers := make([]func(uint64, *store.Write), 0, len(s.observers))
	for n := range s.next {
		if fn := s.observers[n]; fn != nil {
			observers = append(observers, fn)
		}
	}
	s.mu.Unlock()
	for _, fn := range observers {
		fn(place, w)
	}
}

// Resign gives up leadership. Another node takes it at once, if there is one. This one does not take it back for a while.
func (s *Shard) Resign(ctx context.Context) error {
	if s.Role() != Leading {
		return fmt.Errorf("resign: %w", store.ErrDeposed)
	}
	select {
	case s.resign <- struct{}{}:
	default: // another caller asked too
	}
	for s.Role() == Leading {
		if pause(ctx, 5*time.Millisecond); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}
