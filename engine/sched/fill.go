package sched

import (
	"cmp"
	"slices"

	"asterism/engine/batch"
	"asterism/engine/caught"
)

// fillBudgets is the greatest number of full batches whose rows are sorted together. More give less padding, fewer
// read the ring again sooner.
const fillBudgets = 8

// fill makes sure that the slot holds the next batch. Any goroutine may call it at any time. Only the first caller
// works, and it works again if fill was called meanwhile; the other callers return at once.
func (l *lane) fill() {
	if l.fillCalls.Add(1) > 1 {
		return
	}
	for {
		seen := l.fillCalls.Load()
		l.fillOnce()
		if l.fillCalls.CompareAndSwap(seen, 0) {
			return
		}
	}
}

func (l *lane) fillOnce() {
	var back []row
	if w := l.slot.Load(); w != nil {
		if !l.worthGrowing(w) {
			return
		}
		if l.slot.CompareAndSwap(w, nil) {
			back = w.rows
		}
	}
	for {
		if len(l.planned) == 0 {
			rows := l.drain(back)
			back = nil
			if err := caught.Do(func() { l.plan(rows) }); err != nil {
				l.failAll(rows, err)
			}
		}
		if len(l.planned) == 0 {
			return
		}
		next := l.planned[0]
		l.planned = l.planned[1:]
		l.ahead.Add(-int64(len(next)))
		if w := l.assemble(next); w != nil {
			l.slot.Store(w)
			l.s.wake(l.role)
			return
		}
	}
}

// worthGrowing reports whether the waiting batch could at least double. With doubling, the cost of making batches
// again stays below that of the rows in them; a batch past half of its budget cannot double.
func (l *lane) worthGrowing(w *work) bool {
	budget := l.budget
	return len(l.planned) == 0 && len(w.rows)*2 <= budget.Rows && w.padded*2 <= budget.Tokens &&
		l.queued.Load() >= int64(len(w.rows))
}

// drain takes waiting parcels out of the ring, in order of arrival, and appends their rows to rows.
func (l *lane) drain(rows []row) []row {
	budget := l.budget
	tokens := 0
	for tokens < fillBudgets*budget.Tokens && len(rows) < fillBudgets*budget.Rows {
		p, ok := l.ring.TryPop(l.waiting)
		if !ok {
			break
		}
		l.queued.Add(-int64(p.jobsOf(l)))
		old := len(rows)
		rows = l.rowsOf(p, rows)
		for _, r := range rows[old:] {
			tokens += r.cost
		}
	}
	return rows
}

// plan cuts rows into batches, the one with the oldest row first.
func (l *lane) plan(rows []row) {
	if len(rows) == 0 {
		return
	}
	groups := map[common][]int{}
	for i := range rows {
		c := l.commonOf(&rows[i])
		groups[c] = append(groups[c], i)
	}
	var batches [][]int
	for _, members := range groups {
		batches = append(batches, l.planGroup(rows, members)...)
	}
	if len(groups) > 1 {
		slices.SortFunc(batches, func(a, b []int) int { return cmp.Compare(slices.Min(a), slices.Min(b)) })
	}
	l.planned = make([][]row, len(batches))
	for i, places := range batches {
		l.planned[i] = at(rows, places)
	}
	l.ahead.Add(int64(len(rows)))
}

// planGroup plans rows that may share a batch; it returns indexes in rows.
func (l *lane) planGroup(rows []row, members []int) [][]int {
	lengths := make([]int, len(members))
	for i, m := range members {
		lengths[i] = rows[m].cost
	}
	batches := batch.Plan(lengths, l.budget)
	for _, b := range batches {
		for i := range b {
			b[i] = members[b[i]]
		}
	}
	return batches
}

func at(rows []row, places []int) []row {
	out := make([]row, len(places))
	for i, p := range places {
		out[i] = rows[p]
	}
	return out
}
