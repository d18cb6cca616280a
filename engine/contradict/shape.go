package contradict

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/compare"
	"asterism/engine/pattern"
	language "asterism/engine/words"

	"github.com/kljensen/snowball/english"
)

// aside reports whether a text states nothing: a question, a quotation, a placeholder, the beginning of a list, a link.
func aside(text string) bool {
	text = strings.TrimSpace(text)
	return asides.MatchString(text)
}

var asides = pattern.New("(?i)[?:]\\W*$|^[\\W_]*[\"“„«]|\\$\\{|\\{\\{|^[\\W_]*(?:what|how|why|which|who|where)\\b|^[\\W_]*(?:example|e\\.g\\.)|^\\W*\\[[^\\]]*\\]\\([^)]*\\)\\W*$|^\\W*\\[[^\\]]*\\]\\W*$")

// introduces reports whether a text is only the heading of a list: a condition, or an unfinished sentence ("When a berth is free:", "For cargo ships:", "Before mooring, check for:").
func introduces(text string) bool {
	text, list := strings.CutSuffix(strings.Trim(plainText(text), " *_#"), ":")
	fields := strings.Fields(strings.ToLower(text))
	if !list || len(fields) == 0 {
		return false
	}
	last := fields[len(fields)-1]
	_, others := language.Grammar(last)
	return others > 0 || english.IsStopWord(last) || !strings.Contains(text, ",") && (opens(text) || fields[0] == "for")
}

// plainText returns a text without Markdown emphasis and code marks, and with single spaces.
func plainText(text string) string {
	return strings.Join(strings.Fields(markup.Replace(text)), " ")
}

var markup = strings.NewReplacer("**", "", "__", "", "`", "")

// mayBeEnglish reports whether a text shows English. If it shows no other language either, an English ending or a frequent English word is enough, or a sign of markup.
func mayBeEnglish(text string) bool {
	return compare.English(text) || !language.LanguageOf(text).Foreign() && (formed.MatchString(text) || strings.ContainsAny(text, marks)) && strings.IndexFunc(text, isForeignLetter) < 0
}

// marks are signs that are frequent in lists, code and templates, and rare in statements.
const marks = "*`<>{}[]=→|✅❌"

var formed = pattern.New(`(?i)[a-z](?:ing|tions?|ness|ments?|ity|ly|ed)\b|\b(?:the|and|with|are|use|uses|this|that|when|from|your|not)\b`)

func isForeignLetter(c rune) bool { return c > unicode.MaxASCII && unicode.IsLetter(c) }

// verbOf returns the index of the first word that is surely the verb of a statement; 0: none. A text without a subject has none: "Publish submissions to the store" looks
// like "Priya owns the store".
func verbOf(text string) int {
	all := strings.Fields(text)
	for i, field := range all {
		word := strings.ToLower(strings.Trim(field, ".,;:!?()\"'"))
		if i == 0 || word == "" {
			continue
		}
		if strings.ContainsAny(all[i-1], ":;") || all[i-1] == "-" || all[i-1] == "–" || all[i-1] == "—" {
			return 0 // the word in front is a label or a title
		}
		if copulas[word] || holding[word] || word == "cannot" || verbs[word] || went[word] || strings.HasSuffix(word, "n't") {
			return i
		}
		if isVerb(word) && !isNoun(all, i) && (subjects[strings.ToLower(all[0])] && i > 1 || pronouns[strings.ToLower(all[0])] || capital.MatchString(all[i-1])) {
			return i
		}
	}
	if pronouns[strings.ToLower(first(all))] && len(all) > 1 {
		return 1
	}
	return 0
}

// isNoun reports whether a word with a verb's ending is surely a plural noun: a verb, "and" or "or" follows it, or a comma or colon ("table names are", "rules and limits").
func isNoun(all []string, i int) bool {
	if i+1 == len(all) || strings.HasSuffix(all[i], ",") || strings.HasSuffix(all[i], ":") {
		return strings.HasSuffix(all[i], ",") || strings.HasSuffix(all[i], ":")
	}
	next := strings.ToLower(all[i+1])
	return copulas[next] || holding[next] || verbs[next] || next == "and" || next == "or" || next == "&"
}

func first(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

var (
	pronouns = words("we i you they he she it this that everyone everybody nobody somebody")
	subjects = determiners
)

// isPerson reports whether the beginning of a text may be a person's name: one or two capitalised words, no plural, with the verb directly behind them.
func isPerson(part, text string) bool {
	f := strings.Fields(part)
	if len(f) == 0 || len(f) > 2 || verbOf(text) != len(f) || slices.ContainsFunc(f, func(word string) bool { return !capital.MatchString(word) }) {
		return false
	}
	return !strings.HasSuffix(part, "s") || strings.HasSuffix(strings.Fields(text)[len(f)], "s")
}

var capital = pattern.New(`^\p{Lu}\p{L}*\p{Ll}$`)
