package compare

import (
	"strings"

	"asterism/engine/pattern"
)

// clause is a part of a text that makes a statement of its own.
type clause struct {
	text    string
	subject string // words of an earlier clause that are its subject, and begin text; "" if it has its own
	end     int    // offset of its end in the whole text
}

// mostClauses is the largest number of clauses of a text that are considered.
const mostClauses = 12

var (
	// joints match what is between two clauses: a sign, a word, or both.
	joints = pattern.New(`(?i)[,;:.!?]\s+(?:and\s+|or\s+|nor\s+|but\s+|so\s+that\s+|so\s+)?|\s+(?:and|or|nor|but|so\s+that|so)\s+|\s+[–—-]\s+`)
	// conditions match clauses that say when or why something is done: they do nothing themselves.
	conditions = pattern.New(`(?i)(?:^|[\s,])(?:even\s+)?(?:if|when|whenever|unless|in\s+case|because|although)\s(?:[^,;.]|\.\S)*[,;.]?`)
)

// clausesOf returns up to mostClauses clauses of a text. A clause that continues an earlier subject, or a "never … or", gets those words in front.
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
			subject = "" // it has its own, and the end of that is unknown
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

// subjectOf returns the words of a clause in front of its first auxiliary or "never": its subject. It returns "" if there are none, or too many.
func subjectOf(text string) string {
	fields := strings.Fields(text)
	for i, f := range fields[:min(len(fields), mostOfSubject+1)] {
		if f = strings.ToLower(f); auxiliary[f] || f == "never" || f == "always" || f == "not" {
			return strings.Join(fields[:i], " ")
		}
	}
	return ""
}

// mostOfSubject is the largest number of words of a subject.
const mostOfSubject = 4

// denialOf returns the first denying word of a clause; "" if there is none. For "without", "no", "nobody" and "nothing" it returns "never".
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

// unconditional returns a text without its conditions (see conditions), and whether it had any.
func unconditional(text string) (rest string, had bool) {
	if !conditions.MatchString(text) {
		return text, false
	}
	return strings.TrimSpace(conditions.ReplaceAllString(text, " ")), true
}
