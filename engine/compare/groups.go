package compare

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

// Digits in groups of three with spaces between them are one number, as many languages write it, or several in a row: "ports 80 443".

// groups are parts of a number that is written with spaces.
var (
	firstGroup = pattern.New(`^[(\[{"$€£¥+-]*[1-9]\d{0,2}$`)
	nextGroup  = pattern.New(`^\d{3}(?:\D.*)?$`)
)

// grouped are chunks of a text with those together that are one number: "1 000 000".
func grouped(chunks []string) []string {
	for i := 0; i+1 < len(chunks); i++ {
		if c := chunks[i]; c[len(c)-1] < '0' || c[len(c)-1] > '9' || !firstGroup.MatchString(c) { // as most do
			continue
		}
		end := i + 1
		for end < len(chunks) && nextGroup.MatchString(chunks[end]) {
			if end++; len(chunks[end-1]) > 3 {
				break
			}
		}
		if end > i+1 {
			chunks = append(append(slices.Clone(chunks[:i]), strings.Join(chunks[i:end], " ")), chunks[end:]...)
		}
	}
	return chunks
}

// inGroups reports whether a number is written in groups of digits with spaces, and nothing else: it may be several numbers in a row.
func inGroups(t *token) bool {
	return t.kind == Number && strings.Contains(t.text, " ") && strings.Trim(t.text, "0123456789 ") == ""
}

// numbered are nouns behind which a number is a name, beside those that a letter names: digits of names are in no groups.
var numbered = setOf("port line page row column issue ticket chapter step job test version year id number bug commit build channel floor seat slot track lane exit")

// isList reports whether groups of digits are numbers of their own: behind the plural of a noun that numbers name ("ports 80 443"); else where the other text has each of them by itself, or has
// not the number that they are together and a plural stands before them that nothing is counted of.
func isList(all []token, i int, parts []string, together bool, numbers map[string]bool) bool {
	plural := ""
	if i > 0 && !all[i-1].stop && all[i-1].kind != Quoted && nounly(lowered(all[i-1].text)) {
		plural, _ = strings.CutSuffix(lowered(all[i-1].text), "s")
	}
	if slices.ContainsFunc(parts, func(part string) bool { return part[0] == '0' }) { // 45 000
		return false
	}
	behind := i+1 < len(all) && !all[i].stop
	if (numbered[plural] || lettered[plural]) && !(behind && (isUnit(&all[i+1]) || nounly(lowered(all[i+1].text)) || all[i+1].stem == "person")) {
		return true
	}
	if together {
		return false
	}
	counts := behind && (isUnit(&all[i+1]) || all[i+1].weight >= ofContent) // "costs 80 443 euros"
	return plural != "" && !counts || !slices.ContainsFunc(parts, func(part string) bool { return !numbers[part] })
}
