package compare

import "strings"

// past reports whether a verb tells what was done: "moved", not "moves" nor "is moved", which may be done again and again.
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

// participle reports whether a word in lower case has the form of a verb that tells what was done: "moved", "withdrawn".
func participle(word string) bool {
	return strings.HasSuffix(word, "ed") || irregular[word] != "" && irregular[word] != word
}

// phraseFrom are the tokens that say something from a place on, up to the next word of grammar.
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

// phraseBefore are the tokens that say something right before a place, without forms of "be".
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
