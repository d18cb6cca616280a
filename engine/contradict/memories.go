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

// longest is the size in bytes up to which texts are compared. A longer text makes many statements.
const longest = 1000

// longestStatement is the size in bytes up to which a text counts as one statement.
const longestStatement = 160

// plainlyUpdates reports whether a compared text may replace the older one: it says something else about the same thing. Another identifier is another thing.
func plainlyUpdates(r *compare.Result) bool {
	return r.Class.Update() && !slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Kind == compare.Identifier && c.Old != "" && c.New != ""
	})
}

// MaySupersede reports whether a memory may replace an older one that it was compared with. Either it differs about the same thing, or it contains all that the older one
// says and a change of it ("Oskar left; Wei maintains the cluster").
func MaySupersede(older, m *store.Memory, r *compare.Result) bool {
	return maySupersede(older, m, r) && holdsForStated(older.Content, m.Content, func(was, is string, r *compare.Result) bool {
		a, b := *older, *m
		a.Content, b.Content = was, is
		return maySupersede(&a, &b, r)
	})
}

// maySupersede is [MaySupersede] for the whole texts, with greetings and questions.
func maySupersede(older, m *store.Memory, r *compare.Result) bool {
	reported := reportedBy(read(older.Content), read(m.Content))
	switch {
	case reported.gone:
		return true
	case reported.words == "" && r.Class == compare.Detail:
		return r.New && short(older, m) && changes(m.Content) && !changes(older.Content)
	case reported.words == "" && (!updates(older.Content, m.Content, r) || addsToo(older.Content, m.Content, r)):
		return false
	}
	return saysOtherwise(older.Content, m.Content, r, reported)
}

// saysOtherwise reports whether one of two differing texts contradicts the other about one thing: it reports a change, or it restates the same with a small difference.
func saysOtherwise(older, text string, r *compare.Result, reported reported) bool {
	return reported.gone || !parallel(older, text, r) && (reported.words != "" || Restates(older, text, r))
}

// Differs names the places in which a text differs from an older one, in words. If the comparison finds several places, or no update, it names the change that the text
// itself reports, if any.
func Differs(older, text string, r *compare.Result) string {
	return differs(r, reportedBy(read(older), read(text)))
}

// differs prefers the change that the text reports where the comparison finds no update, or more than one place.
func differs(r *compare.Result, reported reported) string {
	if reported.words != "" && (!r.Class.Update() || len(r.Changed) > 1) {
		return reported.words
	}
	return r.Words()
}

// Later reports whether m is valid later than other. It is if only other describes the past ("the previous owner was Priya"). If both or neither do, m
// must have become valid after other. A memory that is nil is not later.
func Later(m, other *store.Memory) bool {
	if m == nil || other == nil {
		return false
	}
	return laterBy(m, other, describesPast(m.Content), describesPast(other.Content))
}

// laterBy is [Later] for two memories of which the caller knows whether each describes the past.
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

// NewerFirst orders memories that come in the ranking of a question. Of two that differ about the same thing the newer comes first; all others keep their order. A memory
// that is nil keeps its place.
//
// wide: the question asks for what is current. Then common words such as "now" also count as a report of a change, and a memory that says all that
// the older one does and more also counts as newer.
func NewerFirst(question string, wide bool, ranked []*store.Memory) (order []int) {
	return reordered(&asked{words: words(question), wide: wide}, ranked, func(m, before *store.Memory) bool { return Later(m, before) })
}

// OlderFirst is [NewerFirst] with the older memory first.
func OlderFirst(question string, ranked []*store.Memory) (order []int) {
	return reordered(&asked{words: words(question)}, ranked, func(m, before *store.Memory) bool { return Later(before, m) })
}

// asked is the question as the rules of this package need it.
type asked struct {
	words map[string]bool
	wide  bool
	texts compare.Reader  // reads the memories
	tell  map[string]bool // results of reportsChange by text
}

func reordered(q *asked, ranked []*store.Memory, goesFirst func(m, before *store.Memory) bool) (order []int) {
	q.readAhead(ranked)
	order = make([]int, len(ranked))
	for i := range order {
		order[i] = i
	}
	for i := range order {
		best := i
		for moved := true; moved; { // the memory to be put first may itself have to follow a third one, which says what the first does: a value that was changed back
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

// readAhead prepares on all processors the texts that will be compared.
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
	_ = workers.Wait() // a text that fails here fails again, and is reported, when it is compared
}

// contradict reports whether the newer of two memories says something else about the same thing than the older one.
func contradict(m, other *store.Memory, q *asked) bool {
	if Later(m, other) {
		return contradicts(m, other, q)
	}
	return contradicts(other, m, q)
}

// contradicts reports whether a memory says something else about the same thing than an older one. If the two differ in a word of the question, the newer one is about
// another thing than the question.
func contradicts(m, older *store.Memory, q *asked) bool {
	if m.Namespace != older.Namespace || len(m.Content) > longest || len(older.Content) > longest {
		return false
	}
	if q.texts.Apart(m.Modality, older.Content, m.Content) && !(short(older, m) && (saysChange(older.Content, m.Content, q) || describesPast(older.Content) || sameSubject(older.Content, m.Content, q))) {
		return false // this quick check ends the comparison of nearly all pairs that one search finds
	}
	return contradictsByWords(m, older, q)
}

// contradictsByWords is contradicts for texts that passed the quick check.
func contradictsByWords(m, older *store.Memory, q *asked) bool {
	r := q.texts.In(m.Modality, older.Content, m.Content)
	switch {
	case r.Class == compare.Same:
		return false
	case short(older, m) && saysChange(older.Content, m.Content, q):
		return true
	case short(older, m) && describesPast(older.Content) && !describesPast(m.Content) && q.sharesHalf(older.Content, m.Content): // "the previous owner was Priya"
		return true
	case parallel(older.Content, m.Content, &r):
		return false
	case r.Class == compare.Rephrased:
		return false
	case q.wide && r.Class == compare.Detail && r.New && short(older, m): // "to Frankfurt and to Dublin" and "to Dublin": the longer one is the current state
		return true
	}
	if r.Class != compare.Negated && r.Class != compare.Contradiction && q.names(r.Changed) { // a question whether it is enabled is also about "disabled"
		return false
	}
	return plainlyUpdates(&r) || r.Class.Update() && !aboutIdentifier(older.Content, m.Content, &r) || short(older, m) && sameSubject(older.Content, m.Content, q)
}

// names reports whether the question has a word of the older text that the newer one replaces. The question is then about what the older one says.
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

// short reports whether each memory is one statement. In a longer text a word such as "increased" may refer to any of its statements.
func short(memories ...*store.Memory) bool {
	return !slices.ContainsFunc(memories, func(m *store.Memory) bool { return len(m.Content) > longestStatement })
}

// words returns the words of a text in lower case, without punctuation around them.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if word = strings.Trim(word, ".,;:!?\"'()[]"); word != "" {
			out[word] = true
		}
	}
	return out
}
