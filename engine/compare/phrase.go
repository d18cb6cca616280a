package compare

import "strings"

// past reports whether a verb is in the past tense: "moved", not "moves" nor "is moved", which may happen repeatedly.
func past(all []token, i int) bool {
	text := lowered(all[i].text)
	if !participle(text) && text != "cut" {
		return false
	}
	before := ""
	if i > 0 {
		before = lowered(all[i-1].text)
	}
	return before != "is" && before != "are" && before != "be"
}

// participle reports whether a word in lower case has the form of a past participle: "moved", "withdrawn".
func participle(word string) bool {
	return strings.HasSuffix(word, "ed") || irregular[word] != "" && irregular[word] != word
}

// phraseFrom returns the content tokens from an index on, up to the next grammar word.
func phraseFrom(all []token, at int) (out []int) {
	for i := at; i < len(all); i++ {
		switch {
		case all[i].weight > 0:
			out = append(out, i)
		case len(out) > 0 || !ours[all[i].stem] && all[i].stem != "it" && lowered(all[i].text) != "its":
			return out
		}
		if all[i].stop {
			return out
		}
	}
	return out
}

// phraseBefore returns the content tokens directly in front of an index, skipping forms of "be" and "have".
func phraseBefore(all []token, at int) (out []int) {
	i := at - 1
	for i >= 0 && all[i].weight == 0 && (all[i].stem == "be" || all[i].stem == "have") && !all[i].stop {
		i--
	}
	for ; i >= 0 && all[i].weight > 0 && !all[i].stop; i-- {
		out = append([]int{i}, out...)
	}
	return out
}
