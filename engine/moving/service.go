package moving

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/models"
)

// Store is the part of [store.Store] that a move uses.
type Store interface {
	store.Shelves
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Scan(ctx context.Context, r store.Range, parts store.Parts, fn func(*store.Memory) (bool, error)) error
	Apply(ctx context.Context, cmds ...store.Command) error
	Info(ctx context.Context) (store.Info, error)
}

// Config is the configuration of moves; everything except Point is required.
type Config struct {
	Store  Store
	Spaces models.Set // in which memories are stored
	// Turns waits for the turn on memories; Chains is held while superseding links are written.
	Turns  func(ctx context.Context, ids []store.ID) (release func(), err error)
	Chains sync.Locker
	Show   func(m *store.Memory) error // makes search find this version
	// Hold keeps a namespace from dreaming. HasGoals reports whether it has goals. Follow moves the data of the namespace itself, with other entries in one write, and returns the number
	// of goals moved. Drop removes cached data of a namespace from memory.
	Hold     func(namespace string) (leave func(), err error)
	HasGoals func(namespace string) bool
	Follow   func(ctx context.Context, from, into string, with ...store.Entry) (goals int, err error)
	Drop     func(namespace string)
	Point    func(string) // called with the current step, for tests; may be nil
	Log      *slog.Logger
}

// Service moves memories between namespaces. It is safe for concurrent use; it runs one move at a time.
type Service struct {
	Config
	mu sync.Mutex
}

// New makes the service for a store.
func New(c Config) *Service {
	if c.Point == nil {
		c.Point = func(string) {}
	}
	return &Service{Config: c}
}

// Moved is the result of a move.
type Moved struct {
	From, Into          string
	Memories, Forgotten int // those that were moved from From into Into
	Goals               int
	Resumed             bool // it continued an interrupted move
}

// Question requests a move.
type Question struct {
	From, Into string
	Merge      bool                  // Into may already have memories and goals
	Progress   func(done, total int) // memories; may be nil
}

// batch is how many memories are stored in one write.
const batch = 64

// Move moves all memories of a namespace. After an error the memories moved so far stay moved, and calling it again moves the rest.
func (s *Service) Move(ctx context.Context, q Question) (*Moved, error) {
	if !s.mu.TryLock() {
		return nil, &fault.Error{Kind: fault.KindBusy, Message: "another namespace is being moved", RetryAfterMs: 1000, Hint: "ask again when that is done"}
	}
	defer s.mu.Unlock()
	out := &Moved{From: q.From, Into: q.Into}
	begun, err := s.begun(ctx)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(begun, func(p plan) bool { return p.From == q.From || p.Into == q.From || p.From == q.Into }); i >= 0 {
		if p := begun[i]; p.From != q.From || p.Into != q.Into {
			return nil, fault.Invalid("namespace %s is on its way into %s, which was cut short", "finish that first: asterism namespaces merge "+p.From+" "+p.Into, p.From, p.Into)
		}
		out.Resumed = true
	} else if err := s.check(ctx, &q); err != nil {
		return nil, err
	}
	return out, s.run(ctx, &q, out)
}

// Resume finishes interrupted moves.
func (s *Service) Resume(ctx context.Context, progress func(done, total int)) error {
	begun, err := s.begun(ctx)
	if err != nil {
		return err
	}
	for _, p := range begun {
		out, err := s.Move(ctx, Question{From: p.From, Into: p.Into, Merge: true, Progress: progress})
		if err != nil {
			return fmt.Errorf("finish moving namespace %s into %s: %w", p.From, p.Into, err)
		}
		s.Log.Info("finished a move of a namespace that was cut short", "from", p.From, "into", p.Into, "memories", out.Memories, "forgotten", out.Forgotten)
	}
	return nil
}

