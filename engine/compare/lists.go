package compare

import (
	_ "embed" // the lists
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/russian"
)

//go:embed words/synonyms.txt
var synonymLines string

//go:embed words/antonyms.txt
var antonymLines string

// lists hold the synonyms and antonyms, by stem.
type lists struct {
	group     map[string]string   // stem → the first stem of its group
	phrases   map[string][]phrase // first stem → phrases, the longest first
	number    map[string]int      // groups that have an opposite: their number, from 1
	opposite  []bool              // by the numbers of two groups: a square matrix, row by row
	exact     map[[2]string]bool  // pairs of stems that are opposites although their groups are not, in both orders
	alone     map[string]bool     // stems in such a pair
	opposites map[string][]string // the opposite groups of a group
}

// phrase is a sequence of stems with the meaning of one.
type phrase struct {
	stems []string
	means string
}

var known = sync.OnceValue(func() *lists {
	l := &lists{group: map[string]string{}, phrases: map[string][]phrase{}, number: map[string]int{}, exact: map[[2]string]bool{}, alone: map[string]bool{}, opposites: map[string][]string{}}
	for fields := range listed(synonymLines) {
		first := stemOf(fields[0])
		for _, f := range fields {
			l.add(f, first)
		}
	}
	for from, to := range fixedPhrases {
		l.add(from, to)
	}
	var pairs [][2]string
	for fields := range listed(antonymLines) {
		one, other := fields[0], fields[1]
		a, b := l.groupOf(stemOf(strings.TrimPrefix(one, "="))), l.groupOf(stemOf(strings.TrimPrefix(other, "=")))
		if one[0] == '=' {
			a, b := stemOf(one[1:]), stemOf(strings.TrimPrefix(other, "="))
			l.exact[[2]string{a, b}], l.exact[[2]string{b, a}] = true, true
			l.alone[a], l.alone[b] = true, true
		} else {
			pairs = append(pairs, [2]string{a, b}, [2]string{b, a})
		}
		l.opposites[a], l.opposites[b] = append(l.opposites[a], b), append(l.opposites[b], a)
		for _, group := range [...]string{a, b} {
			if l.number[group] == 0 {
				l.number[group] = len(l.number) + 1
			}
		}
	}
	l.opposite = make([]bool, (len(l.number)+1)*(len(l.number)+1))
	for _, p := range pairs {
		l.opposite[l.pairOf(l.number[p[0]], l.number[p[1]])] = true
	}
	return l
})

// pairOf returns the index of a pair of groups in opposite, by their numbers.
func (l *lists) pairOf(a, b int) int { return a*(len(l.number)+1) + b }

// listed iterates over the lines of a list, as words.
func listed(text string) func(func([]string) bool) {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(text) {
			if fields := strings.Fields(line); len(fields) > 1 && fields[0] != "#" && !yield(fields) {
				return
			}
		}
	}
}

// fixedPhrases are always rewritten.
var fixedPhrases = map[string]string{
	"no_longer": "not", "not_any_more": "not", "not_any_longer": "not", "no_one": "nobody", "in_order_to": "to", "as_well_as": "and", "as_well": "also",
	"at_least": "at_least", "at_most": "at_most", "up_to": "at_most", "no_more_than": "at_most", "no_less_than": "at_least", "not_more_than": "at_most",
	"do_not_forget": "rememb", "never_forget": "rememb", "turn_on": "enabl", "switch_on": "enabl", "turn_off": "disabl", "switch_off": "disabl",
	"opt_in": "opt_in", "opt_out": "opt_out", "free_of": "without", "out_of": "out_of", "instead_of": "instead_of", "rather_than": "instead_of",
}

// add puts a word, or words joined by _, into a group. A word that already has a group stays there.
func (l *lists) add(words, group string) {
	parts := strings.Split(words, "_")
	for i := range parts {
		parts[i] = stemOf(parts[i])
	}
	if len(parts) == 1 {
		if l.group[parts[0]] == "" {
			l.group[parts[0]] = group
		}
		return
	}
	l.phrases[parts[0]] = append(l.phrases[parts[0]], phrase{parts, group})
}

func (l *lists) groupOf(stem string) string {
	if g := l.group[stem]; g != "" {
		return g
	}
	return stem
}

