package contradict

import (
	"strings"

	"asterism/engine/compare"
	"asterism/engine/pattern"
	"asterism/engine/store"
)

// Pairs finds the relation of two memories, in either order of time. The zero value is ready to use, by one goroutine.
type Pairs struct{ texts compare.Reader }

// Parallel is the relation of two texts that make similar statements about two things, or about two times at which something happened: "the key of Stripe is rotated every
// 90 days", "the key of Twilio is rotated every 30 days". Only [Pairs.Between] returns it.
const Parallel Relation = "parallel"

// Between returns the relation of the newer of two memories to the older one. It returns "" if their words show none, or if one is too long or is not text. If neither is
// later, a counts as older.
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
		switch relation := relationOf(a.Content, b.Content, &r, reportedBy(older, text)); {
		case r.Class == compare.Same || r.Class == compare.Rephrased && relation == Repeats:
			return Repeats
		case (older.happened() || text.happened()) && !inOneWord(&r):
			return ""
		case r.Class != compare.Different && parallel(a.Content, b.Content, &r):
			return Parallel
		case r.Class == compare.Detail && subordinates.MatchString(a.Content) != subordinates.MatchString(b.Content):
			return "" // "the queue is full", "new jobs are refused while the queue is full": the shared part is only the time or reason of the rest
		case relation != "":
			return relation
		}
	}
	if reportedBy(older, text).words != "" || reportedBy(text, older).words != "" {
		return Replaces
	}
	return ""
}

// subordinates begin a clause of time, condition or reason.
var subordinates = pattern.New(`(?i)\b(?:while|when|whenever|after|once|if|unless|until|because|since|as soon as|so that)\b`)

// inOneWord reports whether two texts differ in one place, by at most one word on each side. If one of them reports an event, only then are they statements about one thing. An event and its
// effect use the same words, too ("the driver fell asleep", "the car left the road because the driver was asleep").
func inOneWord(r *compare.Result) bool {
	return len(r.Changed) == 1 && len(strings.Fields(r.Changed[0].Old)) <= 1 && len(strings.Fields(r.Changed[0].New)) <= 1
}

// Happened reports whether an English text reports an event only: a past tense, no present tense, and no decision or change.
func Happened(text string) bool { return happened(text) }
