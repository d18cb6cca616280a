package compare

import (
	"strings"

	"asterism/engine/pattern"
)

// clause is a part of a text that says something for itself.
type clause struct {
	text    string
	subject string // words of an earlier clause that it is about, which stand in front of text; "" when it names its own
	end     int    // bytes of the whole text up to its end
}

// mostClauses is how many clauses of a text are looked at.
const mostClauses = 12

var (
	// between two clauses stands a sign, a word, or both.
	joints = pattern.New(`(?i)[,;:.!?]\s+(?:and\s+|or\s+|nor\s+|but\s+|so\s+that\s+|so\s+)?|\s+(?:and|or|nor|but|so\s+that|so)\s+|\s+[–—-]\s+`)
	// conditions are clauses that say when something is done, or why: they do nothing themselves.
	conditions = pattern.New(`(?i)(?:^|[\s,])(?:even\s+)?(?:if|when|whenever|unless|in\s+case|because|although)\s(?:[^,;.]|\.\S)*[,;.]?`)
)

// clausesOf are the clauses of a text, without those that are too short to say anything. One that goes on with what an earlier one is about, or with its "never … or", says so.
func clausesOf(text string) (out []clause) {
	from, subject, denied := 0, "", ""
	add := func(end int, joint string) {
		c := clause{text: strings.TrimSpace(text[from:end]), end: end}
		if c.text == "" || len(out) == mostClauses {
			return
		}
		denies := denialOf(c.text)
		switch own := subjectOf(c.text); {
		case own != "":
			subject = own
		case denies == "" && denied != "" && strings.Contains(joint, "or"):
			c.text = denied + " " + c.text
			denies = denied
		}
		if first := firstWord(c.text); subjectOf(c.text) == "" && (articles[first] || ours[first]) {
			subject = "" // it names its own, and where that ends is not known
		} else if subjectOf(c.text) == "" && subject != "" {
			c.subject = subject
			c.text = subject + " " + c.text
		}
		denied = denies
		out = append(out, c)
	}
	joint := ""
	for _, at := range joints.FindAllStringIndex(text, mostClauses) {
		if strings.TrimSpace(strings.ToLower(text[at[0]:at[1]])) == "but" && makesException(text[from:]) {
			continue
		}
		add(at[0], joint)
		from, joint = at[1], strings.ToLower(text[at[0]:at[1]])
	}
	add(len(text), joint)
	return out
}

// subjectOf are the words of a clause before its first auxiliary or "never": what it is about. "" where none stand there, or more than a few.
func subjectOf(text string) string {
	fields := strings.Fields(text)
	for i, f := range fields[:min(len(fields), mostOfSubject+1)] {
		if f = strings.ToLower(f); auxiliary[f] || f == "never" || f == "always" || f == "not" {
			return strings.Join(fields[:i], " ")
		}
	}
	return ""
}

// mostOfSubject is how many words name what a clause is about.
const mostOfSubject = 4

// denialOf is the first word of a clause that denies, or "".
func denialOf(text string) string {
	for f := range strings.FieldsSeq(strings.ToLower(text)) {
		if denials[f] {
			if f == "without" || f == "no" || f == "nobody" || f == "nothing" {
				return "never"
			}
			return f
		}
	}
	return ""
}

func firstWord(text string) string {
	first, _, _ := strings.Cut(text, " ")
	return strings.ToLower(first)
}

// unconditional is a text without the clauses that say when something is done, and whether it has any.
func unconditional(text string) (rest string, had bool) {
	if !conditions.MatchString(text) {
		return text, false
	}
	return strings.TrimSpace(conditions.ReplaceAllString(text, " ")), true
}
