package contradict

import (
	"slices"
	"strings"

	"asterism/engine/pattern"
)

var gone = strings.Join(vanishing, "|")

// Patterns for what is no longer so. The thing is behind the words, or in front of them. A verb may follow "no longer".
var (
	goneBehind = pattern.New(`(?i)\b(?:(?:took|takes|taken) over (?:[^,;.:()]+? )?from|(?:has|have) replaced|stopped using|from|instead of|no longer(?: (?:on|in|at|by|with|use|need|support|have|run|keep|send|exist|(?-i:[a-z]+(?:[a-rt-z]s|ed|ing))))?\b|` +
		`[a-z\d]+ (?:do|does|did)(?:n't| not) (?:use|need|support|have|run|keep|send) )\s*((?:[^,;.:()]|[.:]\S)*)`)
	goneBefore = pattern.New(`(?i)(?:^|[;,.:] )(?:after |since |now that |because )?([^,;.:()]+?) (?:(?:has |have )?left(?: us| (?:the|our) [a-z]+)?(?:[;,.]|$| in (?-i:[A-Z\d]))|(?:` + strings.Join(leaving, "|") + `|(?:is|are|was|were|has been|have been) (?:` + gone + `|` + strings.Join(absent, "|") + `|replaced(?: by| with)?)|(?:has |have )?moved to|(?:is|are|was|were)(?:n't| not) [^,;.:]+ any ?more|(?:is|are|was|were) no longer|no longer exists?)\b)`)
	until      = pattern.New(`(?i) (?:to|into|onto|because|since|as|for|and|but|any ?more|in|on|at|by) `)
)

// goneIn returns the clause in which a text names something as gone. The older text must have all of its words, and the texts must share another word, or it must be the
// older text's whole topic.
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
			continue // a source or an origin
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

// clause returns the clause around a part of a text: "Anna left" of "Anna left; Tomas owns billing now". Of a clause that is too long it returns the part only.
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

// longestClause is the largest size in bytes of a clause that is shown.
const longestClause = 100

// ending matches the end of a clause.
var ending = pattern.New(`[;,.:!?](?:\s|$)`)

// relative matches the beginning of a relative clause: "timers that are no longer needed" says which timers are meant, and not that they are gone.
var relative = pattern.New(`(?i) (?:that|which|who)$`)

// toCome matches the end of a part behind which a verb is no past tense: a future, a possibility, a demand or a denial, as in "they will resign" and "you can retire".
var toCome = pattern.New(`(?i)(?:\b(?:to|will|would|can|cannot|could|may|might|must|should|shall|not|never|do|does|did|gonna|let)|n['’]t|['’](?:ll|d))$`)

// vanished matches a part that says that a thing no longer exists. It excludes the words for a person who is away.
var vanished = pattern.New(`(?i) (?:` + gone + `|replaced (?:by|with))$`)

// isAll reports whether a part names the topic of an older text, in any order: all that is in front of its verb, or most of its words ("the radio log is kept on paper",
// "the paper radio log").
func isAll(part string, older *reading) bool {
	named, of, head := topic(part), older.about(), older.head()
	if known(named, older.allStems()) < float64(len(named)) {
		return false
	}
	is := setOf(named)
	stands := !slices.ContainsFunc(strings.Fields(older.text), func(word string) bool { return were[word] })
	return stands && len(head) > 0 && known(head, is) == float64(len(head)) || len(named) >= leastOfTopic && known(of, is) >= leastTopic*float64(len(of))
}

// headOf returns the text in front of its first verb; "" if there is no verb behind the first word. Verbs are recognised by endings and a short list.
func headOf(text string) string {
	all := strings.Fields(text)
	for i, word := range all {
		if i > 0 && isVerb(strings.ToLower(word)) {
			return strings.Join(all[:i], " ")
		}
	}
	return ""
}

// isGone reports whether the older text has all words of a part, the texts share another word, and they share enough words to be about the same thing.
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
