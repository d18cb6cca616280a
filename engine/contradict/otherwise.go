package contradict

import (
	"slices"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// Otherwise is the difference of a newer memory to an older one about the same thing.
type Otherwise struct {
	By      int    // its place
	Differs string // the places that differ, in words
}

// SaidOtherwise returns, for each of some memories, the newest among them that differs from it about the same thing; nil: none. It is stricter than what storing offers to
// supersede ([MaySupersede]): exactly one place differs, and that place is clearly the statement, not the topic. It compares single statements of text only. A memory that
// is nil differs from none.
func SaidOtherwise(memories []*store.Memory) []*Otherwise {
	var texts compare.Reader
	out := make([]*Otherwise, len(memories))
	read := readAll(memories)
	for i, older := range memories {
		for j, m := range memories {
			if read[i] == nil || read[j] == nil || m.Namespace != older.Namespace || !laterBy(m, older, read[j].past(), read[i].past()) || out[i] != nil && !laterBy(m, memories[out[i].By], read[j].past(), read[out[i].By].past()) {
				continue
			}
			told := toldIf(&read[i].reading, &read[j].reading)
			plain := mayBePlain(read[i].telling, read[j].telling)
			switch {
			case told.gone:
				if holdsStated(older.Content, m.Content, plainlyOtherwise) {
					out[i] = &Otherwise{j, told.words}
				}
				continue
			case told.words == "" && !plain:
				continue
			}
			r := texts.In(m.Modality, older.Content, m.Content)
			if differs := differsPlainly(older.Content, m.Content, &r, told); differs != "" && holdsStated(older.Content, m.Content, plainlyOtherwise) {
				out[i] = &Otherwise{j, differs}
			}
		}
	}
	return out
}

// plainlyOtherwise reports whether a text says plainly otherwise than an older one.
func plainlyOtherwise(older, text string, r *compare.Result) bool {
	told := toldBy(read(older), read(text))
	return told.gone || differsPlainly(older, text, r, told) != ""
}

// differsPlainly is in what a text differs that says plainly otherwise than an older one, where it names nothing as gone; "": it does not.
func differsPlainly(older, text string, r *compare.Result, told told) string {
	switch {
	case told.words == "" && !updates(older, text, r) || parallel(older, text, r):
	case told.words != "":
		return told.words
	case plainly(older, text, r) && Restates(older, text, r):
		return r.Words()
	}
	return ""
}

// statement is a memory that is one statement, as it was read.
type statement struct {
	reading
	telling map[string]bool // see telling
}

// readAll are those of some memories that are statements; nil in the place of others.
func readAll(memories []*store.Memory) []*statement {
	out := make([]*statement, len(memories))
	for i, m := range memories {
		if m != nil && m.Modality == "text" && short(m) {
			out[i] = &statement{reading{text: m.Content}, telling(m.Content)}
		}
	}
	return out
}

// toldIf is [toldBy] for many pairs: of the texts that a search finds nearly none tells a change, and fewer have two words in common.
func toldIf(older, text *reading) told {
	if !text.tells() {
		return told{}
	}
	about := func(word string) bool { return slices.Contains(text.about(), word) }
	switch both := known(text.about(), older.allStems()); {
	case both == 0:
		return told{}
	case both >= leastBoth || slices.ContainsFunc(older.head(), about):
	case slices.ContainsFunc(older.about(), func(word string) bool { return about(word) && strings.ContainsAny(word, "-_./") }):
	case !slices.ContainsFunc(older.amounts(), func(v amount) bool { return v.kind == "version" }):
		return told{}
	}
	return toldBy(older, text)
}

// Bounds of what two texts share where one tells a change of the other.
const (
	leastBoth      = 2  // words of a topic
	leastBothShare = .5 // of those of the text that has fewer, where something is gone
)

// Bounds of a difference that is told without being asked for.
const (
	mostDiffering = 3  // words that stand in the place of others
	leastShared   = .6 // of what both texts say
	mostOther     = 5  // telling words that the other text has not: those that differ, and forms of the same words
)

// mayBePlain reports, by the telling words of two texts, whether so little differs that comparing them is worth its time: nearly all texts that one search finds differ in more.
func mayBePlain(a, b map[string]bool) bool {
	lacks := func(a, b map[string]bool) (n int) {
		for word := range a {
			if !b[word] {
				n++
			}
		}
		return n
	}
	return lacks(a, b) <= mostOther && lacks(b, a) <= mostOther && shareEnough(a, b)
}

// plainly reports whether a difference is one place of few words, in texts that say the same otherwise, and that place is what is said of a thing: turns of a conversation that only
// sound alike differ in more, and another thing may have the same said of it ("billing runs on port 80", "search runs on port 80").
func plainly(older, text string, r *compare.Result) bool {
	if len(r.Changed) != 1 || r.Shared < leastShared {
		return false
	}
	c := r.Changed[0]
	if c.Old == "" || c.New == "" || len(strings.Fields(c.Old)) > mostDiffering || len(strings.Fields(c.New)) > mostDiffering {
		return false
	}
	if r.Class == compare.Contradiction {
		return true
	}
	return isSaid(older, c.Old, c.Kind) && isSaid(text, c.New, c.Kind) || isUsed(older, c.Old) && isUsed(text, c.New)
}

// values are kinds of which a thing has one of a sort at a time.
var values = map[compare.Kind]bool{compare.Number: true, compare.Version: true, compare.Time: true}

const (
	leastAbout = 2 // words in front of a value that tell what it is of
	leastLabel = 3 // and in front of one that another word names, as in "port 8080": in front of a text, such a value is a part of what the text is about ("sprint 12")
	mostUnit   = 3 // words behind a value that tell what it counts
)

var (
	// small are words that may stand between what is said and the form of "be", or the verb, in front of it.
	small = words("a an the in at on by to of for from with up about around after before within until now also still currently only once every")
	// single are participles of what a thing has one of at a time. Others, such as "used by", say nothing of that.
	single = words("called named handled done written sent sold drained retained paid insured compressed stored kept hosted served deployed led managed owned approved signed located based held updated assigned scheduled planned cut set backed run due checked class")
	// verbs are those that do not end in s.
	verbs = words("has have had may can must will should hold need take cost last run use go went")
)

// isSaid reports whether a part of a text is what the text says of something, and not what it is about. Behind a form of "be" that is what ends the text, with small words and
// one of single between at most; a value may also follow a verb or a small word, with what it counts behind it, or end the text.
func isSaid(text, part string, kind compare.Kind) bool {
	at := placeOf(text, part, true)
	if at < 0 {
		return false
	}
	before, after := strings.Fields(strings.ToLower(text[:at])), strings.Fields(strings.ToLower(strings.Trim(text[at+len(part):], " .!")))
	n := len(before)
	for n > 0 && small[before[n-1]] {
		n--
	}
	if n > 1 && single[before[n-1]] {
		for n--; n > 0 && small[before[n-1]]; n-- {
		}
	}
	if n > 0 && copulas[before[n-1]] {
		return len(after) == 0 || values[kind]
	}
	if !values[kind] || len(before) < leastAbout || len(after) > mostUnit || slices.ContainsFunc(after, isVerb) {
		return false
	}
	if len(after) == 0 && len(before) >= leastLabel {
		return true
	}
	last := before[len(before)-1]
	return (small[last] || isVerb(last)) && slices.ContainsFunc(before[1:], isVerb)
}

// isVerb reports whether a word in lower case may be a verb.
func isVerb(word string) bool {
	return copulas[word] || verbs[word] || strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "rs") && len(word) > 3 && !units[word]
}

// units are plurals of what values count.
var units = words("days hours minutes seconds weeks months years euros dollars requests percent replicas seats desks users customers memories points times attempts retries copies pages items degrees")
