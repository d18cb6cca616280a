package compare

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

// Three-digit groups with spaces between them are one number in many languages, or several numbers: "ports 80 443".

// firstGroup and nextGroup match parts of a number that is written with spaces.
var (
	firstGroup = pattern.New(`^[(\[{"$€£¥+-]*[1-9]\d{0,2}$`)
	nextGroup  = pattern.New(`^\d{3}(?:\D.*)?$`)
)

// grouped returns the chunks of a text. Chunks that form one number are joined: "1 000 000".
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

// inGroups reports whether a number is only groups of digits with spaces: it may be several numbers.
func inGroups(t *token) bool {
	return t.kind == Number && strings.Contains(t.text, " ") && strings.Trim(t.text, "0123456789 ") == ""
}

// numbered are nouns that numbers name, in addition to those that letters name. Such numbers are not written in groups.
var numbered = setOf("port line page row column issue ticket chapter step job test version year id number bug commit build channel floor seat slot track lane exit")

// isList reports whether groups of digits are several numbers. They are behind the plural of a noun of numbered ("ports 80 443"), unless they count something. Elsewhere they are
// if the other text has each of them separately; or if it does not have the joined number, a plural is in front of them, and they count nothing.
func isList(all []token, i int, parts []string, together bool, numbers map[string]bool) bool {
	plural := ""
	if i > 0 && !all[i-1].stop && all[i-1].kind != Quoted && beginsNoun(lowered(all[i-1].text)) {
		plural, _ = strings.CutSuffix(lowered(all[i-1].text), "s")
	}
	if slices.ContainsFunc(parts, func(part string) bool { return part[0] == '0' }) { // 45 000
		return false
	}
	behind := i+1 < len(all) && !all[i].stop
	if (numbered[plural] || lettered[plural]) && !(behind && (isUnit(&all[i+1]) || beginsNoun(lowered(all[i+1].text)) || all[i+1].stem == "person")) {
		return true
	}
	if together {
		return false
	}
	counts := behind && (isUnit(&all[i+1]) || all[i+1].weight >= ofContent) // "costs 80 443 euros"
	return plural != "" && !counts || !slices.ContainsFunc(parts, func(part string) bool { return !numbers[part] })
}
