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
	of      [ofLetters]int
}

func (v *votes) add(w vote) {
	if w.english {
		v.english += 2
		return
	}
	weight := 2
	if w.particle {
		weight = 1
	}
	for l := range v.of {
		if w.of>>l&1 == 1 {
			v.of[l] += weight
		}
	}
}

// elect names the language of a text by its words of grammar: the one with the most of them, if it has more than English and at least two, or one and English none. unknown:
// the text is in English, or too short to tell.
func (v *votes) elect() language {
	best := unknown
	for l := range v.of {
		if v.of[l] > v.of[best] {
			best = language(l)
		}
	}
	if n := v.of[best]; n > v.english && (n > 2 || n == 2 && v.english == 0) {
		return best
	}
	return unknown
}
