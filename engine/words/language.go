package words

// language is one whose forms of words are known.
type language uint8

const (
	unknown language = iota // also English
	german
	french
	spanish
	italian
	portuguese
	dutch
	swedish
	danish
	polish
	russian // all that is written in Cyrillic letters
	arabic  // all that is written in Arabic letters
	hindi   // all that is written in Devanagari
	languages
)

// ofLetters are the first of the languages that their letters tell; those before are told by their grammar.
const ofLetters = russian

// vote is what a word says of the language that a text is in.
type vote struct {
	english  bool   // a word of English grammar, and of no other language's
	particle bool   // it counts half
	of       uint16 // a bit each language, whose word of grammar it is
}

// ballots are the votes of all words of grammar; silents are those words, by language.
var ballots, silents = func() (map[string]vote, [languages]map[string]bool) {
	ballots, silents := map[string]vote{}, [languages]map[string]bool{}
	for l, list := range grammar {
		silents[l] = set(list)
		for w := range silents[l] {
			if v := ballots[w]; l < ofLetters && (!alsoEnglish[w] || particles[w]) {
				v.of, v.particle = v.of|1<<l, particles[w]
				ballots[w] = v
			}
		}
	}
	for w := range silent {
		if _, other := ballots[w]; !other && !alsoEnglish[w] || w == "the" || w == "and" {
			ballots[w] = vote{english: true}
		}
	}
	return ballots, silents
}()

// votes counts what the words of a text say of its language.
type votes struct {
	english int
	letters bool // a Latin letter beyond ASCII
	of      [ofLetters]tally
}

// tally are the votes for a language.
type tally struct {
	sum   int
	first uint16 // the first word that spoke for it
	two   bool   // another did as well
}

// add counts a word, which has a number.
func (v *votes) add(w vote, id uint16) {
	if w.english {
		v.english += 2
	}
	for l := language(1); w.of>>l != 0; l++ {
		if w.of>>l&1 == 0 {
			continue
		}
		t := &v.of[l]
		if t.two = t.two || t.sum > 0 && t.first != id; t.sum == 0 {
			t.first = id
		}
		if t.sum += 2; w.particle {
			t.sum--
		}
	}
}

// elect names the language of a text by its words of grammar: the one with the most of them, if it has more than English, and two different ones or one beside a letter that
// English does not have. unknown: the text is in English, or too short to tell.
func (v *votes) elect() language {
	best := unknown
	for l := range v.of {
		if v.of[l].sum > v.of[best].sum {
			best = language(l)
		}
	}
	if t := v.of[best]; t.sum > v.english && (t.sum > 2 && t.two || t.sum > 1 && v.letters) {
		return best
	}
	return unknown
}