// opposed reports whether two words are opposites: by the list, or because one is the other with a denying prefix. It runs for all pairs of words of two
// texts, so all that depends on one word is precomputed in its token.
func (l *lists) opposed(a, b *token) bool {
	return a.listed > 0 && b.listed > 0 && (l.opposite[l.pairOf(a.listed, b.listed)] || a.alone && b.alone && l.exact[[2]string{a.stem, b.stem}]) || a.denied != "" && a.denied == b.key || b.denied != "" && b.denied == a.key
}

// stemOf stems English and Russian words. Words of other languages stay as they are. The word must be in lower case.
func stemOf(lower string) string {
	if len(lower) > longestKept {
		return cutStem(lower)
	}
	place := &stems[maphash.String(stemSeed, lower)%uint64(len(stems))]
	if s := place.Load(); s != nil && s.word == lower {
		return s.stem
	}
	s := &stemmed{word: strings.Clone(lower)}
	s.stem = cutStem(s.word)
	place.Store(s)
	return s.stem
}

// stems caches the stems of words: stemming takes microseconds, and texts repeat their words. Each slot holds the word that was last looked up there.
var (
	stems    [1 << 14]atomic.Pointer[stemmed]
	stemSeed = maphash.MakeSeed()
)

// longestKept is the largest size in bytes of a cached word. Longer words hardly ever recur.
const longestKept = 32

type stemmed struct{ word, stem string }

func cutStem(lower string) string {
	if base := irregular[lower]; base != "" {
		lower = base
	}
	switch s := scriptOf(lower); s {
	case latin:
		return english.Stem(lower, false)
	case cyrillic:
		return russian.Stem(lower, false)
	}
	return lower
}

// irregular are forms of verbs and nouns that no stemmer knows. In a list the base comes first, then its forms.
var irregular = func() map[string]string {
	out := map[string]string{}
	for line := range strings.SplitSeq(`be am is are was were been being;have has had;do does did done;go went gone;send sent;run ran;write wrote written;choose chose chosen;take took taken
make made;keep kept;get got gotten;break broke broken;begin began begun;rise rose risen;fall fell fallen;grow grew grown;lose lost;win won;leave left;build built;hold held;find found
tell told;say said;give gave given;buy bought;bring brought;think thought;teach taught;pay paid;meet met;lead led;lend lent;spend spent;see saw seen;know knew known;stand stood
understand understood;become became;draw drew drawn;drive drove driven;fly flew flown;forget forgot forgotten;forbid forbade forbidden;hide hid hidden;sell sold;sleep slept;speak spoke spoken;throw threw thrown
wear wore worn;beat beaten;bind bound;catch caught;sing sang sung;drink drank drunk;eat ate eaten;feed fed;feel felt;fight fought;freeze froze frozen;hear heard;mean meant;ride rode ridden
ring rang rung;seek sought;shake shook shaken;shoot shot;show shown;shrink shrank shrunk;sit sat;swim swam swum;wake woke woken;withdraw withdrew withdrawn;child children;person people
foot feet;man men;woman women;mouse mice;good well;die died dies dying;lie lay lain;try tries tried;overwrite overwrote overwritten;rewrite rewrote rewritten;rebuild rebuilt`+
		";can could;will would;shall;index indices indexes;query queries;datum data;medium media;user users", ";") {
		for line := range strings.Lines(line) {
			fields := strings.Fields(line)
			for _, f := range fields[1:] {
				out[f] = fields[0]
			}
		}
	}
	for _, w := range strings.Fields("big large huge small tiny long short fast quick slow old young new strong weak rich poor cheap hard easy hot cold warm cool wet dry light dark heavy wide narrow early late safe") {
		stem := w
		if last := len(w) - 1; strings.HasSuffix(w, "e") {
			stem = w[:last]
		} else if strings.HasSuffix(w, "y") {
			stem = w[:last] + "i"
		} else if strings.ContainsRune("gt", rune(w[last])) && len(w) == 3 {
			stem = w + w[last:]
		}
		out[stem+"er"], out[stem+"est"] = w, w
	}
	for _, keep := range []string{"well", "left", "bound", "ring", "media", "data", "found"} { // more often words with another meaning
		delete(out, keep)
	}
	return out
}()

// bases are the base forms of irregular, without "die", which is an article in other languages.
var bases = func() map[string]bool {
	out := map[string]bool{}
	for _, base := range irregular {
		out[base] = base != "die"
	}
	return out
}()
