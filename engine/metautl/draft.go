package metautl

import "asterism/engine/store"

// draft is a change on its way: a copy of the state, and what else is to be written with it.
type draft struct {
	state
	events   []Event
	touched  [1 + domainCount]bool // blocks that changed
	outcome  *outcome              // a new one
	measured *measured             // a new one
}

// block returns accuracies to change.
func (d *draft) block(number uint8) *block {
	d.touched[number] = true
	return &d.blocks[number]
}

// entries are what is to be written, in one batch. Events get their ordinals and, so that places rise with ordinals, places of
// at least newest.
func (d *draft) entries(newest int64) (out []store.Entry, logged []place) {
	if d.outcome != nil {
		slot := d.Outcomes % outcomeWindow
		d.outcomes[slot] = *d.outcome
		d.Outcomes++
		out = append(out, entry(numbered(outcomePrefix, slot), encode(d.outcome)))
	}
	if d.measured != nil {
		out = append(out, entry(numbered(measuredPrefix, d.Measured%measuredWindow), encode(d.measured)))
		d.Measured++
	}
	for i := range d.events {
		e := &d.events[i]
		newest = max(newest, e.At.UnixNano())
		r := recordOf(e, newest)
		out = append(out, entry(numbered(eventPrefix, d.Events), encode(&r)))
		logged = append(logged, place{d.Events, newest, kindOf(r.Type, r.Domain)})
		d.Events++
	}
	for i, touched := range d.touched {
		if touched {
			out = append(out, entry(append([]byte(blockPrefix), byte(i)), encode(&d.blocks[i])))
		}
	}
	return append(out, entry([]byte(headKey), encode(&d.head))), logged
}