// check refuses a move that would merge without Merge, or do nothing.
func (s *Service) check(ctx context.Context, q *Question) error {
	info, err := s.Store.Info(ctx)
	if err != nil {
		return fault.Storage("count the memories of namespaces", err)
	}
	has := func(namespace string) bool {
		n := info.Namespaces[namespace]
		return n.Live+n.Forgotten > 0 || s.HasGoals(namespace)
	}
	switch {
	case q.From == q.Into:
		return fault.Invalid("namespace %s is both names", "give it another name", q.From)
	case !has(q.From):
		return fault.Invalid("namespace %s has neither memories nor goals", "`asterism namespaces` lists those that have", q.From)
	case has(q.Into) && !q.Merge:
		return fault.Invalid("namespace %s is there already", "to put the memories of both together: asterism namespaces merge "+q.From+" "+q.Into, q.Into)
	case s.HasGoals(q.From) && s.HasGoals(q.Into):
		return fault.Invalid("namespaces %s and %s both have a North Star, and a namespace has one", "see both with `asterism goal list --namespace NAME`, and remove one: asterism goal remove ID --cascade", q.From, q.Into)
	}
	return nil
}

// run does a move, or the rest of one.
func (s *Service) run(ctx context.Context, q *Question, out *Moved) error {
	for _, namespace := range []string{q.From, q.Into} {
		leave, err := s.Hold(namespace)
		if err != nil {
			return err
		}
		defer leave()
	}
	p := plan{From: q.From, Into: q.Into}
	if err := s.Store.Put(ctx, p.entry()); err != nil {
		return fault.Storage("note that a namespace moves", err)
	}
	s.Point("begun")
	for { // again for memories that were stored meanwhile
		n, err := s.moveAll(ctx, q, out)
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
	}
	s.Point("moved")
	var err error
	out.Goals, err = s.Follow(ctx, q.From, q.Into, p.done())
	s.Drop(q.From)
	s.Drop(q.Into)
	return err
}

// moveAll moves the memories that are in the namespace now, and returns their number.
func (s *Service) moveAll(ctx context.Context, q *Question, out *Moved) (int, error) {
	var ids []store.ID
	err := s.Store.Scan(ctx, store.Range{Namespace: q.From, Deleted: true}, store.Parts{}, func(m *store.Memory) (bool, error) {
		ids = append(ids, m.ID)
		return true, nil
	})
	if err != nil {
		return 0, fault.Storage("list the memories of a namespace", err)
	}
	done := 0
	for some := range slices.Chunk(ids, batch) {
		if err := s.moveSome(ctx, q, some, out); err != nil {
			return done, err
		}
		s.Point("batch")
		if done += len(some); q.Progress != nil {
			q.Progress(done, len(ids))
		}
	}
	return len(ids), nil
}

// moveSome stores the next versions of some memories in one write.
func (s *Service) moveSome(ctx context.Context, q *Question, ids []store.ID, out *Moved) error {
	release, err := s.Turns(ctx, ids)
	if err != nil {
		return err
	}
	defer release()
	s.Chains.Lock()
	defer s.Chains.Unlock()
	all, err := s.Store.Get(ctx, store.Parts{Content: true, Spaces: s.Spaces}, ids...)
	if err != nil {
		return fault.Storage("read the memories of a namespace", err)
	}
	all = slices.DeleteFunc(all, func(m *store.Memory) bool { return m == nil || m.Namespace != q.From }) // purged or moved meanwhile
	cmds := make([]store.Command, len(all))
	for i, m := range all {
		m.Namespace = q.Into
		m.Version++
		cmds[i] = store.Command{Op: store.OpRemember, ID: m.ID, Memory: m, At: m.Updated}
	}
	if err := s.Store.Apply(ctx, cmds...); err != nil {
		return fault.Storage("store memories in another namespace", err)
	}
	for _, m := range all {
		if !m.Deleted.IsZero() {
			out.Forgotten++
			continue
		}
		out.Memories++
		if err := s.Show(m); err != nil {
			return &fault.Error{Kind: fault.KindInternal, Message: "index moved memory " + m.ID.String(), Err: err, Hint: "it is stored; a restart rebuilds the index"}
		}
	}
	return nil
}
