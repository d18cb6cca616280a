package card

import (
	"fmt"
	"strings"

	"asterism/kernels/cuda"
	"asterism/models"
)

// State says for people what of the index is on the card.
type State struct {
	Card     string  // its name; empty: it was not opened
	Why      string  // why nothing of the index is on it; empty: something is
	Memories int     // of full chunks, which could be on the card; forgotten ones that have not been cleaned away are counted
	OnCard   int     // of those, how many are
	Bytes    uint64  // that they take there, and the rooms of searches
	Limit    uint64  // of these
	Heads    uint64  // bytes of all chunks that are always there: codes, times and words
	Places   []Place // of the spaces whose values a card that is short of memory leaves to the processor; of all others it has everything. None: nothing is on the card
}

// Place says where the values of one space are compared.
type Place struct {
	Space  models.Space
	OnCard bool
	Bytes  uint64 // that they take there, or would
	Why    string // where it is not on the card
}

// State is how it stands now.
func (m *Mirror) State() State {
	s := *m.state.Load()
	if err := m.fate.cause(); err != nil {
		s.Why, s.OnCard, s.Bytes, s.Places = err.Error(), 0, 0, nil
	} else {
		s.Bytes += uint64(max(m.roomed.Load(), 0))
	}
	return s
}

// String is one line.
func (p Place) String() string {
	if p.OnCard {
		return fmt.Sprintf("%s is on the card, %s", p.Space, bytesWords(p.Bytes))
	}
	return fmt.Sprintf("%s is compared by the processor: %s", p.Space, p.Why)
}

// bytesWords writes a size for people.
func bytesWords(n uint64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}

// say keeps why nothing is on the card yet.
func (k *keeper) say(why string) {
	k.state.Store(&State{Card: k.root.Name(), Why: why, Limit: k.limit})
}

// tell keeps how it stands.
func (k *keeper) tell() {
	s := &State{Card: k.root.Name(), Memories: len(k.kept) * cuda.SeatRows, Limit: k.limit, Bytes: k.arena.used}
	has := models.All
	for _, c := range k.kept {
		if c.entry != nil {
			s.OnCard += cuda.SeatRows
			has &= c.entry.has
		}
	}
	if s.OnCard == 0 {
		s.Why = "nothing is copied yet"
		if len(k.kept) > 0 && !k.lacking() {
			s.Why = fmt.Sprintf("there is no room for it in %s", bytesWords(k.limit))
		}
	} else {
		d := k.demand()
		s.Heads = d.always
		for _, space := range shedding {
			p := Place{Space: space, OnCard: has.Has(space), Bytes: d.of[space]}
			if !p.OnCard {
				p.Why = k.why(space, d)
			}
			s.Places = append(s.Places, p)
		}
	}
	k.state.Store(s)
}

// why says why the values of a space are not on the card.
func (k *keeper) why(space models.Space, d *demand) string {
	switch {
	case d.gone.Has(space) && space == models.LateInteraction:
		return "its token vectors are not to be read"
	case d.gone.Has(space):
		return "values that were taken off the card are on disk alone now"
	case k.spaces.Has(space):
		return "it is being copied"
	}
	return fmt.Sprintf("the card has %s for the index, and it would take %s", bytesWords(k.limit), bytesWords(d.of[space]))
}

// Words say in a few lines where the index is; none of a state of which nothing is known.
func (s State) Words() []string {
	if s.Why == "" && s.Card == "" {
		return nil
	}
	if s.Why != "" {
		on := ""
		if s.Card != "" {
			on = s.Card + ": "
		}
		return []string{on + "the processor searches alone: " + s.Why}
	}
	words := []string{fmt.Sprintf("%s holds %d of %d memories of full chunks in %s of at most %s", s.Card, s.OnCard, s.Memories, bytesWords(s.Bytes), bytesWords(s.Limit))}
	var here []string
	for _, p := range s.Places {
		if p.OnCard {
			here = append(here, p.Space.Code())
		} else {
			words = append(words, p.String())
		}
	}
	return append(words, "compared there: codes, times and words of all, and the values of "+strings.Join(here, " "))
}
