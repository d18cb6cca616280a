package contradict

import (
	"runtime"
	"slices"
	"strings"
	"time"

	"asterism/engine/caught"
	"asterism/engine/compare"
	"asterism/engine/store"
)

// longest is up to how many bytes texts are put in order: one that is longer says many things.
const longest = 1000

// longestStatement is up to how many bytes a text is taken for one statement.
const longestStatement = 160

// plainlyUpdates reports whether a text may take the place of the one that it was compared with: it says something else about the same thing. Another identifier is another thing.
func plainlyUpdates(r *compare.Result) bool {
	return r.Class.Update() && !slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Kind == compare.Identifier && c.Old != "" && c.New != ""
	})
}

// MaySupersede reports whether a memory may replace an older one that it was compared with. It then differs about the same thing, or says all that the older one does and
// that it changed ("Oskar left; Wei maintains the cluster").
func MaySupersede(older, m *store.Memory, r *compare.Result) bool {
	return maySupersede(older, m, r) && holdsStated(older.Content, m.Content, func(was, is string, r *compare.Result) bool {
		a, b := *older, *m
		a.Content, b.Content = was, is
		return maySupersede(&a, &b, r)
	})
}

// maySupersede is [MaySupersede] by all the words of both.
func maySupersede(older, m *store.Memory, r *compare.Result) bool {
	told := toldBy(read(older.Content), read(m.Content))
	switch {
	case told.gone:
		return true
	case told.words == "" && r.Class == compare.Detail:
		return r.New && short(older, m) && changes(m.Content) && !changes(older.Content)
	case told.words == "" && (!updates(older.Content, m.Content, r) || addsToo(older.Content, m.Content, r)):
		return false
	}
	return saysOtherwise(older.Content, m.Content, r, told)
}

// saysOtherwise reports, of two texts that a comparison takes for such, whether one says otherwise of the thing that the other is about: it tells a change, or states the same but for little.
func saysOtherwise(older, text string, r *compare.Result, told told) bool {
	return told.gone || !parallel(older, text, r) && (told.words != "" || Restates(older, text, r))
}

// Differs names the places in which a text differs from an older one, in words. Where the comparison finds several, or no update, it is what the text says to have changed,
// if it says so.
func Differs(older, text string, r *compare.Result) string {
	return differs(r, toldBy(read(older), read(text)))
}

// differs prefers what is told to a comparison that finds more than one place.
func differs(r *compare.Result, told told) string {
	if told.words != "" && (!r.Class.Update() || len(r.Changed) > 1) {
		return told.words
	}
	return r.Words()
}

// Later reports whether m is valid later than other. That is so if other describes the past alone ("the previous owner was Priya") and m does not. If both or neither do, m
// must have become valid after it. A memory that is nil is not later.
func Later(m, other *store.Memory) bool {
	if m == nil || other == nil {
		return false
	}
	return laterBy(m, other, tellsPast(m.Content), tellsPast(other.Content))
}

// laterBy is [Later] of two memories of which it is known whether each tells of the past.
func laterBy(m, other *store.Memory, past, otherPast bool) bool {
	if past != otherPast {
		return !past
	}
	return begins(m).After(begins(other))
}

func begins(m *store.Memory) time.Time {
	if !m.ValidFrom.IsZero() {
		return m.ValidFrom
	}
	return m.Time
}

// NewerFirst orders memories, which come as they were ranked for a question. Of two that differ about the same thing the newer comes first; all others keep their order. A memory
// that is nil keeps its place.
//
// wide: the question asks for what is current. A memory then also counts as newer where its words for that are those of many texts, such as "now", and where it says all that the
// older one does, and more.
func NewerFirst(question string, wide bool, ranked []*store.Memory) (order []int) {
	return reordered(&asked{words: words(question), wide: wide}, ranked, func(m, before *store.Memory) bool { return Later(m, before) })
}

// OlderFirst is NewerFirst the other way round.
func OlderFirst(question string, ranked []*store.Memory) (order []int) {
	return reordered(&asked{words: words(question)}, ranked, func(m, before *store.Memory) bool { return Later(before, m) })
}

