package secrets

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Policy is what happens to a text with secrets.
type Policy string

// The policies. The zero value means the default: the setting of a server or a command, and without one Refuse.
const (
	Refuse Policy = "refuse" // it is not stored
	Redact Policy = "redact" // it is stored with each secret replaced by its kind
	Allow  Policy = "allow"  // it is stored unchanged
)

// Policies are the names that a user can give.
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

// Or returns p, or other if p is the zero value.
func (p Policy) Or(other Policy) Policy {
	if p == "" {
		return other
	}
	return p
}

// Redacted returns a text with each secret replaced by its kind, and where the secrets were.
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

// Where returns kind and place of a finding in words, and never the secret: "github-pat in line 3, characters 12 to 51".
func (f Finding) Where(text string) string {
	line := strings.Count(text[:f.Start], "\n") + 1
	from := utf8.RuneCountInString(text[strings.LastIndexByte(text[:f.Start], '\n')+1:f.Start]) + 1
	return fmt.Sprintf("%s in line %d, characters %d to %d", f.Kind, line, from, from+utf8.RuneCountInString(text[f.Start:f.End])-1)
}
