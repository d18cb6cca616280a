package dream

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Word is a word or phrase of a memory. Stem is what its inflections share, Written its form in the text, Weight how much it says about the text by itself (E6's learned
// weight: near 0 for the words of grammar).
type Word struct {
	Stem, Written string
	Weight        float64
	Closed        bool // a phrase of content words or "of" only, after which the text ends or goes on with a word of grammar
	Inside        bool // something stands in front of it in its part of a sentence, and no word after which verbs stand
}

// first is the first word of a phrase, in small letters.
func (w *Word) first() string {
	first, _, _ := strings.Cut(strings.ToLower(w.Written), " ")
	return first
}

// Terms counts in how many memories of a class phrases stand. A class is a cluster, or what is in none.
type Terms struct {
	classes []map[string]*term
	members []int          // memories of a class
	total   map[string]int // memories with a phrase, over all classes
	all     int            // memories
	cues    map[string]cue // of the words of all memories
	says    []int          // memories of a class that have a word which may name something, in any language
	unread  []int          // of those, in a language that the models do not read
}

// term is a phrase within a class.
type term struct {
	members int
	closed  int
	inside  map[string]int // of closed, those within a part of a sentence, by the first word in small letters
	written map[string]int
}

// NewTerms makes room for so many classes.
func NewTerms(classes int) *Terms {
	t := &Terms{classes: make([]map[string]*term, classes), members: make([]int, classes), says: make([]int, classes), unread: make([]int, classes), total: map[string]int{}, cues: map[string]cue{}}
	for i := range t.classes {
		t.classes[i] = map[string]*term{}
	}
	return t
}

// Add counts the phrases of one memory of a class. Those without weight name nothing.
func (t *Terms) Add(class int, words []Word) {
	t.members[class]++
	t.all++
	seen := make(map[string]bool, len(words))
	for _, w := range words {
		if w.Weight <= 0 {
			continue
		}
		of := t.classes[class][w.Stem]
		if of == nil {
			of = &term{written: map[string]int{}, inside: map[string]int{}}
			t.classes[class][w.Stem] = of
		}
		of.written[w.Written]++
		if w.Closed {
			of.closed++
			if w.Inside {
				of.inside[w.first()]++
			}
		}
		if !seen[w.Stem] {
			of.members++
			t.total[w.Stem]++
			seen[w.Stem] = true
		}
	}
}

// join adds what others counted of other memories in the same classes.
func (t *Terms) join(o *Terms) {
	t.all += o.all
	for stem, n := range o.total {
		t.total[stem] += n
	}
	for stem, theirs := range o.cues {
		c := t.cues[stem]
		t.cues[stem] = cue{c.noun + theirs.noun, c.verb + theirs.verb}
	}
	for class, words := range o.classes {
		t.says[class], t.unread[class] = t.says[class]+o.says[class], t.unread[class]+o.unread[class]
		t.members[class] += o.members[class]
		for stem, theirs := range words {
			of := t.classes[class][stem]
			if of == nil {
				t.classes[class][stem] = theirs
				continue
			}
			of.members, of.closed = of.members+theirs.members, of.closed+theirs.closed
			for first, n := range theirs.inside {
				of.inside[first] += n
			}
			for written, n := range theirs.written {
				of.written[written] += n
			}
		}
	}
}

const (
	// priorMembers is how many memories, with phrases as common in them as in all, are added to both sides that are compared.
	priorMembers = 2
	// lengthBonus is what a further word adds to the weight of a phrase: of "raised bed" and "bed" in much the same memories the first says more.
	lengthBonus = .25
	// leastShare is in what share of the class's memories a phrase must stand, in two at least: else it is about those and not about the class.
	leastShare = .05
)

// Most are the n phrases that are more frequent in a class than in the rest, most specific first, in their most frequent form. The weight is the log-odds ratio of being in
// a memory of the class and in one of the others, over its deviation, with a prior from all (B. L. Monroe et al., Fightin' Words, Political Analysis 16, 2008). A phrase
// that is part of a chosen one, or contains one, is left out.
func (t *Terms) Most(class, n int) []string {
	type weighed struct {
		stem   string
		weight float64
	}
	var all []weighed
	for stem, of := range t.classes[class] {
		if of.members > 1 && float64(of.members) >= leastShare*float64(t.members[class]) {
			if z := t.oddsOf(class, stem, of.members); z > 0 || t.members[class] == t.all {
				all = append(all, weighed{stem, z * (1 + lengthBonus*float64(strings.Count(stem, " ")))})
			}
		}
	}
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.stem, b.stem))
	})
	var out, taken []string
	for _, w := range all {
		if len(out) == n {
			break
		}
		within := func(other string) bool {
			return strings.Contains(" "+other+" ", " "+w.stem+" ") || strings.Contains(" "+w.stem+" ", " "+other+" ")
		}
		if !slices.ContainsFunc(taken, within) {
			out, taken = append(out, t.classes[class][w.stem].usual()), append(taken, w.stem)
		}
	}
	return out
}

// oddsOf is the log-odds ratio of a phrase over its deviation.
func (t *Terms) oddsOf(class int, stem string, in int) float64 {
	share := float64(t.total[stem]) / float64(t.all+1) // below 1, also of what stands everywhere
	with := float64(in) + priorMembers*share
	without := float64(t.members[class]) + priorMembers - with
	otherWith := float64(t.total[stem]-in) + priorMembers*share
	otherWithout := float64(t.all-t.members[class]) + priorMembers - otherWith
	return (math.Log(with/without) - math.Log(otherWith/otherWithout)) / math.Sqrt(1/with+1/otherWith)
}

// usual is the form that is written most often, ties by byte order.
func (t *term) usual() (best string) {
	for w, n := range t.written {
		if m := t.written[best]; n > m || n == m && w < best {
			best = w
		}
	}
	return best
}