// asked is what is needed of a question.
type asked struct {
	words map[string]bool
	wide  bool
	texts compare.Reader  // of the memories
	tell  map[string]bool // see tellsChange; nil: none was looked at
}

func reordered(q *asked, ranked []*store.Memory, goesFirst func(m, before *store.Memory) bool) (order []int) {
	q.readAhead(ranked)
	order = make([]int, len(ranked))
	for i := range order {
		order[i] = i
	}
	for i := range order {
		best := i
		for moved := true; moved; { // what goes before the one in place may itself give way to one that says what the first does: a value that was changed back
			moved = false
			for j := i + 1; j < len(order); j++ {
				if goesFirst(ranked[order[j]], ranked[order[best]]) && (contradict(ranked[order[j]], ranked[order[i]], q) || best != i && contradict(ranked[order[j]], ranked[order[best]], q)) {
					best, moved = j, true
				}
			}
		}
		first := order[best]
		copy(order[i+1:best+1], order[i:best])
		order[i] = first
	}
	return order
}

// readAhead takes the texts that will be compared apart on all processors.
func (q *asked) readAhead(ranked []*store.Memory) {
	workers := caught.NewGroup()
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for _, m := range ranked {
		if m == nil || len(m.Content) > longest {
			continue
		}
		if apart := q.texts.Ahead(m.Modality, m.Content); apart != nil {
			workers.Go(func() error { apart(); return nil })
		}
	}
	_ = workers.Wait() // a text that fails does so again where it is compared
}

// contradict reports whether of two memories the newer says something else about the same thing than the older.
func contradict(m, other *store.Memory, q *asked) bool {
	if Later(m, other) {
		return contradicts(m, other, q)
	}
	return contradicts(other, m, q)
}

// contradicts reports whether a memory says something else about the same thing as an older one. Where it has something else in the place of a word of the question, it is about
// another thing than was asked.
func contradicts(m, older *store.Memory, q *asked) bool {
	if m.Namespace != older.Namespace || len(m.Content) > longest || len(older.Content) > longest {
		return false
	}
	if q.texts.Apart(m.Modality, older.Content, m.Content) && !(short(older, m) && (saysChange(older.Content, m.Content, q) || tellsPast(older.Content) || sameSubject(older.Content, m.Content, q))) {
		return false // nearly all texts that one search finds are told by this
	}
	return contradictsByWords(m, older, q)
}

// contradictsByWords is contradicts for texts that may be about the same thing.
func contradictsByWords(m, older *store.Memory, q *asked) bool {
	r := q.texts.In(m.Modality, older.Content, m.Content)
	switch {
	case r.Class == compare.Same:
		return false
	case short(older, m) && saysChange(older.Content, m.Content, q):
		return true
	case short(older, m) && tellsPast(older.Content) && !tellsPast(m.Content) && q.sharesHalf(older.Content, m.Content): // "the previous owner was Priya"
		return true
	case parallel(older.Content, m.Content, &r):
		return false
	case r.Class == compare.Rephrased:
		return false
	case q.wide && r.Class == compare.Detail && r.New && short(older, m): // "to Frankfurt and to Dublin" beside "to Dublin": what is current is the whole
		return true
	}
	if r.Class != compare.Negated && r.Class != compare.Contradiction && q.names(r.Changed) { // who asks whether it is enabled asks about what is disabled too
		return false
	}
	return plainlyUpdates(&r) || r.Class.Update() && !aboutIdentifier(older.Content, m.Content, &r) || short(older, m) && sameSubject(older.Content, m.Content, q)
}

// names reports whether the question has a word of the older text in whose place the newer one has another: it is about what the older one says then.
func (q *asked) names(changed []compare.Change) bool {
	for _, c := range changed {
		for word := range words(c.Old) {
			if q.words[word] && c.New != "" {
				return true
			}
		}
	}
	return false
}

// short reports whether each memory is one statement: a longer one says many things, and by a word such as "increased" any of them.
func short(memories ...*store.Memory) bool {
	return !slices.ContainsFunc(memories, func(m *store.Memory) bool { return len(m.Content) > longestStatement })
}

// words are those of a text in lower case, without signs around them.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if word = strings.Trim(word, ".,;:!?\"'()[]"); word != "" {
			out[word] = true
		}
	}
	return out
}
