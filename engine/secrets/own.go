package secrets

import "regexp"

// own are rules that gitleaks does not have: it is made for code, and notes are sentences.
var own = []*rule{
	{
		kind: "password-in-url", words: []string{"://"}, group: 1,
		compile: lazily(`\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s:/@'"<>]{0,64}:([^\s:/@'"<>{}$]{4,128})@[\w.-]`),
		allowed: []allowed{{words: placeholders}},
	},
	{
		kind: "password-in-words", words: []string{"password", "passwd", "passphrase", "passwort"}, group: 1, digit: true, sentence: true,
		compile: lazily("(?i)\\b(?:password|passwd|passphrase|passwort)[\"'`]?\\s{0,2}(?:is|was|=|:|ist|lautet)\\s{0,2}[\"'`]?([^\\s\"'`<>(){}\\[\\]$,;]{6,64})"),
		allowed: []allowed{{words: placeholders}, {expressions: exprs(`^[^a-zA-Z]*$`, `^[a-z_]+\.[a-zA-Z_.]+\d?$`, `^\*+$`)}},
	},
	{
		kind: "secret-in-words", words: []string{"key", "token", "secret"}, group: 1, digit: true, sentence: true, entropy: 3.2,
		compile: lazily(`(?i)\b(?:` + notItself + `)?(?:(?:api|access|auth|signing|encryption|licen[sc]e|deploy|private|client|webhook|bearer|refresh|session|service|shared|master|secret|account)[ _-]?(?:key|token|secret)|token|secret)` +
			"[\"'`]?(?:\\s+(?:of|for|in|to|from|on|at)\\s[^\\n.;:=]{1,60}?)?\\s{0,2}(?:is|was|=|:|ist|lautet)(?:\\s(?:now|currently))?\\s{0,2}[\"'`]?([A-Za-z0-9_+/=.~-]{16,200})"),
		allowed: []allowed{
			{words: placeholders},
			{target: "match", expressions: exprs(`^(?i)(?:` + notItself + `)`)},
			{expressions: exprs(
				`^(?:[A-Za-z0-9]{0,11}[^A-Za-z0-9])*[A-Za-z0-9]{0,11}\.?$`, // words, dates and versions with signs between them: no part is long
				`^(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$`,        // an id
				`^(?i)[0-9a-f]{40}$`,                         // of a commit
				`^[^a-zA-Z]*$`, `^[A-Z0-9]+(?:_[A-Z0-9]+)+$`, // a number; the name of a variable
			)},
		},
	},
}

// notItself matches the beginning of a statement about a secret that does not reveal it.
const notItself = `(?:id|hash|sha-?\d*|checksum|digest|fingerprint|name|path|prefix|commit)\s+(?:of|for)\s+(?:the\s+|our\s+|my\s+)?`

// placeholders are words written in the place of a secret.
var placeholders = []string{"example", "password", "passwort", "changeme", "change_me", "placeholder", "redacted", "your", "secret", "xxxx", "****", "...", "user", "pass", "test", "%s", "token"}

func exprs(sources ...string) (out []func() (*regexp.Regexp, error)) {
	for _, s := range sources {
		out = append(out, lazily(s))
	}
	return out
}
