package metautl

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"asterism/engine/store"
	"asterism/engine/utl"
)

// Service tracks predictions. It is safe for concurrent use by one process, which owns the store.
type Service struct {
	shelves store.Shelves
	rules   Settings
	turn    sync.Mutex   // held by the one writer; the fields below change only while it is held
	stale   bool         // the outcome of a write is unknown: the state must be read from the shelf
	mu      sync.RWMutex // guards the fields below, briefly: never during a write to the store
	state   state
	log     index
	answers answers

	learning sync.Mutex // only one call learns the weights of search at a time
}

// Open reads the stored state and uses the given settings, zero: [DefaultSettings]. In a new store λ is the lifecycle's, and accuracies are .5.
func Open(ctx context.Context, shelves store.Shelves, rules Settings) (*Service, error) {
	s := &Service{shelves: shelves, rules: rules.OrDefault()}
	if err := s.rules.Check(); err != nil {
		return nil, err
	}
	return s, s.load(ctx)
}

// Record processes a cycle: accuracies, corrections of λ, escalations and events, written in one batch. When it returns nil
// they survive a power cut; after any other error than [store.ErrUnknown] nothing has changed.
func (s *Service) Record(ctx context.Context, c Cycle) error {
	if err := c.check(); err != nil {
		return fmt.Errorf("record predictions: %w", err)
	}
	err := s.thinSome(ctx, c.At) // first, so that after an error nothing is recorded
	if err == nil {
		err = s.change(ctx, func(d *draft) error {
			d.learn(&c)
			d.addAnswers(&s.answers, c.Answers)
			d.record(&c)
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("record predictions: %w", err)
	}
	return nil
}

// learn adds a memory's outcome.
func (d *draft) learn(c *Cycle) {
	if o := c.Outcome; o != nil {
		d.outcome = &outcome{o.Entropy, o.Coherence, o.Importance, o.Actual, c.Domain.number()}
	}
}

// Lambdas returns the weights of the learning score if base is the lifecycle's.
func (s *Service) Lambdas(base utl.Lambdas) utl.Lambdas {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rules.lambdas(&s.state.head, base.S)
}

// Settings returns the settings in use.
func (s *Service) Settings() Settings { return s.rules }

// Accuracy is the global accuracy: the mean over the spaces with predictions, .5 before any.
func (s *Service) Accuracy() float64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state.blocks[0].accuracy()
}

// change edits a copy of the state, writes it, and then replaces the state by it.
func (s *Service) change(ctx context.Context, edit func(*draft) error) error {
	s.turn.Lock()
	defer s.turn.Unlock()
	if err := s.finish(ctx); err != nil {
		return err
	}
	d := &draft{state: s.state, rules: &s.rules}
	if err := edit(d); err != nil {
		return err
	}
	entries, logged := d.entries(s.log.newest())
	if err := s.put(ctx, entries); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.emptied > 0 {
		s.answers = answers{}
	}
	for _, p := range d.answers {
		s.answers.set(p.slot, p.answer)
	}
	s.state = d.state
	for _, p := range logged {
		s.log.add(p)
	}
	return nil
}

// put writes entries; the caller holds turn.
func (s *Service) put(ctx context.Context, entries []store.Entry) error {
	err := s.shelves.Put(ctx, entries...)
	s.stale = errors.Is(err, store.ErrUnknown)
	return err
}

// finish must be called first by a writer: after a write of unknown outcome it reads the state again.
func (s *Service) finish(ctx context.Context) error {
	if !s.stale {
		return nil
	}
	if err := s.load(ctx); err != nil {
		return err
	}
	s.stale = false
	return nil
}
