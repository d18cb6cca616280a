package sched

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/queue"
)

// parcelJobs is how many jobs of a call are handed over at once: enough that the cost per job is negligible, few
// enough that a large call does not take all permits at once.
const parcelJobs = 32

// Embed embeds the jobs and returns one result each, in their order. A nil error means that every job has every
// space it wanted, or that the space is undefined for it. Otherwise the error is
//
//   - a [JobsError] when some jobs failed: results are returned, and those of the other jobs are good;
//   - a [queue.BusyError] when no place became free in time;
//   - ctx's error, [queue.ErrClosed], or a description of a malformed job; then there are no results.
func (s *Scheduler) Embed(ctx context.Context, jobs ...*Job) ([]Result, error) {
	for i, j := range jobs {
		if err := s.check(i, j); err != nil {
			return nil, err
		}
	}
	return s.embed(ctx, newCall(jobs), nil, nil)
}

// EmbedAsMade is Embed of n jobs that do not exist yet. It calls next for each job, in order and on the calling goroutine, just before the parcel with the job is handed over.
// So the first jobs of a large call are embedded while the others are made, and no job is made long before it gets a permit. A malformed job ends the call when it is made.
// progress, which may be nil, is called from time to time, also on the calling goroutine, with the number of finished values and the greatest possible number: each job has
// one value in each space that it wants. done never falls.
func (s *Scheduler) EmbedAsMade(ctx context.Context, n int, next func(i int) *Job, progress func(done, most int)) ([]Result, error) {
	return s.embed(ctx, newCall(make([]*Job, n)), next, progress)
}

// embed runs a call. Its jobs exist and are checked, or next makes them.
func (s *Scheduler) embed(ctx context.Context, c *call, next func(i int) *Job, progress func(done, most int)) ([]Result, error) {
	if len(c.jobs) == 0 {
		return nil, nil
	}
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.leave()
	begin := s.now()
	if err := s.handOver(ctx, c, next, progress); err != nil {
		c.dead.Store(true)
		return nil, err
	}
	if err := s.await(ctx, c, progress); err != nil {
		c.dead.Store(true)
		return nil, err
	}
	s.latency.add(s.now() - begin)
	return s.collect(c)
}

// check refuses a job that no lane can process.
func (s *Scheduler) check(i int, j *Job) error {
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
	return nil
}

// handOver pushes the call's jobs into the lanes of their side, parcel by parcel, each after taking its permits. Jobs that do not exist yet are made one parcel
// at a time.
func (s *Scheduler) handOver(ctx context.Context, c *call, next func(i int) *Job, progress func(done, most int)) error {
	made := 0
	for lo, hi := 0, 0; lo < len(c.jobs); lo = hi {
		c.report(progress, (len(c.jobs)-lo)*len(s.embedders))
		for ; made < min(lo+parcelJobs, len(c.jobs)); made++ {
			if err := s.complete(c, made, next); err != nil {
				return err
			}
		}
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

// complete makes a job if it does not exist yet, and allocates the record of its packed values.
func (s *Scheduler) complete(c *call, i int, next func(i int) *Job) error {
	if next != nil {
		c.jobs[i] = next(i)
		if err := s.check(i, c.jobs[i]); err != nil {
			return err
		}
	}
	if c.jobs[i].Packed && s.packs {
		c.results[i].Record = new(fingerprint.Record)
	}
	return nil
}

// progressEvery is how often a waiting call reports its progress.
const progressEvery = 200 * time.Millisecond

// await waits for the last parcel.
func (s *Scheduler) await(ctx context.Context, c *call, progress func(done, most int)) error {
	var tick <-chan time.Time // never fires without progress
	if progress != nil {
		t := time.NewTicker(progressEvery)
		defer t.Stop()
		tick = t.C
	}
	for {
		select {
		case <-c.done:
			c.report(progress, 0)
			return nil
		case <-tick:
			c.report(progress, 0)
		case <-ctx.Done():
			return fmt.Errorf("embed %d texts: %w", len(c.jobs), ctx.Err())
		case <-s.ctx.Done():
			return fmt.Errorf("embed %d texts: cut off: %w", len(c.jobs), queue.ErrClosed)
		}
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
