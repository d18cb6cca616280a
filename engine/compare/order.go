package compare

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"asterism/engine/words"
)

// surelyOther is how many more half counts of other languages' grammar words than of English ones show another language (see [words.Grammar]). It is more than one word, which may be
// a name.
const surelyOther = 3

// mostNames is the largest number of words in other scripts that may be names in a text with a verb in Latin letters ("Иванов reviewed Петров").
const mostNames = 2

// orderCounts reports whether a text is in Latin letters and no grammar words show another language than English. Only then may the order of its words show who does what.
func orderCounts(all []token) bool { return inLatin(all) && !ofOtherGrammar(all) }

// inLatin reports whether a text is in Latin letters, apart from names.
func inLatin(all []token) bool {
	others, latins, verb := 0, 0, false
	for i := range all {
		switch t := &all[i]; {
		case t.script == none:
		case strings.ContainsFunc(t.text, func(c rune) bool { return unicode.Is(unicode.Latin, c) }):
			latins++
			verb = verb || t.script == latin && t.kind == Word && strings.ToLower(t.text) == t.text
		default:
			others++
		}
	}
	return latins >= others || others <= mostNames && verb
}

// ofOtherGrammar reports whether grammar words show another language than English. Words that also occur in English texts, in names such as Oscar de la Renta, are not enough.
func ofOtherGrammar(all []token) bool {
	english, others := grammarOf(all)
	return others-english >= surelyOther
}

// grammarOf counts the grammar words of a text, in halves as [words.Grammar] does: those of English, and those of other languages.
func grammarOf(all []token) (english, others int) {
	for i := range all {
		t := &all[i]
		first, _ := utf8.DecodeRuneInString(t.text)
		switch is, other := words.Grammar(lowered(t.text)); {
		case is:
			english += 2
		case other == particle && inName(all, i):
		case t.first || !unicode.IsUpper(first):
			others += other
		}
	}
	return english, others
}

// particle is the count in [words.Grammar] of a word that is also a part of names.
const particle = 1

// inName reports whether a particle may be a part of a name: a capital or the beginning of the text is in front of it, and a capital behind it: "Le Monde", "Maria de la Cruz".
func inName(all []token, i int) bool {
	capital := func(i int) bool { return i >= 0 && i < len(all) && unicode.IsUpper(firstRune(all[i].text)) }
	from, to := i, i+1
	for ; from > 0 && !capital(from-1) && isParticle(&all[from-1]); from-- {
	}
	for ; to < len(all) && !capital(to) && isParticle(&all[to]); to++ {
	}
	return (from == 0 || capital(from-1)) && capital(to)
}

func isParticle(t *token) bool {
	_, other := words.Grammar(lowered(t.text))
	return other == particle
}

// English reports whether a text shows that it is in English: by grammar words, or by a word of our lists if there are no grammar words of another language.
// A text that shows nothing is not.
func English(text string) bool { return showsEnglish(tokens(text)) }

func showsEnglish(all []token) bool {
	if !orderCounts(all) {
		return false
	}
	english, others := grammarOf(all)
	return english > 0 && english >= others || others == 0 && slices.ContainsFunc(all, func(t token) bool { return knownWord(&t) })
}

// knownWord reports whether a lower-case word is in our English lists, or has the form of an English past participle.
func knownWord(t *token) bool {
	return t.script == latin && t.kind == Word && !t.denies && t.text == strings.ToLower(t.text) && (known().group[t.stem] != "" || light[t.stem] || bases[t.stem] || participle(t.text))
}

// deniedByLanguage removes the denial from words that deny only in another language than the text's: "non" is a prefix in English ("non non-blocking reads", "non
// blocking"), and "no" means "in the" in Portuguese.
func deniedByLanguage(all []token) {
	portuguese := sync.OnceValue(func() bool { return inPortuguese(all) })
	other := sync.OnceValue(func() bool { return ofOtherGrammar(all) })
	for i := range all {
		t := &all[i]
		switch {
		case !t.denies:
		case t.stem == "non" && !other():
			t.denies, t.weight = false, ofContent
		case t.stem == "no" && portuguese():
			t.denies, t.weight = false, 0
		}
	}
}

// Letters, and articles joined with prepositions, that Spanish and English texts do not have.
const lettersOfPortuguese = "ãõçâêôà"

var articlesOfPortuguese = setOf("o os da das dos ao aos em uma nas nos às")

// inPortuguese reports whether a text is in Portuguese, where "no" means "in the": grammar words show it, or such letters and articles do in a text without other English grammar words.
func inPortuguese(all []token) bool {
	var b strings.Builder
	english, marked := false, false
	for i := range all {
		lower := lowered(all[i].text)
		if lower == "no" {
			continue
		}
		is, _ := words.Grammar(lower)
		acronym := len(lower) > 1 && all[i].text == strings.ToUpper(all[i].text) // OS, DOS
		english, marked = english || is, marked || !acronym && articlesOfPortuguese[lower]
		b.WriteString(lower)
		b.WriteByte(' ')
	}
	text := b.String()
	return words.LanguageOf(text).Code() == "pt" || !english && (marked || strings.ContainsAny(text, lettersOfPortuguese))
}
