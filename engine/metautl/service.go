package metautl

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"asterism/engine/store"
	"asterism/engine/utl"
)

// Service watches predictions. It is safe for concurrent use by one process, which owns the store.
type Service struct {
	shelves store.Shelves
	rules   Settings
	turn    sync.Mutex   // one writer; what is below changes only in its turn
	stale   bool         // a write may or may not have happened: what is on the shelf counts
	mu      sync.RWMutex // guards what is below, briefly: never while something is written
	state   state
	log     index
	answers answers

	learning sync.Mutex // one learns the weights of search at a time
}

// Open reads the state that the shelves hold, to work under some settings, zero: [DefaultSettings]. On a new store that is λ by lifecycle, and accuracies of .5.
func Open(ctx context.Context, shelves store.Shelves, rules Settings) (*Service, error) {
	s := &Service{shelves: shelves, rules: rules.OrDefault()}
	if err := s.rules.Check(); err != nil {
		return nil, err
	}
	return s, s.load(ctx)
}

// Record takes a cycle in: accuracies, corrections of λ, escalations and events, written in one batch. When it returns nil they
// survive a power cut; on any other error than [store.ErrUnknown] nothing has changed.
func (s *Service) Record(ctx context.Context, c Cycle) error {
	if err := c.check(); err != nil {
		return fmt.Errorf("record predictions: %w", err)
	}
	err := s.thinSome(ctx, c.At) // first, so that an error says that nothing was recorded
	if err == nil {
		err = s.change(ctx, func(d *draft) error {
			d.learn(&c)
			d.hear(&s.answers, c.Answers)
			d.record(&c)
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("record predictions: %w", err)
	}
	return nil
}

// learn takes in what a memory turned out to be worth.
func (d *draft) learn(c *Cycle) {
	if o := c.Outcome; o != nil {
		d.outcome = &outcome{o.Entropy, o.Coherence, o.Importance, o.Actual, c.Domain.number()}
	}
}

// Lambdas are the weights of the learning score where the lifecycle gives base.
func (s *Service) Lambdas(base utl.Lambdas) utl.Lambdas {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rules.lambdas(&s.state.head, base.S)
}

// Settings are those that it works under.
func (s *Service) Settings() Settings { return s.rules }

// Accuracy is the global one: the mean over the spaces in which anything was predicted, .5 before that.
func (s *Service) Accuracy() float64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state.blocks[0].accuracy()
}

// change makes a change on a copy, writes it, and puts it in place of the state.
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

// put writes in the writer's turn.
func (s *Service) put(ctx context.Context, entries []store.Entry) error {
	err := s.shelves.Put(ctx, entries...)
	s.stale = errors.Is(err, store.ErrUnknown)
	return err
}

// finish begins a writer's turn: after a write of unknown outcome it reads what came of it.
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
