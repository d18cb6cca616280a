package compare

import "slices"

// Newer is a new text that is compared with several older ones: it is taken apart once, and no text is compared with it twice. It is not safe for concurrent use.
type Newer struct {
	modality, text string
	words          []string // that count in a copy; nil: not yet read
	tokens         []token  // nil: not yet read
	results        map[string]Result
}

// To is a new text of a modality, with which [Newer.From] compares older ones.
func To(modality, text string) *Newer {
	return &Newer{modality: modality, text: text, results: map[string]Result{}}
}

// From says how the new text stands to an old one, as [In] does. The result is shared and must not be changed.
func (n *Newer) From(old string) Result {
	r, known := n.results[old]
	if !known {
		r = n.compare(old)
		n.results[old] = r
	}
	return r
}

func (n *Newer) compare(old string) Result {
	if n.same(old) {
		return Result{Class: Same, Shared: 1}
	}
	if len(old)+len(n.text) > mostBytes {
		return byWords(n.modality, old, n.text)
	}
	if n.tokens == nil {
		n.tokens = tokens(n.text)
	}
	a, b := tokens(old), n.tokens
	turned := old > n.text // either way round it is the same comparison: of alignments that are worth the same, one is taken
	if turned {
		a, b = b, a
	}
	if strangers(a, b) {
		return Result{Class: Different}
	}
	c := comparison{pairing: pair(a, b)}
	r := c.result()
	if turned {
		r.turn()
	}
	if exact(n.modality) && (r.Class == Rephrased || r.Class == Detail) {
		r.Class = Changed
	}
	return r
}

// same reports whether both texts have one wording.
func (n *Newer) same(old string) bool {
	if old == n.text {
		return true
	}
	if n.words == nil {
		n.words = wordsOf(n.modality, n.text)
	}
	return slices.Equal(wordsOf(n.modality, old), n.words)
}
