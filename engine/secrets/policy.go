package secrets

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Policy says what becomes of a text with secrets in it.
type Policy string

// The policies. The zero value asks for whatever applies otherwise: what a server or a command was told, and at last Refuse.
const (
	Refuse Policy = "refuse" // it is not stored
	Redact Policy = "redact" // it is stored with the kind in the place of each secret
	Allow  Policy = "allow"  // it is stored as it is
)

// Policies are the names that a person can give.
var Policies = []string{string(Refuse), string(Redact), string(Allow)}

// ParsePolicy reads the name of a policy.
func ParsePolicy(name string) (Policy, error) {
	for _, p := range Policies {
		if name == p {
			return Policy(p), nil
		}
	}
	return "", fmt.Errorf("secrets %q is none of %s", name, strings.Join(Policies, ", "))
}

// Or is p, or else another where p is the zero value.
func (p Policy) Or(other Policy) Policy {
	if p == "" {
		return other
	}
	return p
}

// Redacted is a text with the kind of each secret in its place, and where the secrets stood.
func Redacted(text string) (string, []Finding, error) {
	found, err := Find(text)
	if err != nil || len(found) == 0 {
		return text, nil, err
	}
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(text[at:f.Start])
		b.WriteString("[redacted " + f.Kind + "]")
		at = f.End
	}
	b.WriteString(text[at:])
	return b.String(), found, nil
}

// Where says kind and place of a finding in words, and never the secret: "github-pat in line 3, characters 12 to 51".
func (f Finding) Where(text string) string {
	line := strings.Count(text[:f.Start], "\n") + 1
	from := utf8.RuneCountInString(text[strings.LastIndexByte(text[:f.Start], '\n')+1:f.Start]) + 1
	return fmt.Sprintf("%s in line %d, characters %d to %d", f.Kind, line, from, from+utf8.RuneCountInString(text[f.Start:f.End])-1)
}

// Said lists findings in words.
func Said(text string, found []Finding) string {
	out := make([]string, len(found))
	for i, f := range found {
		out[i] = f.Where(text)
	}
	return strings.Join(out, "; ")
}
