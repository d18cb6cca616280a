package sched

import (
	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/models"
)

// work is one batch, ready to run. The goroutine with the pointer owns it.
type work struct {
	rows   []row
	batch  *batch.Batch
	born   int64 // of the oldest row
	tokens int
	padded int
	packed bool // its values may be packed

	resolved int // number of rows resolved so far
}

// assemble makes a batch of the rows whose callers still wait, and finishes the others. Nil means that none is left, or that they have failed.
func (l *lane) assemble(rows []row) *work {
	live := rows[:0]
	for _, r := range rows {
		if r.parcel.dead() {
			l.drop(r)
			continue
		}
		live = append(live, r)
	}
	if len(live) == 0 {
		return nil
	}
	w := &work{rows: live, born: live[0].parcel.born, packed: l.allMayPack(live)}
	if err := caught.Do(func() { w.batch = l.gather(live) }); err != nil {
		l.failAll(live, err)
		return nil
	}
	longest := 0
	for _, r := range live {
		w.born = min(w.born, r.parcel.born)
		w.tokens += r.cost
		longest = max(longest, r.cost)
	}
	w.padded = longest * len(live)
	return w
}

// gather makes the flat batch for a backend.
func (l *lane) gather(rows []row) *batch.Batch {
	switch l.info.Origin {
	case models.FromTime:
		times := make([]int64, len(rows))
		for i := range rows {
			times[i] = rows[i].source().Time
		}
		return batch.OfTimes(l.role, times, l.commonOf(&rows[0]).ref)
	case models.FromText:
		texts := make([]string, len(rows))
		for i := range rows {
			texts[i] = rows[i].source().Text
		}
		return batch.OfTexts(l.role, texts)
	default:
		if rows[0].source().Image != nil {
			return l.gatherImages(rows)
		}
		ids := make([][]int32, len(rows))
		for i, r := range rows {
			ids[i] = r.source().Tokens[l.cfg.Tokenizer][r.from:r.to]
		}
		return batch.OfIDs(l.role, l.cfg.frame(l.role), ids)
	}
}

// dead reports whether no caller waits for any row.
func (w *work) dead() bool {
	for i := range w.rows {
		if !w.rows[i].parcel.dead() {
			return false
		}
	}
	return true
}
