package stress

// ledger is what clients know of each note.
type ledger map[int]*account

// account is what is known of a note that was sent.
type account struct {
	id string // under which it was acknowledged; empty: no answer came
}

// note records what a client reported.
func (r *Round) note(known ledger, t told) {
	a := known[t.note]
	if a == nil {
		a = &account{}
		known[t.note] = a
	}
	switch t.what {
	case "kept":
		if a.id != "" && a.id != t.rest {
			r.wrong(&r.Twice, "note %d was acknowledged as %s and as %s", t.note, a.id, t.rest)
		}
		a.id = t.rest
	case "open": // stored or not, nobody knows
	default:
		r.wrong(nil, "note %d: %s %s", t.note, t.what, t.rest)
	}
}

// compare compares what is stored with what is known, and returns which notes are there.
func (r *Round) compare(there []kept, known ledger) (have map[int]string) {
	have = map[int]string{}
	for i := range there {
		m := &there[i]
		n, ok := m.number(r.Number)
		if !ok {
			r.wrong(&r.Half, "%s is no note of this round: %q", m.ID, m.Content)
			continue
		}
		if lacks := m.whole(r.Number, n); lacks != "" {
			r.wrong(&r.Half, "note %d, %s, is not whole: %s", n, m.ID, lacks)
		}
		if other, ok := have[n]; ok {
			r.wrong(&r.Twice, "note %d is there twice, as %s and %s", n, other, m.ID)
		}
		have[n] = m.ID
	}
	for n, a := range known {
		if a.id != "" && have[n] != a.id {
			r.wrong(&r.Lost, "note %d was acknowledged as %s, and there is %q", n, a.id, have[n])
		}
	}
	return have
}
