package contradict

import (
	"strings"

	"asterism/engine/compare"
	"asterism/engine/pattern"
	"asterism/engine/store"
)

// Pairs finds the relation of pairs of memories, whichever of the two is newer. The zero value is ready; it is for one goroutine.
type Pairs struct{ texts compare.Reader }

// Parallel is the relation of two texts that make similar statements about two things, or about two times at which something happened: "the key of Stripe is rotated every
// 90 days", "the key of Twilio is rotated every 30 days". Only [Pairs.Between] returns it.
const Parallel Relation = "parallel"

// Between is the relation of the newer of two memories to the older one; "": their words tell none, or one of them is long or no text. Of two memories of one time the first is taken for the older one.
func (p *Pairs) Between(a, b *store.Memory) Relation {
	if len(a.Content) > longest || len(b.Content) > longest || a.Modality != "text" || b.Modality != "text" {
		return ""
	}
	if Later(a, b) {
		a, b = b, a
	}
	older, text := read(a.Content), read(b.Content)
	if !p.texts.Apart(b.Modality, a.Content, b.Content) {
		r := p.texts.In(b.Modality, a.Content, b.Content)
		switch relation := relationOf(a.Content, b.Content, &r, toldBy(older, text)); {
		case r.Class == compare.Same || r.Class == compare.Rephrased && relation == Repeats:
			return Repeats
		case (older.happened() || text.happened()) && !inOneWord(&r):
			return ""
		case r.Class != compare.Different && parallel(a.Content, b.Content, &r):
			return Parallel
		case r.Class == compare.Detail && subordinates.MatchString(a.Content) != subordinates.MatchString(b.Content):
			return "" // "the queue is full", "new jobs are refused while the queue is full": what both say is when or why the rest is so
		case relation != "":
			return relation
		}
	}
	if toldBy(older, text).words != "" || toldBy(text, older).words != "" {
		return Replaces
	}
	return ""
}

// subordinates begin a clause of time, condition or reason.
var subordinates = pattern.New(`(?i)\b(?:while|when|whenever|after|once|if|unless|until|because|since|as soon as|so that)\b`)

// inOneWord reports whether two texts differ in one place, by a word at most on each side. Where one of them tells of something that happened, only this makes them statements of one thing: what happens to a
// thing and what comes of it are told in the same words, too ("the driver fell asleep", "the car left the road because the driver was asleep").
func inOneWord(r *compare.Result) bool {
	return len(r.Changed) == 1 && len(strings.Fields(r.Changed[0].Old)) <= 1 && len(strings.Fields(r.Changed[0].New)) <= 1
}

// Happened reports whether a text, in English, tells of something that happened, and of nothing that holds.
func Happened(text string) bool { return happened(text) }
