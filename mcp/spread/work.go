package spread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/cluster/pieces"
	"asterism/engine/secrets"
	"asterism/mcp/failure"
)

const (
	// quiet is how long a node keeps asking for work after the last announcement.
	quiet = 5 * lookEvery
	// mostTries is how many nodes try a piece before its caller gets an error.
	mostTries = 5
	// openWait bounds the opening of the queue.
	openWait = time.Minute
)

// hear begins to work when another node, or this one, announces work.
func (s *Spreader) hear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = time.Now()
	if s.working || s.closed {
		return
	}
	s.working = true
	s.work.Go(func() error { return caught.Do(s.takePieces) })
}

// more reports whether there may be work.
func (s *Spreader) more() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.heard) < quiet
}

func (s *Spreader) takePieces() {
	defer func() {
		s.mu.Lock()
		s.working = false
		s.mu.Unlock()
	}()
	for s.ctx.Err() == nil && s.more() {
		if err := s.takeFromQueue(); err != nil && s.ctx.Err() == nil {
			s.cfg.Log.Warn("work of the cluster is not taken, and is asked for again", "error", err)
			select {
			case <-time.After(time.Second):
			case <-s.ctx.Done():
			}
		}
	}
}

func (s *Spreader) takeFromQueue() error {
	ctx, stop := context.WithTimeout(s.ctx, openWait)
	defer stop()
	q, err := s.open(ctx)
	if err != nil {
		return err
	}
	return q.Work(s.ctx, s.cfg.AtOnce, s.more, s.do)
}

// do works on a piece, and sends its result to the waiting node.
func (s *Spreader) do(ctx context.Context, taken *pieces.Piece) error {
	var p piece
	if err := p.decode(taken.Data); err != nil {
		if taken.Try > mostTries { // nobody can be notified
			s.cfg.Log.Error("a piece of work is dropped", "error", err)
			return nil
		}
		return err // a newer node may be able to read it
	}
	r := &result{ID: p.ID, Shard: p.Shard}
	if taken.Try > mostTries {
		r.Failure = failure.Of(&engine.Error{Kind: engine.KindInternal, Message: fmt.Sprintf("%d notes were tried %d times, and no node has done them", len(p.Notes), mostTries), Hint: "look into the logs of the nodes"})
		return s.sendResult(ctx, p.From, r)
	}
	var err error
	if r.Notes, r.Place, err = s.store(ctx, &p); err != nil {
		if ctx.Err() != nil || passes(err) && taken.Try < mostTries {
			s.cfg.Log.Warn("a piece of work is given back", "piece", p.ID, "try", taken.Try, "error", err)
			return err
		}
		r.Failure = failure.Of(err)
	}
	return s.sendResult(ctx, p.From, r)
}

// store embeds the notes of a piece here, and sends them to the leader of their shard.
func (s *Spreader) store(ctx context.Context, p *piece) ([]engine.Once, uint64, error) {
	ctx = secrets.WithPolicy(ctx, p.Secrets)
	packed, err := s.cfg.Packer.Pack(ctx, p.Notes)
	if err != nil {
		return nil, 0, err
	}
	return s.cfg.Leaders.HandOver(ctx, p.Shard, p.with(packed))
}

// with returns the notes, embedded or not, with the ids of the piece.
func (p *piece) with(packed []engine.Packed) []engine.Packed {
	if packed == nil {
		packed = make([]engine.Packed, len(p.Notes))
		for i := range p.Notes {
			packed[i].Note = p.Notes[i]
		}
	}
	for i := range packed {
		packed[i].ID = p.IDs[i]
	}
	return packed
}

// passes reports whether another attempt, here or on another node, may succeed.
func passes(err error) bool {
	var e *engine.Error
	if !errors.As(err, &e) {
		return true
	}
	switch e.Kind {
	case engine.KindBusy, engine.KindStorage, engine.KindDevice, engine.KindEmbedding:
		return true
	}
	return false
}

// sendResult sends the result of a piece. If it does not arrive the piece goes back, and the next node finds its notes stored.
func (s *Spreader) sendResult(ctx context.Context, node string, r *result) error {
	if node == s.cfg.Node {
		s.deliver(r)
		return nil
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	gone, err := s.cfg.Tell(ctx, node, raw)
	if gone { // nobody waits for it; stored notes stay
		s.cfg.Log.Info("who handed out a piece of work is gone", "node", node, "piece", r.ID)
		return nil
	}
	return err
}
