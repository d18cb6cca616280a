package contradict

import (
	"slices"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// Otherwise is the difference between a newer memory and an older one about the same thing.
type Otherwise struct {
	By      int    // the newer memory's index
	Differs string // the places that differ, in words
}

// SaidOtherwise returns, for each memory, the newest of the others that contradicts it; nil: none. It is stricter than [MaySupersede], which decides what storing offers to
// replace: unless the newer text reports the change, exactly one place may differ, and that place must be the statement, not the topic. It compares only short texts. A memory
// that is nil contradicts none.
func SaidOtherwise(memories []*store.Memory) []*Otherwise {
	var texts compare.Reader
	out := make([]*Otherwise, len(memories))
	read := readAll(memories)
	for i, older := range memories {
		for j, m := range memories {
			if read[i] == nil || read[j] == nil || m.Namespace != older.Namespace || !laterBy(m, older, read[j].past(), read[i].past()) || out[i] != nil && !laterBy(m, memories[out[i].By], read[j].past(), read[out[i].By].past()) {
				continue
			}
			reported := reportedIf(&read[i].reading, &read[j].reading)
			plain := mayBePlain(read[i].topicWords, read[j].topicWords)
			switch {
			case reported.gone:
				if holdsForStated(older.Content, m.Content, plainlyOtherwise) {
					out[i] = &Otherwise{j, reported.words}
				}
				continue
			case reported.words == "" && !plain:
				continue
			}
			r := texts.In(m.Modality, older.Content, m.Content)
			if differs := differsPlainly(older.Content, m.Content, &r, reported); differs != "" && holdsForStated(older.Content, m.Content, plainlyOtherwise) {
				out[i] = &Otherwise{j, differs}
			}
		}
	}
	return out
}

// plainlyOtherwise reports whether a text clearly contradicts an older one.
func plainlyOtherwise(older, text string, r *compare.Result) bool {
	reported := reportedBy(read(older), read(text))
	return reported.gone || differsPlainly(older, text, r, reported) != ""
}

// differsPlainly returns in what a text clearly contradicts an older one, if it does not name something as gone; "": it does not contradict it.
func differsPlainly(older, text string, r *compare.Result, reported reported) string {
	switch {
	case reported.words == "" && !updates(older, text, r) || parallel(older, text, r):
	case reported.words != "":
		return reported.words
	case plainly(older, text, r) && Restates(older, text, r):
		return r.Words()
	}
	return ""
}

// statement is a memory that is one statement, and what was read of it.
type statement struct {
	reading
	topicWords map[string]bool
}

// readAll returns the memories that are statements, with nil for the others.
func readAll(memories []*store.Memory) []*statement {
	out := make([]*statement, len(memories))
	for i, m := range memories {
		if m != nil && m.Modality == "text" && short(m) {
			out[i] = &statement{reading{text: m.Content}, topicWords(m.Content)}
		}
	}
	return out
}

// reportedIf is [reportedBy] with a quick check in front, for many pairs. Of the texts that a search finds nearly none reports a change, and fewer still share two words.
func reportedIf(older, text *reading) reported {
	if !text.mayReportChange() {
		return reported{}
	}
	about := func(word string) bool { return slices.Contains(text.about(), word) }
	switch both := known(text.about(), older.allStems()); {
	case both == 0:
		return reported{}
	case both >= leastBoth || slices.ContainsFunc(older.head(), about):
	case slices.ContainsFunc(older.about(), func(word string) bool { return about(word) && strings.ContainsAny(word, "-_./") }):
	case !slices.ContainsFunc(older.amounts(), func(v amount) bool { return v.kind == "version" }):
		return reported{}
	}
	return reportedBy(older, text)
}

// Bounds of what two texts share if one reports a change of the other.
const (
	leastBoth      = 2  // words of a topic
	leastBothShare = .5 // share of the topic words of the text that has fewer, if something is gone
)

// Bounds of a difference that is shown without being asked for.
const (
	mostDiffering = 3  // words in one text that replace words of the other
	leastShared   = .6 // share of what both texts say
	mostOther     = 5  // topic words that the other text does not have, inflected forms included
)

// mayBePlain reports whether two texts differ in so few topic words that a comparison is worth its time. Nearly all texts that one search finds differ in more.
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

// plainly reports whether two texts differ in one place of few words, and that place is what is said of a thing. Turns of a conversation that only sound similar differ in more.
// If the place is the thing itself, the same may hold for both ("billing runs on port 80", "search runs on port 80").
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

// values are the kinds of which a thing has one value at a time.
var values = map[compare.Kind]bool{compare.Number: true, compare.Version: true, compare.Time: true}

const (
	leastAbout = 2 // words in front of a value that show what it belongs to
	leastLabel = 3 // and in front of a value that a word such as "port" names ("port 8080"): with fewer, the value is part of the topic ("sprint 12")
	mostUnit   = 3 // words behind a value that show what it counts
)

var (
	// small are words that may be between a value and the form of "be", or the verb, in front of it.
	small = words("a an the in at on by to of for from with up about around after before within until now also still currently only once every")
	// single are participles that allow one value at a time ("located in"). Others, such as "used by", allow several.
	single = words("called named handled done written sent sold drained retained paid insured compressed stored kept hosted served deployed led managed owned approved signed located based held updated assigned scheduled planned cut set backed run due checked class")
	// verbs are present and past forms that do not end in s.
	verbs = words("has have had may can must will should hold need take cost last run use go went")
)

// isSaid reports whether a part is what the text says of something, and not what the text is about. Behind a form of "be" it must end the text; only small words and one of [single] may be
// in between. A number, version or time may also follow a verb or a small word, with its unit behind it, or end the text.
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

// units are plurals of units of values.
var units = words("days hours minutes seconds weeks months years euros dollars requests percent replicas seats desks users customers memories points times attempts retries copies pages items degrees")
