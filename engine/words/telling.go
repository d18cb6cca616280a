package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostLetters is how long a run with signs in it may be to be shown as one word: longer ones are addresses and commands.
const mostLetters = 40

// signs stand within identifiers.
const signs = "_-./:@"

// Telling are up to n words that two texts share, as the first writes them. What tells most comes first: identifiers with signs in them that both write ("usage_events", "api.example.com"), then names, then the
// longest words. See [Shared] for what is a word.
func Telling(a, b string, n int) []string {
	out := identifiers(a, b)
	parts := strings.ToLower(strings.Join(out, " "))
	shared := slices.DeleteFunc(Shared(b, a), func(w string) bool { return strings.Contains(parts, strings.ToLower(w)) })
	nouns := LanguageOf(a+"\n"+b).Code() == "de" // which all have capitals there
	names := map[string]bool{}
	for _, w := range shared {
		names[w] = isName(a, w, nouns)
	}
	slices.SortStableFunc(shared, func(v, w string) int {
		if names[v] != names[w] {
			return map[bool]int{true: -1, false: 1}[names[v]]
		}
		return cmp.Compare(utf8.RuneCountInString(w), utf8.RuneCountInString(v))
	})
	out = append(out, shared...)
	return out[:min(n, len(out))]
}

// identifiers are the runs of a text with a sign between letters or digits that another has as well.
func identifiers(a, b string) (out []string) {
	has := map[string]bool{}
	for _, w := range runs(b) {
		has[strings.ToLower(w)] = true
	}
	for _, w := range runs(a) {
		if lower := strings.ToLower(w); has[lower] {
			out, has[lower] = append(out, w), false
		}
	}
	return out
}

// runs are the runs of letters, digits and the signs of identifiers that have a letter and, within, such a sign.
func runs(text string) (out []string) {
	said := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) }
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return !said(c) && !strings.ContainsRune(signs, c) }) {
		w = strings.Trim(w, signs)
		if strings.ContainsFunc(w, unicode.IsLetter) && strings.ContainsAny(w, signs) && utf8.RuneCountInString(w) <= mostLetters {
			out = append(out, w)
		}
	}
	return out
}

// isName reports whether a word stands in a text as a name does: with a capital behind its first letter, with a digit, or with a capital elsewhere than where a sentence begins, unless nouns have that
// too. What is all capitals, such as API and UTC, is rather a kind of thing that many texts speak of.
func isName(text, word string, nouns bool) bool {
	letters := []rune(word)
	if !slices.ContainsFunc(letters, unicode.IsLower) {
		return false
	}
	if slices.ContainsFunc(letters[1:], unicode.IsUpper) || slices.ContainsFunc(letters, unicode.IsDigit) {
		return true
	}
	if !unicode.IsUpper(letters[0]) || nouns {
		return false
	}
	begins := true
	for _, field := range strings.Fields(text) {
		if !begins && strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) == word {
			return true
		}
		begins = strings.ContainsAny(field[len(field)-1:], ".!?:")
	}
	return false
}
