package aims

import (
	"slices"
	"strings"
)

var (
	// postponing puts off what its object names, which then is not there when it was wanted.
	postponing = stems("postpone delay defer cancel shelve suspend halt abandon")
	// offs are words that with a verb in front put something off: "called off the launch", "put the launch on hold".
	offs = map[string][]string{"put": {"off", "aside", "on hold", "on ice"}, "call": {"off"}, "push": {"back", "off"}, "hold": {"off", "back"}, "give": {"up", "up on"}, "turn": {"off"}, "switch": {"off"}, "take": {"out"}, "get": {"rid of"}}
	// being is in front of a participle that tells what was done to the subject.
	being = stems("is are was were be been being get got gets")
	// trailing are adverbs behind an object that do not end in -ly.
	trailing = stems("back off aside forever altogether today tomorrow yesterday anyway meanwhile instead entirely")
)

// takes reports whether a word takes away, or puts off, what it is about.
func (w *stepWord) takes() bool { return w.is(removals) || w.is(postponing) }

// parted is where the object of a verb begins that puts off only together with words behind it, which may stand behind the object, too. ok is false where the verb stands alone.
func parted(words []stepWord, i int) (from int, ok bool) {
	for _, off := range offs[words[i].stem] {
		parts := strings.Fields(off)
		if saysAt(words, i+1, parts) {
			return i + 1 + len(parts), true
		}
		for k := i + 2; k < len(words) && !words[k-1].ends && !words[k-1].is(behind); k++ {
			if saysAt(words, k, parts) {
				return i + 1, true
			}
		}
	}
	return 0, false
}

// saysAt reports whether words stand at a place.
func saysAt(words []stepWord, at int, parts []string) bool {
	if at+len(parts) > len(words) {
		return false
	}
	for k, p := range parts {
		if strings.ToLower(words[at+k].text) != p {
			return false
		}
	}
	return true
}

// subjectOf are the words of the clause in front of a participle, where it tells what was done to them: "the launch was postponed". nil: it does not, or none of them was.
func subjectOf(words []stepWord, i int) []stepWord {
	k := i - 1
	for k >= 0 && strings.HasSuffix(words[k].text, "ly") && words[k].telling {
		k--
	}
	if k < 0 || !words[k].is(being) {
		return nil
	}
	for k >= 0 && (words[k].is(being) || words[k].is(begins)) {
		k--
	}
	from := k
	for from >= 0 && !words[from].ends {
		from--
	}
	out := words[from+1 : k+1]
	if slices.ContainsFunc(out, func(w stepWord) bool {
		return !w.telling && !w.is(determiners) || w.is(behind) || w.is(denials) || w.stem == "no"
	}) {
		return nil
	}
	for len(out) > 0 && !out[0].telling {
		out = out[1:]
	}
	return out
}

// withoutAdverbs leaves out the adverbs at the end of an object: "the launch indefinitely".
func withoutAdverbs(object []stepWord) []stepWord {
	for len(object) > 1 {
		last := object[len(object)-1]
		if !last.is(trailing) && !(strings.HasSuffix(strings.ToLower(last.text), "ly") && len(last.text) > 4) {
			break
		}
		object = object[:len(object)-1]
	}
	return object
}
