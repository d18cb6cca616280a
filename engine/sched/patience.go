package sched

import "sync/atomic"

// turnShare sets the length of the passages' turn: the limit of their patience, divided by this. So while both kinds
// wait all the time, passages get a fifth of it.
const turnShare = 4

// patience bounds how long questions go before passages. While batches of both kinds are ready, questions go first for
// limit; then passages get a turn, of one batch at least. It counts from the first time that a question went before
// passages, not from the arrival of the passages: those of an ingest have always waited long, and by age they would
// delay every question. Two workers that decide at the same instant may both use the state before either decision.
type patience struct {
	limit int64        // nanoseconds
	since atomic.Int64 // when questions began to go before passages; 0: they do not
	until atomic.Int64 // when the turn of the passages ends; 0: it has not begun
}

// exhausted reports whether passages go before questions, at nanosecond now.
func (p *patience) exhausted(now int64) bool {
	since, until := p.since.Load(), p.until.Load()
	return since != 0 && now-since >= p.limit && (until == 0 || now < until)
}

// passedOver records that a question went before ready passages. The first one after their turn begins a new round.
func (p *patience) passedOver(now int64) {
	if until := p.until.Load(); until != 0 && now >= until {
		p.until.Store(0)
		p.since.Store(now)
	}
	p.since.CompareAndSwap(0, max(now, 1))
}

// served records that passages went before ready questions. The first time begins their turn.
func (p *patience) served(now int64) { p.until.CompareAndSwap(0, now+p.limit/turnShare) }

// rest records that one of the kinds had no batch ready, so that neither went before the other. Most of the time there is
// nothing to change, and then nothing is written.
func (p *patience) rest() {
	if p.since.Load() != 0 {
		p.until.Store(0)
		p.since.Store(0)
	}
}
