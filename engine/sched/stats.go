package sched

import (
	"math/bits"
	"strings"
	"sync/atomic"
	"time"

	"asterism/engine/batch"
	"asterism/models"
)

// counters are an embedder's statistics while it runs.
type counters struct {
	rows, tokens, padded, batches, failed, busy, demotions atomic.Int64
	latency                                                histogram // of batches
}

// LaneStats counts what the lanes of a space have done so far, for questions and passages
// together.
type LaneStats struct {
	Space     models.Space
	Backend   string // in use
	Rows      int64  // texts and windows embedded
	Tokens    int64  // in them
	Padded    int64  // tokens with every batch padded to its longest row: Padded/Tokens is the waste
	Batches   int64
	Failed    int64         // rows that failed on every backend
	Busy      time.Duration // in backends, summed over workers
	BatchP50  time.Duration
	BatchP99  time.Duration
	Queued    int       // waiting jobs, and planned rows
	Questions int       // of those queued
	Demotions int       // backends given up
	Cause     string    // of the last demotion
	OnTrial   bool      // the first backend is still on trial
	Since     time.Time // when the space moved to the current backend, or was kept from another; zero: at the start
}

// Stats counts what the scheduler has done so far.
type Stats struct {
	Lanes     []LaneStats
	Workers   int
	Askers    int   // additional workers, for questions only
	InWork    int   // jobs accepted and not finished
	Cap       int   // the greatest number of jobs in work
	Questions int   // of those in work
	Polls     int64 // times a worker looked for work; does not change when idle
	CallP50   time.Duration
	CallP99   time.Duration
}

// Stats reads the counters; they may change while it reads.
func (s *Scheduler) Stats() Stats {
	passages, questions := s.sides[batch.Passage], s.sides[batch.Query]
	st := Stats{
		Workers:   s.cfg.Workers,
		Askers:    s.cfg.Askers,
		Questions: questions.permits.InUse(),
		Cap:       passages.permits.Capacity() + questions.permits.Capacity(),
		Polls:     s.polls.Load(),
		CallP50:   s.latency.quantile(0.50), CallP99: s.latency.quantile(0.99),
	}
	st.InWork = passages.permits.InUse() + st.Questions
	for i, e := range s.embedders {
		lane := e.stats()
		lane.Questions = questions.lanes[i].depth()
		lane.Queued = passages.lanes[i].depth() + lane.Questions
		st.Lanes = append(st.Lanes, lane)
	}
	return st
}

func (e *embedder) stats() LaneStats {
	c := &e.count
	st := LaneStats{
		Space:   e.space,
		Backend: e.s.backends[e.backends[e.current.Load()]].Name(),
		Rows:    c.rows.Load(), Tokens: c.tokens.Load(), Padded: c.padded.Load(),
		Batches: c.batches.Load(), Failed: c.failed.Load(),
		Busy:     time.Duration(c.busy.Load()),
		BatchP50: c.latency.quantile(0.50), BatchP99: c.latency.quantile(0.99),
		Demotions: int(c.demotions.Load()), OnTrial: e.onTrial.Load(),
	}
	if m := e.moved.Load(); m != nil {
		st.Since = e.s.start.Add(time.Duration(m.at))
		if m.cause != nil {
			st.Cause = m.cause.Error()
		}
	}
	return st
}

// backendNames joins the names of a set of backends; the few sets that occur are cached.
func (s *Scheduler) backendNames(set uint64) string {
	if name, ok := s.names.Load(set); ok {
		return name.(string)
	}
	var names []string
	for rest := set; rest != 0; rest &= rest - 1 {
		names = append(names, s.backends[bits.TrailingZeros64(rest)].Name())
	}
	name := strings.Join(names, ", ")
	s.names.Store(set, name)
	return name
}
