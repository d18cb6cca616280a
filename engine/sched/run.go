package sched

import "asterism/engine/caught"

// smoothing is the weight of the past in the cost of a row: old×(n−1)/n + new/n.
const smoothing = 8

// run embeds a batch and settles every row of it, with the error too when it meets a fault of ours: whoever waits for a row would wait for good.
func (l *lane) run(w *work) {
	if err := caught.Do(func() { l.carryOut(w) }); err != nil {
		l.failAll(w.rows[w.settled:], err)
	}
}

// failAll settles rows with an error.
func (l *lane) failAll(rows []row, err error) {
	for _, r := range rows {
		l.settleCounted(r, value{}, err)
	}
}

func (l *lane) carryOut(w *work) {
	if w.dead() {
		for _, r := range w.rows {
			l.drop(r)
			w.settled++
		}
		return
	}
	begin := l.s.now()
	got, used, err := l.try(w.batch, w.packed)
	took := l.s.now() - begin
	l.account(w, took)
	if err != nil && len(w.rows) > 1 {
		l.runSingly(w, begin)
		return
	}
	for i, r := range w.rows {
		l.note(r, begin, took, used)
		var v value
		if err == nil {
			v = got.at(i)
		}
		l.settleCounted(r, v, err)
		w.settled++
	}
}

// runSingly finds the rows that a batch failed for. It follows a failure on every backend and tries each row once on
// each, so a batch of n rows costs at most n+1 attempts a backend.
func (l *lane) runSingly(w *work, begin int64) {
	for i, r := range w.rows {
		start := l.s.now()
		got, used, err := l.try(l.gather(w.rows[i:i+1]), w.packed)
		took := l.s.now() - start
		l.count.busy.Add(took)
		l.note(r, begin, took, used)
		var v value
		if err == nil {
			v = got.at(0)
		}
		l.settleCounted(r, v, err)
		w.settled++
	}
}

func (l *lane) settleCounted(r row, v value, err error) {
	if err != nil {
		l.count.failed.Add(1)
	}
	l.settle(r, v, err)
}

// note records for a job's result how long this row waited and ran, and on what.
func (l *lane) note(r row, begin, took int64, used uint64) {
	state := &r.parcel.call.states[r.job]
	raise(&state.queue, begin-r.parcel.born)
	raise(&state.infer, took)
	if state.backends.Load()&used != used {
		state.backends.Or(used)
	}
}

// account adds a batch to the lane's statistics.
func (l *lane) account(w *work, took int64) {
	rows := int64(len(w.rows))
	l.count.rows.Add(rows)
	l.count.batches.Add(1)
	l.count.tokens.Add(int64(w.tokens))
	l.count.padded.Add(int64(w.padded))
	l.count.busy.Add(took)
	l.count.latency.add(took)
	l.rowCost.Store((l.rowCost.Load()*(smoothing-1) + took/rows) / smoothing)
}
