package compare

import (
	"slices"
	"strings"
)

// sequence is what a text says is done first and what then: the words that say something.
type sequence struct{ first, then []token }

var (
	// ordering are words between what is done and what is done after it, or the other way round.
	ordering = map[string]bool{"before": true, "after": false, "then": true, "afterwards": true}
	// firstly and later say in which order two acts are done that "and" joins: "deploy first and test later".
	firstly = setOf("first")
	// prepares are verbs of work on an act that is not the act: planning a deploy is none.
	prepares = stemsOf("plan prepare schedule propose draft")
	later    = setOf("later afterwards")
	// repeats say that something is done besides, of which the order tells nothing: "test again after deploying".
	repeats = stemsOf("again also too well")
	// lacks deny what stands behind them, not the order.
	lacks = stemsOf("without")
	// joinedVerbs are verbs of two words that are nouns of one.
	joinedVerbs = strings.NewReplacer("back up", "backup", "backing up", "backup", "backed up", "backup", "roll out", "rollout", "rolling out", "rollout", "roll back", "rollback", "rolling back", "rollback",
		"clean up", "cleanup", "cleaning up", "cleanup", "sign off", "signoff", "signing off", "signoff", "hand over", "handover", "handing over", "handover")
)

// sequenceOf reads the order of two acts in a text: "A before B", "before B, A", "A, then B", "B only after A", "A first and B later". ok is false where it tells none, or more than one.
func sequenceOf(text string) (s sequence, ok bool) {
	all := tokens(joinedVerbs.Replace(strings.ToLower(text)))
	at, forward := -1, false
	for i := range all {
		if f, known := ordering[lowered(all[i].text)]; known && i+1 < len(all) { // "link afterwards" ends with it
			if at >= 0 {
				return s, false
			}
			at, forward = i, f
		}
	}
	switch {
	case at < 0:
		return andLater(all)
	case at == 0: // "before B, A"
		end := slices.IndexFunc(all, func(t token) bool { return t.stop })
		if end < 0 || lowered(all[0].text) == "then" {
			return s, false
		}
		s = sequence{saying(all[1 : end+1]), saying(all[end+1:])}
		forward = !forward
	default:
		s = sequence{saying(all[:at]), saying(all[at+1:])}
	}
	if !forward {
		s.first, s.then = s.then, s.first
	}
	return s, len(s.first) > 0 && len(s.then) > 0
}

// andLater reads two acts that "and" joins, of which one is said to be first or the other one later.
func andLater(all []token) (s sequence, ok bool) {
	at := slices.IndexFunc(all, func(t token) bool { return lowered(t.text) == "and" })
	if at < 0 {
		return s, false
	}
	s = sequence{saying(all[:at]), saying(all[at+1:])}
	return s, (edged(all[:at], firstly) || edged(all[at+1:], later)) && len(s.first) > 0 && len(s.then) > 0
}

// edged reports whether an act begins or ends with a word of a list. Within it the word tells which thing is meant: "reply to the first customer".
func edged(act []token, list map[string]bool) bool {
	return len(act) > 0 && (list[lowered(act[0].text)] || list[lowered(act[len(act)-1].text)])
}

// saying are the words that say what is done.
func saying(all []token) (out []token) {
	for i := range all {
		t := &all[i]
		if (t.weight >= ofContent || lightNoun(all, i) || prepares[t.stem]) && !firstly[lowered(t.text)] && !later[lowered(t.text)] {
			out = append(out, *t)
		}
	}
	return out
}

// orderTurned reports whether a text does two acts in the other order than a goal wants them, and in which: "run the migration, then back up" beside "back up before running the
// migration". It names nothing else: "deploy, then test the rollback" is another thing. open: the text has that order, but says that it is not to be, asks about it, or does something once more.
func (g *aims) orderTurned(text string) (differs string, turned, open bool) {
	if g.order == nil {
		return "", false, false
	}
	t, ok := sequenceOf(text)
	wanted := slices.Concat(g.order.first, g.order.then)
	if !ok || !partOf(t.first, wanted) || !partOf(t.then, wanted) {
		return "", false, false
	}
	first, then := g.order.first[:1], g.order.then[:1] // what is done; behind it stands to what, which "it" may stand for: "validate input before saving it"
	if !partOf(then, t.first) || !partOf(first, t.then) || partOf(first, t.first) || partOf(then, t.then) {
		return "", false, false
	}
	if strings.HasSuffix(text, "?") || g.guarded(text) || slices.ContainsFunc(tokens(text), func(t token) bool { return t.denies && !lacks[t.stem] || repeats[t.stem] }) {
		return "", false, true
	}
	return "the other order: " + textOf(t.first) + " before " + textOf(t.then), true, false
}

// partOf reports whether all words of one act are words of another.
func partOf(act, other []token) bool {
	return !slices.ContainsFunc(act, func(t token) bool {
		return !slices.ContainsFunc(other, func(o token) bool { return o.key == t.key })
	})
}
