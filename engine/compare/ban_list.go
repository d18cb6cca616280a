package compare

import (
	"strings"

	"asterism/engine/pattern"
)

// conditioning matches the beginning of a condition in a clause: how, when or where.
var conditioning = pattern.New(`(?i)\s(?:in|on|at|by|with|without|before|after|until|unless|during|outside|inside|while|from|via|over|under)\s`)

// sharing returns the clauses of a goal. If one "never" forbids a list of things, each gets the verb and the condition that the list shares: "never store card numbers or passwords in
// plain text" forbids to store either of them in plain text, and not to store card numbers at all. A clause counts as a thing of the list if it begins as a noun does: with an article,
// or with a plural.
func sharing(goal string, clauses []clause) []clause {
	for k := range clauses {
		head := headOf(clauses[k].text)
		if head == "" {
			continue
		}
		denied := strings.ToLower(denialOf(clauses[k].text)) + " "
		end, things := k, []string{}
		for m := k + 1; m < len(clauses); m++ {
			thing := clauses[m].text
			if strings.HasPrefix(strings.ToLower(thing), denied) {
				thing = thing[len(denied):]
			}
			if own := goal[clauses[m-1].end:clauses[m].end]; strings.ContainsAny(own[:1], ".;:!?") || deniesItself(own) || clauses[m].subject != "" || subjectOf(thing) != "" || !beginsNoun(firstWord(thing)) {
				break
			}
			end, things = m, append(things, thing)
		}
		if end == k {
			continue
		}
		tail := ""
		if at := conditioning.FindStringIndex(clauses[end].text); at != nil {
			tail = clauses[end].text[at[0]:]
		}
		for m := k; m <= end; m++ {
			if m > k {
				clauses[m].text = head + " " + things[m-k-1]
			}
			if !conditioning.MatchString(clauses[m].text) {
				clauses[m].text += tail
			}
		}
	}
	return clauses
}

// deniesItself reports whether a clause begins with its own "never", behind the words that join it to the previous clause.
func deniesItself(text string) bool {
	at := joints.FindStringIndex(text)
	return at != nil && at[0] == 0 && denials[firstWord(text[at[1]:])]
}

// headOf returns the words of a clause up to the verb behind its "never" or "not"; "" if it has none or the verb is a passive.
func headOf(text string) string {
	fields := strings.Fields(text)
	for i, f := range fields {
		if f = strings.ToLower(f); (f == "never" || f == "not" || f == "don't") && i+1 < len(fields) && !auxiliary[strings.ToLower(fields[i+1])] {
			return strings.Join(fields[:i+2], " ")
		}
	}
	return ""
}

// beginsNoun reports whether a word probably begins a noun phrase: an article, or a plural.
func beginsNoun(word string) bool {
	return articles[word] || ours[word] || len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss")
}
