package chunk

import (
	"regexp"
	"strings"
)

// opener matches the first line of a top-level declaration in the languages that have one at column 0. It is
// deliberately a heuristic: a wrong cut costs a little context, never text.
var opener = regexp.MustCompile(`^(?:(?:pub(?:\([a-z]+\))?|export|default|public|private|protected|internal|static|final|abstract|async|unsafe|extern|inline|virtual|sealed|open|data|local)\s+)*` +
	`(?:func|def|defp|defmodule|class|fn|impl|trait|mod|module|struct|enum|union|interface|type|function|namespace|macro_rules!|message|service|template|CREATE|create|object|record|extension|protocol|sub|package)\b`)

// cLike matches a function definition of the C family at column 0: a return type, a name, an open parenthesis, no semicolon.
var cLike = regexp.MustCompile(`^[A-Za-z_][\w:<>,*&\s\[\]]*\s[*&]*[~\w:]+\s*\([^;]*$`)

// assigned matches functions that JavaScript and shells assign to a name at column 0.
var assigned = regexp.MustCompile(`^(?:export\s+)?(?:(?:const|let|var)\s+\w+\s*=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*=>|\w+\s*=>)|\w+\s*\(\)\s*\{)`)

// declarations cuts source code before each top-level declaration, including the comments, attributes and
// decorators directly above it.
func declarations(lines []string) []span {
	var spans []span
	start, title := 0, ""
	for i, l := range lines {
		if !opens(l) {
			continue
		}
		at := i
		for at > start && attached(lines[at-1]) {
			at--
		}
		if at > start {
			spans = append(spans, span{title, lines[start:at], start})
			start = at
		}
		title = strings.TrimRight(strings.TrimSpace(l), " {:")
	}
	return append(spans, span{title, lines[start:], start})
}

func opens(l string) bool {
	if l == "" || l[0] == ' ' || l[0] == '\t' || l[0] == '#' || l[0] == '/' || l[0] == '}' {
		return false
	}
	return opener.MatchString(l) || cLike.MatchString(l) || assigned.MatchString(l)
}

// attached reports whether a line belongs to the declaration below it.
func attached(l string) bool {
	t := strings.TrimSpace(l)
	for _, p := range []string{"//", "/*", "*", "#", "@", "--", ";;", "\"\"\"", "[", "%"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return false
}
