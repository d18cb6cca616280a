package compare

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"asterism/engine/pattern"
	"asterism/engine/words"
)

// The separators of a number depend on the language: 1,000.5 in English, 1.000,5 in German, 1 000,5 in French, 1'000.5 in Switzerland, 1,00,000 in India. Here a comma in front of
// three digits separates thousands, and otherwise a fraction. A point in front of three digits separates a fraction in English, and thousands in languages that write a fraction
// with a comma. If no word shows the language, both readings are kept.

// numberWithUnit matches a number in one of these forms, and what directly follows it.
var numberWithUnit = pattern.New(`^([-+]?(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:[' ]\d{3})+(?:[.,]\d+)?|[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?|\d+(?:[.,]\d+)?))(\D*)$`)

// splitUnit separates a written number from a known unit that directly follows it.
func splitUnit(word string) (number, unit string, ok bool) {
	m := numberWithUnit.FindStringSubmatch(word)
	if m == nil || m[2] != "" && !units[m[2]] {
		return "", "", false
	}
	return m[1], m[2], true
}

// plainNumber returns a number that matches [numberWithUnit] with a decimal point and no other separator.
func plainNumber(written string) string {
	n := strings.NewReplacer(" ", "", "'", "", "+", "").Replace(written)
	at, point := strings.LastIndexByte(n, ','), strings.LastIndexByte(n, '.')
	switch {
	case at < 0:
		return n
	case point > at:
	case point >= 0, len(n)-at-1 != 3, strings.TrimPrefix(n[:at], "-") == "0": // 1.000,50 and 0,5
		return strings.ReplaceAll(n[:at], ".", "") + "." + n[at+1:]
	}
	return strings.ReplaceAll(n, ",", "")
}

// onto adds a number and a word of another script that directly follows it: "9시에", "1,000명", "30мин".
func (s *scanner) onto(c string) bool {
	m := numberWithUnit.FindStringSubmatch(c)
	if m == nil || m[2] == "" || strings.ContainsFunc(m[2], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) || unicode.Is(unicode.Latin, r) }) {
		return false
	}
	s.add(m[1], plainNumber(m[1]), Number)
	s.split(m[2])
	return true
}

// pointed matches a number with a point in front of each three digits.
var pointed = pattern.New(`^[1-9]\d{0,2}(?:\.\d{3})+$`)

// commas are languages that write a fraction with a comma.
var commas = setOf("de fr es it pt nl sv da pl")

// readPoints reads points in numbers as the language of the text does.
func readPoints(all []token) []token {
	comma := sync.OnceValue(func() bool { return writesCommas(all) })
	english := sync.OnceValue(func() bool { return showsEnglish(all) })
	for i := range all {
		t := &all[i]
		if t.kind != Number && t.kind != Version || !strings.Contains(t.text, ".") || !pointed.MatchString(t.text) {
			continue
		}
		thousands := strings.ReplaceAll(t.text, ".", "")
		switch {
		case comma():
			t.stem, t.key, t.kind, t.weight = thousands, thousands, Number, ofValue
		case !english():
			t.either = thousands
		}
	}
	return all
}

// writesCommas reports whether grammar words or letters show a language that writes a fraction with a comma.
func writesCommas(all []token) bool {
	if slices.ContainsFunc(all, func(t token) bool { return t.script == cyrillic }) {
		return true
	}
	return commas[words.LanguageOf(textOf(all)).Code()]
}

// sameNumbers returns a sequence in which an ambiguous number is read as the other text has it.
func sameNumbers(all, other []token) []token {
	if !slices.ContainsFunc(all, func(t token) bool { return t.either != "" || inGroups(&t) }) {
		return all
	}
	stems, numbers := map[string]bool{}, map[string]bool{} // of the other text
	for j := range other {
		stems[other[j].stem] = true
		if other[j].kind == Number {
			numbers[other[j].stem] = true
		}
	}
	out, parted := make([]token, 0, len(all)+1), false
	for i := range all {
		t := all[i]
		switch parts := strings.Fields(t.text); {
		case inGroups(&t) && isList(all, i, parts, stems[t.stem], numbers):
			for k, part := range parts {
				one := t
				one.text, one.stem, one.key, one.stop = part, part, part, t.stop && k == len(parts)-1
				out = append(out, one)
			}
			parted = true
			continue
		case t.either != "" && !stems[t.stem] && numbers[t.either]:
			t.stem, t.key, t.kind, t.weight = t.either, t.either, Number, ofValue
		}
		out = append(out, t)
	}
	if parted {
		for i := range out {
			out[i].negated = 0
		}
		return polarised(out)
	}
	return out
}
