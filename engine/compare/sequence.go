package compare

import (
	"slices"
	"strings"
)

// sequence is two acts in the order in which a text says that they are done, as content words.
type sequence struct{ first, then []token }

var (
	// ordering are words between two acts. true: the first-named act is done first.
	ordering = map[string]bool{"before": true, "after": false, "then": true, "afterwards": true}
	// firstly and later give the order of two acts joined by "and": "deploy first and test later".
	firstly = setOf("first")
	// prepares are verbs of preparation: planning a deploy is not the deploy.
	prepares = stemsOf("plan prepare schedule propose draft")
	later    = setOf("later afterwards")
	// repeats say that something is done additionally, so its order means nothing: "test again after deploying".
	repeats = stemsOf("again also too well")
	// lacks deny the words behind them, not the order.
	lacks = stemsOf("without")
	// joinedVerbs maps verbs of two words to the noun of one word.
	joinedVerbs = strings.NewReplacer("back up", "backup", "backing up", "backup", "backed up", "backup", "roll out", "rollout", "rolling out", "rollout", "roll back", "rollback", "rolling back", "rollback",
		"clean up", "cleanup", "cleaning up", "cleanup", "sign off", "signoff", "signing off", "signoff", "hand over", "handover", "handing over", "handover")
)

// sequenceOf returns the order of two acts in a text: "A before B", "before B, A", "A, then B", "B only after A", "A first and B later". ok is false if it gives no order, or more than one.
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

// andLater returns two acts that "and" joins, if the first one has a word of firstly or the second a word of later.
func andLater(all []token) (s sequence, ok bool) {
	at := slices.IndexFunc(all, func(t token) bool { return lowered(t.text) == "and" })
	if at < 0 {
		return s, false
	}
	s = sequence{saying(all[:at]), saying(all[at+1:])}
	return s, (edged(all[:at], firstly) || edged(all[at+1:], later)) && len(s.first) > 0 && len(s.then) > 0
}

// edged reports whether an act begins or ends with a word of a list. In the middle the word says which thing is meant: "reply to the first customer".
func edged(act []token, list map[string]bool) bool {
	return len(act) > 0 && (list[lowered(act[0].text)] || list[lowered(act[len(act)-1].text)])
}

// saying returns the words that name an act.
func saying(all []token) (out []token) {
	for i := range all {
		t := &all[i]
		if (t.weight >= ofContent || lightNoun(all, i) || prepares[t.stem]) && !firstly[lowered(t.text)] && !later[lowered(t.text)] {
			out = append(out, *t)
		}
	}
	return out
}

// orderReversed reports whether a text does two acts of a goal in the opposite order, and returns the text's order in differs: "run the migration, then back up" against "back up
// before running the migration". The text must name nothing else: "deploy, then test the rollback" is different. open: the text names that order, but denies it, asks about it, or
// repeats an act.
func (g *aims) orderReversed(text string) (differs string, turned, open bool) {
	if g.order == nil {
		return "", false, false
	}
	t, ok := sequenceOf(text)
	wanted := slices.Concat(g.order.first, g.order.then)
	if !ok || !partOf(t.first, wanted) || !partOf(t.then, wanted) {
		return "", false, false
	}
	first, then := g.order.first[:1], g.order.then[:1] // the act; behind it is its object, for which the text may have "it": "validate input before saving it"
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
