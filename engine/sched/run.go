package sched

import "asterism/engine/caught"

// smoothing is the weight of the past in the cost of a row: old×(n−1)/n + new/n.
const smoothing = 8

// run embeds a batch and resolves every row of it. After an internal fault it resolves the remaining rows with an error, because their callers would wait for
// ever.
func (l *lane) run(w *work) {
	if err := caught.Do(func() { l.carryOut(w) }); err != nil {
		l.failAll(w.rows[w.resolved:], err)
	}
}

// failAll resolves rows with an error.
func (l *lane) failAll(rows []row, err error) {
	for _, r := range rows {
		l.resolveCounted(r, value{}, err)
	}
}

func (l *lane) carryOut(w *work) {
	if w.dead() {
		for _, r := range w.rows {
			l.drop(r)
			w.resolved++
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
		l.resolveCounted(r, v, err)
		w.resolved++
	}
}

// runSingly finds the rows that made a batch fail. It follows a failure on every backend and tries each row once on
// each, so a batch of n rows costs at most n+1 attempts per backend.
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
		l.resolveCounted(r, v, err)
		w.resolved++
	}
}

func (l *lane) resolveCounted(r row, v value, err error) {
	if err != nil {
		l.count.failed.Add(1)
	}
	l.resolve(r, v, err)
}

// note records for a job's result how long this row waited and ran, and on which backend.
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
