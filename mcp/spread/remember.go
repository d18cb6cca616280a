package spread

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/cluster/pieces"
	"asterism/engine/secrets"
)

const (
	// lookEvery is how often the waiting node checks whether a piece is still in the queue, and announces work.
	lookEvery = 2 * time.Second
	// missedLooks is how many checks in a row must miss a piece before it counts as lost. Its result arrives before it leaves the queue.
	missedLooks = 3
	// mostLost is how often a lost piece is put into the queue again.
	mostLost = 3
	// putWait is how long the queue may take to accept a piece before the caller gets an error.
	putWait = 15 * time.Second
	// dropWait bounds the removal of a piece.
	dropWait = 2 * time.Second
)

// Remember stores notes with the devices of all nodes. The notes of a piece are stored all or none; see [engine.RememberPacked]. If one piece fails, the others stay stored, and a
// repetition finds them. The error is an *engine.Error, or that of ctx.
func (s *Spreader) Remember(ctx context.Context, notes []engine.Note) ([]engine.Once, error) {
	all, err := cut(notes, s.cfg.Node, secrets.PolicyOf(ctx), s.cfg.Leaders.ShardOf, s.most)
	if err != nil {
		return nil, err
	}
	out, errs := make([]engine.Once, len(notes)), make([]error, len(all))
	g := caught.NewGroup() // one failure does not stop the others: their outcome would be unknown
	for i, p := range all {
		g.Go(func() error {
			r, err := s.one(ctx, p)
			if err != nil {
				errs[i] = err
				return nil
			}
			for j, at := range p.at {
				out[at] = r.Notes[j]
			}
			s.cfg.Leaders.Written(r.Shard, r.Place)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	if err := worst(errs); err != nil {
		return nil, err
	}
	return out, nil
}

// Ahead returns how many calls of Remember with about a hundred notes each keep so many nodes like this one busy.
func (s *Spreader) Ahead(nodes int) int { return max(1, nodes)*s.cfg.AtOnce*pieceNotes/100 + 2 }

// one gets one piece done.
func (s *Spreader) one(ctx context.Context, p *piece) (*result, error) {
	if p.whole {
		once, place, err := s.cfg.Leaders.HandOver(ctx, p.Shard, p.with(nil))
		return &result{Notes: once, Shard: p.Shard, Place: place}, err
	}
	r, err := s.handOut(ctx, p)
	switch {
	case err != nil:
		return nil, err
	case r.Failure != nil:
		return nil, r.Failure.AsEngine()
	case len(r.Notes) != len(p.Notes):
		return nil, &engine.Error{Kind: engine.KindInternal, Message: fmt.Sprintf("a node answered for %d notes of a piece of %d", len(r.Notes), len(p.Notes)), Hint: "the nodes should be of one version: compare `asterism version`"}
	}
	return r, nil
}

// handOut puts a piece into the queue and waits for its result.
func (s *Spreader) handOut(ctx context.Context, p *piece) (*result, error) {
	raw, err := p.encode()
	if err != nil {
		return nil, &engine.Error{Kind: engine.KindInternal, Message: "spread notes over the nodes", Err: err}
	}
	came := make(chan *result, 1)
	s.mu.Lock()
	s.waiting[p.ID] = came
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.waiting, p.ID)
		s.mu.Unlock()
	}()
	for lost := range mostLost {
		id := fmt.Sprintf("%sx%d", p.ID, lost)
		q, err := s.put(ctx, id, raw)
		if err != nil {
			return nil, notHandedOut(ctx, err)
		}
		r, err := s.await(ctx, q, id, came)
		if r != nil || err != nil {
			return r, err
		}
		s.cfg.Log.Warn("a piece of work is gone, and is handed out again", "piece", id)
	}
	return nil, &engine.Error{Kind: engine.KindInternal, Message: fmt.Sprintf("%d notes were handed out %d times, and no node did them", len(p.Notes), mostLost), Hint: "look into the logs of the nodes, and run it again: it goes on where it was"}
}

// put puts a piece into the queue, within putWait.
func (s *Spreader) put(ctx context.Context, id string, raw []byte) (*pieces.Queue, error) {
	within, stop := context.WithTimeout(ctx, putWait)
	defer stop()
	q, err := s.open(within)
	if err != nil {
		return nil, err
	}
	if err := q.Put(within, id, raw); err != nil {
		drop(ctx, q, id) // it may have arrived
		return nil, err
	}
	return q, nil
}

// notHandedOut returns the error for a queue that does not accept work.
func notHandedOut(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &engine.Error{Kind: engine.KindBusy, Message: "the cluster takes no work", Err: err, RetryAfterMs: 2000, Hint: "call again after retry_after_ms milliseconds; `asterism cluster status` shows which nodes are there"}
}

// drop removes a piece. If that fails, a node does the piece, or it is dropped when it is old.
func drop(ctx context.Context, q *pieces.Queue, id string) {
	within, stop := context.WithTimeout(context.WithoutCancel(ctx), dropWait)
	defer stop()
	_ = q.Drop(within, id)
}

// await waits for the result of a piece; nil: the piece is lost.
func (s *Spreader) await(ctx context.Context, q *pieces.Queue, id string, came <-chan *result) (*result, error) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for missed := 0; missed < missedLooks; {
		s.call()
		select {
		case r := <-came:
			return r, nil
		case <-ctx.Done():
			drop(ctx, q, id)
			return nil, ctx.Err()
		case <-look.C:
			if has, err := q.Has(ctx, id); has || err != nil {
				missed = 0
			} else {
				missed++
			}
		}
	}
	return nil, nil
}

// call announces work, at most once per lookEvery/2.
func (s *Spreader) call() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.called) < lookEvery/2 {
		return
	}
	s.called = time.Now()
	_ = s.cfg.Conn.Publish(s.subject(), nil) // it is announced again
}

// worst returns the error that matters most for what to do next: first one that ends the work, then a temporary one, then one about a wrong note.
func worst(errs []error) (out error) {
	rank := func(err error) int {
		var e *engine.Error
		switch {
		case err == nil:
			return 0
		case !errors.As(err, &e):
			return 3
		case e.Kind == engine.KindInvalid:
			return 1
		case e.Kind == engine.KindBusy:
			return 2
		}
		return 3
	}
	for _, err := range errs {
		if rank(err) > rank(out) {
			out = err
		}
	}
	return out
}
