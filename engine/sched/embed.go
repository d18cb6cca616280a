package sched

import (
	"context"
	"fmt"

	"asterism/engine/queue"
)

// parcelJobs is how many jobs of a call are handed over at once: enough that the hand-over costs nothing a job, few
// enough that a large call does not take all places at a stroke.
const parcelJobs = 32

// Embed embeds the jobs and returns one result each, in their order. A nil error means that every job has every
// space it wanted, or that the space is undefined for it. Otherwise the error is
//
//   - a [JobsError] when some jobs failed: results are returned, and those of the other jobs are good;
//   - a [queue.BusyError] when no place became free in time;
//   - ctx's error, [queue.ErrClosed], or a description of a malformed job; then there are no results.
func (s *Scheduler) Embed(ctx context.Context, jobs ...*Job) ([]Result, error) {
	if err := s.check(jobs); err != nil {
		return nil, err
	}
	if len(jobs) == 0 {
		return nil, nil
	}
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.leave()
	begin := s.now()
	c := newCall(jobs)
	if err := s.handOver(ctx, c); err != nil {
		c.dead.Store(true)
		return nil, err
	}
	if err := s.await(ctx, c); err != nil {
		c.dead.Store(true)
		return nil, err
	}
	s.latency.add(s.now() - begin)
	return s.collect(c)
}

// check names the first job that no lane could make sense of.
func (s *Scheduler) check(jobs []*Job) error {
	for i, j := range jobs {
		if j == nil {
			return fmt.Errorf("embed job %d: it is nil", i)
		}
		if int(j.Role) >= roles {
			return fmt.Errorf("embed job %d: role %d is unknown; it is batch.Passage or batch.Query", i, j.Role)
		}
		wants := s.wants(j)
		if extra := wants.Without(s.spaces); extra != 0 {
			return fmt.Errorf("embed job %d: no lane for %v; there are lanes for %v", i, extra.Spaces(), s.spaces.Spaces())
		}
		for family, readers := range s.families {
			if _, ok := j.Tokens[family]; !ok && j.Image == nil && wants&readers != 0 {
				return fmt.Errorf("embed job %d: no ids of tokenizer %q, which %v reads", i, family, (wants & readers).Spaces())
			}
		}
	}
	return nil
}

// handOver pushes the call's jobs into the lanes of their side, parcel by parcel, each after its permits.
func (s *Scheduler) handOver(ctx context.Context, c *call) error {
	for lo, hi := 0, 0; lo < len(c.jobs); lo = hi {
		side := s.sides[c.jobs[lo].Role]
		hi = side.cut(c.jobs, lo)
		if err := side.permits.Acquire(ctx, hi-lo, s.cfg.MaxWait); err != nil {
			return fmt.Errorf("embed %d texts: %w", len(c.jobs), err)
		}
		side.push(newParcel(s, side, c, lo, hi))
	}
	c.finish() // the front's own share: from here the last parcel ends the call
	return nil
}

// await waits for the last parcel.
func (s *Scheduler) await(ctx context.Context, c *call) error {
	select {
	case <-c.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("embed %d texts: %w", len(c.jobs), ctx.Err())
	case <-s.ctx.Done():
		return fmt.Errorf("embed %d texts: cut off: %w", len(c.jobs), queue.ErrClosed)
	}
}

// collect completes the results of a finished call.
func (s *Scheduler) collect(c *call) ([]Result, error) {
	for i := range c.results {
		c.states[i].report(&c.results[i], s.backendNames)
	}
	if len(c.failed) == 0 {
		return c.results, nil
	}
	for i, missing := range c.failed {
		c.results[i].Err = missing
	}
	return c.results, &JobsError{Jobs: len(c.jobs), Failed: c.failed}
}
