package secrets

import "regexp"

// own are the rules that gitleaks has not: it reads code, and notes are sentences.
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
}

// placeholders stand where a secret would.
var placeholders = []string{"example", "password", "passwort", "changeme", "change_me", "placeholder", "redacted", "your", "secret", "xxxx", "****", "...", "user", "pass", "test", "%s", "token"}

func exprs(sources ...string) (out []func() (*regexp.Regexp, error)) {
	for _, s := range sources {
		out = append(out, lazily(s))
	}
	return out
}
