package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

var gone = strings.Join(vanishing, "|")

// Ways to name what is so no longer: what stands behind, or in front. Behind "no longer" a verb may stand in front of it.
var (
	goneBehind = pattern.New(`(?i)\b(?:(?:took|takes|taken) over (?:[^,;.:()]+? )?from|(?:has|have) replaced|stopped using|from|instead of|no longer(?: (?:on|in|at|by|with|use|need|support|have|run|keep|send|exist|(?-i:[a-z]+(?:[a-rt-z]s|ed|ing))))?\b|` +
		`[a-z\d]+ (?:do|does|did)(?:n't| not) (?:use|need|support|have|run|keep|send) )\s*((?:[^,;.:()]|[.:]\S)*)`)
	goneBefore = pattern.New(`(?i)(?:^|[;,.:] )(?:after |since |now that |because )?([^,;.:()]+?) (?:(?:has |have )?left(?: us| (?:the|our) [a-z]+)?(?:[;,.]|$| in (?-i:[A-Z\d]))|(?:` + strings.Join(leaving, "|") + `|(?:is|are|was|were|has been|have been) (?:` + gone + `|` + strings.Join(absent, "|") + `|replaced(?: by| with)?)|(?:has |have )?moved to|(?:is|are|was|were)(?:n't| not) [^,;.:]+ any ?more|(?:is|are|was|were) no longer|no longer exists?)\b)`)
	until      = pattern.New(`(?i) (?:to|into|onto|because|since|as|for|and|but|any ?more|in|on|at|by) `)
)

// goneIn is what a text names as gone, where the older text has all of its words and the texts share another word, or it is all that the older one is about.
func goneIn(older, text *reading) string {
	for _, at := range goneBehind.FindAllStringSubmatchIndex(text.text, -1) {
		from, rest := text.text[at[0]:at[2]], text.text[at[2]:at[3]]
		part, to := rest, ""
		if at := until.FindStringIndex(part); at != nil {
			part, to = part[:at[0]], part[at[1]:]
		}
		if !isGone(part, text, older) || supposed(text.text[:at[2]]) {
			continue
		}
		if !strings.HasPrefix(strings.ToLower(from), "from") {
			return clause(text.text, at[0], at[1])
		}
		if to == "" || !strings.Contains(rest, " to ") && !strings.Contains(rest, " into ") {
			continue // where something comes from
		}
		if at := until.FindStringIndex(to); at != nil {
			to = to[:at[0]]
		}
		return "value changed: " + part + " → " + to
	}
	for _, at := range goneBefore.FindAllStringSubmatchIndex(text.text, -1) {
		part := text.text[at[2]:at[3]]
		if (isGone(part, text, older) || isAll(part, older) && vanished.MatchString(text.text[at[0]:at[1]])) && !supposed(text.text[:at[1]]) && !relative.MatchString(part) && !toCome.MatchString(part) {
			return clause(text.text, at[2], at[1])
		}
	}
	return ""
}

// clause is the clause of a text in which a part of it stands: "Anna left" of "Anna left; Tomas owns billing now". Of a long one it is what is around the part.
func clause(text string, from, to int) string {
	if at := ending.FindAllStringIndex(text[:from], -1); at != nil {
		text, from, to = text[at[len(at)-1][1]:], from-at[len(at)-1][1], to-at[len(at)-1][1]
	}
	to = max(from, len(strings.TrimRight(text[:to], ";,.: ")))
	if at := ending.FindStringIndex(text[to:]); at != nil {
		text = text[:to+at[0]]
	}
	if said := strings.TrimSpace(text); len(said) <= longestClause {
		return "“" + said + "”"
	}
	return "“" + strings.TrimSpace(text[from:to]) + "”"
}

// longestClause is how many bytes of a clause are told.
const longestClause = 100

// ending ends a clause.
var ending = pattern.New(`[;,.:!?](?:\s|$)`)

// relative ends what a clause says more of, such as "timers that are no longer needed": which of them is told, and not that they are gone.
var relative = pattern.New(`(?i) (?:that|which|who)$`)

// toCome ends a part behind which a verb tells no past: what will be, may be, is demanded or denied, as in "they will resign" and "you can retire".
var toCome = pattern.New(`(?i)(?:\b(?:to|will|would|can|cannot|could|may|might|must|should|shall|not|never|do|does|did|gonna|let)|n['’]t|['’](?:ll|d))$`)

// vanished is how a part of a text says that a thing is there no more, which somebody who is away may be.
var vanished = pattern.New(`(?i) (?:` + gone + `|replaced (?:by|with))$`)

// isAll reports whether a part of a text names what an older one is about, in any order: all that stands before its verb, or most of its words ("the radio log is kept on paper", "the paper radio log").
func isAll(part string, older *reading) bool {
	named, of, head := topic(part), older.about(), older.head()
	if known(named, older.allStems()) < float64(len(named)) {
		return false
	}
	is := setOf(named)
	stands := !slices.ContainsFunc(strings.Fields(older.text), func(word string) bool { return were[word] })
	return stands && len(head) > 0 && known(head, is) == float64(len(head)) || len(named) >= leastOfTopic && known(of, is) >= leastTopic*float64(len(of))
}

// headOf is what stands before the first verb of a text, as far as endings and a short list tell verbs; "" where none does.
func headOf(text string) string {
	all := strings.Fields(text)
	for i, word := range all {
		if i > 0 && isVerb(strings.ToLower(word)) {
			return strings.Join(all[:i], " ")
		}
	}
	return ""
}

// isGone reports whether the older text has all the words of a part, and the texts share another word, and words enough to be about the same thing.
func isGone(part string, text, older *reading) bool {
	named, was := topic(part), older.allStems()
	if len(named) == 0 || known(named, was) < float64(len(named)) {
		return false
	}
	both, other := map[string]bool{}, false
	for _, word := range text.about() {
		if was[word] {
			both[word], other = true, other || !hasDigit(word) && !slices.Contains(named, word)
		}
	}
	return other && float64(len(both)) >= leastBothShare*float64(min(len(text.about()), len(older.about())))
}

func setOf(list []string) map[string]bool {
	out := map[string]bool{}
	for _, word := range list {
		out[word] = true
	}
	return out
}
