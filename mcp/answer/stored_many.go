package answer

import (
	"fmt"
	"strings"

	"asterism/engine"
	"asterism/engine/store"
)

// StoredMany is what store_memories answers.
type StoredMany struct {
	Memories []StoredOne `json:"memories"` // in the order in which they were given
	Stored   int         `json:"stored"`
	Known    int         `json:"known"`

	say sayer
}

// StoredOne is the result of one note.
type StoredOne struct {
	ID       store.ID `json:"id"`
	Known    bool     `json:"known"`               // a memory with this text existed, or came earlier in the call
	NotTaken []string `json:"not_taken,omitempty"` // arguments of a known note that differ from the memory, which was not changed
	Redacted []string `json:"redacted,omitempty"`  // secrets that were taken out: kind and place of each

	MaySupersede  []Candidate `json:"may_supersede,omitempty"` // this field and the next two are as in store_memory
	ReplacedCopy  *Replaced   `json:"replaced_copy,omitempty"`
	ReplacesNewer []store.ID  `json:"replaces_newer,omitempty"`
}

// StoredManyFrom converts stored notes to the answer of store_memories.
func StoredManyFrom(once []engine.Once) StoredMany {
	v := StoredMany{Memories: make([]StoredOne, 0, len(once))}
	for _, o := range once {
		v.Memories = append(v.Memories, StoredOne{o.ID, o.Known, o.NotTaken, o.Redacted, CandidatesFrom(o.MaySupersede), (*Replaced)(o.ReplacedCopy), o.ReplacesNewer})
		if o.Known {
			v.Known++
		} else {
			v.Stored++
		}
	}
	return v
}

// Spread is what cluster_remember answers.
type Spread struct {
	Memories []StoredOne `json:"memories"` // in the order in which the notes were given
	Ahead    int         `json:"ahead"`    // of a call without notes: how many concurrent calls of about a hundred notes are useful
}

// Words names all of them, in order.
func (s StoredMany) Words() string {
	var stored []string
	for _, m := range s.Memories {
		one := named(m.ID)
		if m.Known {
			one += " known"
		}
		stored = append(stored, one)
	}
	out := fmt.Sprintf("%d stored, in order: %s.\n", s.Stored, strings.Join(stored, " "))
	if s.Known > 0 {
		out += fmt.Sprintf("%d known already: the same text was stored before.\n", s.Known)
	}
	offered := false
	for i, m := range s.Memories {
		for _, c := range m.MaySupersede {
			offered = true
			out += fmt.Sprintf("%s differs from %s of %s (%s).\n", named(m.ID), named(c.ID), day(c.Date), c.Reason)
		}
		if m.ReplacedCopy != nil || len(m.ReplacesNewer) > 0 {
			out += fmt.Sprintf("Number %d: %s", i+1, m.ReplacedCopy.words()+newerReplaced(m.ReplacesNewer))
		}
		if len(m.NotTaken) > 0 {
			out += fmt.Sprintf("Left unchanged for number %d: %s; %s.\n", i+1, strings.Join(m.NotTaken, ", "), s.say.of(wayOut(m.NotTaken)))
		}
		if len(m.Redacted) > 0 {
			out += fmt.Sprintf("Removed from number %d before storing: %s.\n", i+1, strings.Join(m.Redacted, "; "))
		}
	}
	if offered {
		out += s.say.of("If one replaces all of that: update_memory with supersedes.\n")
	}
	return out
}
