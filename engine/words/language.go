package words

// language is one whose word forms are known.
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
	russian // all texts in Cyrillic letters
	arabic  // all texts in Arabic letters
	hindi   // all texts in Devanagari
	languages
)

// ofLetters is the first of the languages that are recognised by their letters; those before it are recognised by their grammar words.
const ofLetters = russian

// vote is what a word shows about the language of its text.
type vote struct {
	english  bool   // a word of English grammar, and of no other language's
	particle bool   // it counts half
	of       uint16 // one bit for each language of which it is a grammar word
}

// ballots maps all grammar words to their votes; silents are those words, by language.
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

// votes counts what the words of a text show about its language.
type votes struct {
	english int
	letters bool // a Latin letter beyond ASCII
	of      [ofLetters]tally
}

// tally is the count for one language.
type tally struct {
	sum   int
	first uint16 // the first word that counted for it
	two   bool   // a different word counted for it, too
}

// add counts the vote of a word with this id.
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

// elect returns the language of a text by its grammar words: the one with the most of them, if it has more than English, and two different ones or one and a letter that
// English does not have. unknown: the text is in English, or too short.
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
