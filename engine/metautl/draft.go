package metautl

import (
	"asterism/engine/store"
	"asterism/engine/utl"
)

// draft is a change in preparation: a copy of the state, and what else must be written with it.
type draft struct {
	state
	rules   *Settings
	events  []Event
	touched [1 + domainCount]bool // blocks that changed
	outcome *outcome              // a new one
	answers []placed              // new ones, or with a newly judged hit
	emptied uint64                // number of slots of answers to clear
	weighed bool                  // the weights of search changed

	helpedSlots [helpDays]bool // days whose counts changed
}

// placed is an answer and its slot in the ring.
type placed struct {
	slot   int
	answer *answer
}

// lambdas returns the weights in use if base is the lifecycle's.
func (d *draft) lambdas(base float64) utl.Lambdas { return d.rules.lambdas(&d.head, base) }

// block returns accuracies, to be changed.
func (d *draft) block(number uint8) *block {
	d.touched[number] = true
	return &d.blocks[number]
}

// entries returns everything to be written, in one batch. It assigns ordinals to events and, so that positions rise with
// ordinals, times of at least newest.
func (d *draft) entries(newest int64) (out []store.Entry, logged []position) {
	if d.outcome != nil {
		slot := d.Outcomes % outcomeWindow
		d.outcomes[slot] = *d.outcome
		d.Outcomes++
		out = append(out, entry(numbered(outcomePrefix, slot), encode(d.outcome)))
	}
	for i := range d.events {
		e := &d.events[i]
		newest = max(newest, e.At.UnixNano())
		r := recordOf(e, newest)
		out = append(out, entry(numbered(eventPrefix, d.Events), encode(&r)))
		logged = append(logged, position{d.Events, newest, kindOf(r.Type, r.Domain)})
		d.Events++
	}
	for i, touched := range d.touched {
		if touched {
			out = append(out, entry(append([]byte(blockPrefix), byte(i)), encode(&d.blocks[i])))
		}
	}
	for slot, changed := range d.helpedSlots {
		if changed {
			out = append(out, entry(numbered(helpPrefix, uint64(slot)), encode(&d.helped[slot])))
		}
	}
	out = append(out, d.answered()...)
	return append(out, entry([]byte(headKey), encode(&d.head))), logged
}

// answered returns the entries of answers and of the weights learned from them.
func (d *draft) answered() (out []store.Entry) {
	for slot := range d.emptied {
		out = append(out, entry(numbered(answerPrefix, slot), nil))
	}
	for _, p := range d.answers {
		out = append(out, entry(numbered(answerPrefix, uint64(p.slot)), encode(p.answer)))
	}
	if d.weighed {
		out = append(out, entry([]byte(weightsKey), encode(&d.weights)))
	}
	return out
}

// addAnswers adds answers with newly judged hits: a stored answer is replaced, a new one takes the slot of the oldest.
func (d *draft) addAnswers(held *answers, list []Answer) {
	for i := range list {
		r := recordOfAnswer(&list[i])
		slot, was := d.slot(held, r)
		d.answers = append(d.answers, placed{slot, r})
		before := 0
		if was == nil {
			d.weights.Answers++
		} else {
			before = was.judged()
		}
		d.weights.Outcomes += uint64(max(0, r.judged()-before))
		d.weighed = true
		d.count(&list[i], was, r)
	}
}

// slot returns the slot of an answer and its earlier version, nil if there is none.
func (d *draft) slot(held *answers, r *answer) (slot int, was *answer) {
	for i := len(d.answers) - 1; i >= 0; i-- { // the newest first
		if p := d.answers[i]; p.answer.ID == r.ID {
			return p.slot, p.answer
		}
	}
	if at, ok := held.where[r.ID]; ok {
		return at, held.list[at]
	}
	return int(d.weights.Answers % answerWindow), nil
}

// forgetAnswers resets the weights of search to auto's, and drops the stored answers.
func (d *draft) forgetAnswers(held int) {
	before := d.weights
	d.weights, d.weighed, d.emptied = weights{Resets: before.Resets + 1, Models: before.Models}, true, uint64(held)
	for i := range before.Of {
		d.weights.Of[i].Earlier = before.Of[i].Used
	}
}
