package compare

import (
	"slices"
	"strings"
	"sync"
)

// read is a text and what was computed of it. Each part is computed once, when it is needed.
type read struct {
	modality, text string
	words          []string // the words that count in a copy; nil: not yet computed, since an empty result is not nil
	tokens         []token  // the same
	outline        *outline // within a group; nil: not yet computed
	ahead          bool     // the caller of [Reader.Ahead] computes the tokens
}

func (r *read) wordsOf() []string {
	if r.words == nil {
		if r.words = wordsOf(r.modality, r.text); r.words == nil {
			r.words = []string{}
		}
	}
	return r.words
}

func (r *read) tokensOf() []token {
	if r.tokens == nil {
		if r.tokens = tokens(r.text); r.tokens == nil {
			r.tokens = []token{}
		}
	}
	return r.tokens
}

// same reports whether both texts have the same wording, or would have it if one of them had no case.
func (r *read) same(old *read) bool {
	return old.text == r.text || slices.Equal(old.wordsOf(), r.wordsOf()) || sameButForCase(old, r)
}

// allCapitals reports whether a text is all in capitals.
func (r *read) allCapitals() bool { return inCapitals(strings.Fields(r.text)) }

// Reader compares texts of one group with each other, and reads each once. It is not safe for concurrent use.
type Reader struct {
	known map[[2]string]*read
	group group
	full  [2][]bool // memory that Apart reuses
}

// In is [In].
func (r *Reader) In(modality, old, new string) Result {
	return between(r.of(modality, old), r.of(modality, new))
}

// Ahead returns a function that reads a text before it is compared; nil if that was done. The functions of several texts may run concurrently, and must have returned
// before the next comparison.
func (r *Reader) Ahead(modality, text string) func() {
	one := r.of(modality, text)
	if one.ahead || one.tokens != nil {
		return nil
	}
	one.ahead = true
	return func() { one.tokensOf() }
}

func (r *Reader) of(modality, text string) *read {
	key := [2]string{modality, text}
	one := r.known[key]
	if one == nil {
		if r.known == nil {
			r.known = map[[2]string]*read{}
		}
		one = &read{modality: modality, text: text}
		r.known[key] = one
	}
	return one
}

// between returns the relation of a new text to an old one.
func between(old, new *read) Result {
	if new.same(old) {
		return Result{Class: Same, Shared: 1}
	}
	if len(old.text)+len(new.text) > mostBytes {
		return byWords(new.modality, old.text, new.text)
	}
	a, b := old.tokensOf(), new.tokensOf()
	turned := old.text > new.text // always compare in the same order: of alignments with the same score, the first one found is taken
	if turned {
		a, b = b, a
	}
	a, b = reconciled(a, b)
	if tooDifferent(a, b) {
		return Result{Class: Different}
	}
	c := comparison{pairing: pair(a, b)}
	c.pairDisclosed(leastShared)
	r := c.result()
	if turned {
		r.turn()
	}
	if exact(new.modality) && (r.Class == Rephrased || r.Class == Detail) {
		r.Class = Changed
	}
	return r
}

// Newer is a new text that is compared with several older ones. It is read once, and each pair is compared once. It is safe for concurrent use.
type Newer struct {
	read
	apart   sync.Once // guards reading the text
	mu      sync.Mutex
	results map[string]Result
}

// To returns a new text of a modality, with which [Newer.From] compares older ones.
func To(modality, text string) *Newer {
	return &Newer{read: read{modality: modality, text: text}, results: map[string]Result{}}
}

// Text returns the new text.
func (n *Newer) Text() string { return n.text }

// From returns the relation of the new text to an old one, as [In] does. The result is shared and must not be changed.
func (n *Newer) From(old string) Result {
	if r, known := n.knows(old); known {
		return r
	}
	n.apart.Do(n.takeApart)
	r := between(&read{modality: n.modality, text: old}, &n.read)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.results[old] = r
	return r
}

func (n *Newer) knows(old string) (Result, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	r, known := n.results[old]
	return r, known
}

// takeApart computes all that comparisons need of the new text, before several of them use it at once.
func (n *Newer) takeApart() {
	n.wordsOf()
	if len(n.text) <= mostBytes { // a longer text is compared by its words only
		n.tokensOf()
	}
}
