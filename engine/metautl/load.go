package metautl

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"asterism/engine/store"
)

// load reads everything back, and changes nothing if that fails.
func (s *Service) load(ctx context.Context) error {
	in := contents{state: newState(&s.rules)}
	err := s.shelves.Walk(ctx, store.ShelfState, []byte(prefix), afterPrefix, false, func(key, value []byte) (bool, error) {
		if err := in.add(key, value); err != nil {
			return false, fmt.Errorf("entry %q: %w", key, err)
		}
		return true, nil
	})
	if err == nil {
		err = in.whole()
	}
	if err != nil {
		return fmt.Errorf("read meta-learning state: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state, s.log, s.answers = in.state, in.log, in.answers
	return nil
}

// Reload reads the state again, for a store that another process writes.
func (s *Service) Reload(ctx context.Context) error { return s.load(ctx) }

// contents collects the entries that were read. They come in the order of their keys.
type contents struct {
	state    state
	log      index
	answers  answers
	headed   bool
	outcomes uint64
}

var errKey = errors.New("no such key is ever written")

func (c *contents) add(key, value []byte) error {
	switch {
	case string(key) == headKey:
		h, err := decode[head](value)
		c.state.head, c.headed = h, err == nil
		return err
	case string(key) == weightsKey:
		w, err := decode[weights](value)
		c.state.weights = w
		return err
	case len(key) == len(blockPrefix)+1 && bytes.HasPrefix(key, []byte(blockPrefix)):
		return c.takeBlock(key[len(blockPrefix)], value)
	}
	if n, ok := number(key, eventPrefix); ok {
		return c.takeEvent(n, value)
	}
	if n, ok := number(key, outcomePrefix); ok {
		return c.takeOutcome(n, value)
	}
	if n, ok := number(key, answerPrefix); ok {
		return c.takeAnswer(n, value)
	}
	if n, ok := number(key, helpPrefix); ok {
		return c.takeHelp(n, value)
	}
	if _, ok := number(key, measuredPrefix); ok { // an earlier version wrote it; its data is now read from the memory
		return nil
	}
	return errKey
}

func number(key []byte, prefix string) (uint64, bool) {
	n, ok := bytes.CutPrefix(key, []byte(prefix))
	if !ok || len(n) != 8 {
		return 0, false
	}
	return binary.BigEndian.Uint64(n), true
}

func (c *contents) takeBlock(number byte, value []byte) (err error) {
	if int(number) >= len(c.state.blocks) {
		return errKey
	}
	c.state.blocks[number], err = decode[block](value)
	return err
}

func (c *contents) takeOutcome(slot uint64, value []byte) (err error) {
	if slot >= outcomeWindow {
		return errKey
	}
	c.outcomes++
	if len(value) == earlierOutcome && value[0] == 1 { // it cannot be replayed: it does not contain what was measured of the memory
		return nil
	}
	c.state.outcomes[slot], err = decode[outcome](value)
	return err
}

// earlierOutcome is the size in bytes of an outcome of version 1.
const earlierOutcome = 18

func (c *contents) takeHelp(slot uint64, value []byte) (err error) {
	if slot >= helpDays {
		return errKey
	}
	c.state.helped[slot], err = decode[help](value)
	if err == nil && uint64(c.state.helped[slot].Day)%helpDays != slot {
		err = fmt.Errorf("day %d is in place %d", c.state.helped[slot].Day, slot)
	}
	return err
}

// takeAnswer relies on the order of keys: the ring fills from its first slot on.
func (c *contents) takeAnswer(slot uint64, value []byte) error {
	if slot >= answerWindow || slot != uint64(len(c.answers.list)) {
		return errKey
	}
	a, err := decode[answer](value)
	if err != nil {
		return err
	}
	if _, twice := c.answers.where[a.ID]; twice {
		return fmt.Errorf("answer %s is there twice", a.ID)
	}
	c.answers.set(int(slot), &a)
	return nil
}

func (c *contents) takeEvent(ordinal uint64, value []byte) error {
	r, err := decode[eventRecord](value)
	if err != nil {
		return err
	}
	if r.Place < c.log.newest() {
		return fmt.Errorf("event %d is older than the event before it", ordinal)
	}
	c.log.add(position{ordinal, r.Place, kindOf(r.Type, r.Domain)})
	return nil
}

// whole reports whether the entries belong together. The head is written with each of
// them.
func (c *contents) whole() error {
	h := &c.state.head
	switch {
	case !c.headed && (c.outcomes > 0 || c.state.weights != weights{} || len(c.log.ordinals) > 0):
		return errors.New("there are entries without a head")
	case c.outcomes != min(h.Outcomes, outcomeWindow):
		return fmt.Errorf("%d outcomes are there, %d were written", c.outcomes, min(h.Outcomes, outcomeWindow))
	case uint64(len(c.answers.list)) != min(c.state.weights.Answers, answerWindow):
		return fmt.Errorf("%d answers are there, %d were written", len(c.answers.list), min(c.state.weights.Answers, answerWindow))
	case len(c.log.ordinals) > 0 && c.log.ordinals[len(c.log.ordinals)-1] >= h.Events:
		return fmt.Errorf("event %d is there, %d were written", c.log.ordinals[len(c.log.ordinals)-1], h.Events)
	}
	return nil
}
