package compare

import (
	"slices"
	"strings"
	"sync"
)

// read is a text, taken apart where that is asked for, once.
type read struct {
	modality, text string
	words          []string // that count in a copy; nil: not yet read, as none are an empty list
	tokens         []token  // the same
	outline        *outline // of a group; nil: not yet made
	ahead          bool     // somebody else takes the tokens apart
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

// same reports whether both texts have one wording, or would have it if one of them had no case at all.
func (r *read) same(old *read) bool {
	return old.text == r.text || slices.Equal(old.wordsOf(), r.wordsOf()) || sameButForCase(old, r)
}

// shouts reports whether a text is all in capitals.
func (r *read) shouts() bool { return inCapitals(strings.Fields(r.text)) }

// Reader compares texts of one group with each other, and takes each apart once. It is not safe for concurrent use.
type Reader struct {
	known map[[2]string]*read
	group group
	full  [2][]bool // room of Apart
}

// In is [In].
func (r *Reader) In(modality, old, new string) Result {
	return between(r.of(modality, old), r.of(modality, new))
}

// Ahead returns what takes a text apart before it is compared; nil where that has been done. What it returns for several texts may run at once, and must have ended
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

// between says how a new text stands to an old one.
func between(old, new *read) Result {
	if new.same(old) {
		return Result{Class: Same, Shared: 1}
	}
	if len(old.text)+len(new.text) > mostBytes {
		return byWords(new.modality, old.text, new.text)
	}
	a, b := old.tokensOf(), new.tokensOf()
	turned := old.text > new.text // either way round it is the same comparison: of alignments that are worth the same, one is taken
	if turned {
		a, b = b, a
	}
	a, b = reconciled(a, b)
	if strangers(a, b) {
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

// Newer is a new text that is compared with several older ones: it is taken apart once, and no text is compared with it twice. It is safe for concurrent use.
type Newer struct {
	read
	apart   sync.Once // the text is taken apart
	mu      sync.Mutex
	results map[string]Result
}

// To is a new text of a modality, with which [Newer.From] compares older ones.
func To(modality, text string) *Newer {
	return &Newer{read: read{modality: modality, text: text}, results: map[string]Result{}}
}

// Text is the new text.
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

// takeApart makes all that comparisons read of the new text, before several of them read it at once.
func (n *Newer) takeApart() {
	n.wordsOf()
	if len(n.text) <= mostBytes { // else it is compared by its words alone
		n.tokensOf()
	}
}
