package secrets

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed gitleaks.toml
var gitleaks []byte

// rule recognises one kind of secret.
type rule struct {
	kind     string
	words    []string // in lower case; the text must have one of them
	entropy  float64  // least bits per character of the secret; 0: any
	group    int      // the group of the expression that is the secret; 0: the first that is not empty, or the whole match
	led      bool     // the part of the expression for a name in front of the words was removed, see leading
	digit    bool     // the secret must have a digit
	sentence bool     // punctuation at the end of a sentence does not belong to the secret
	allowed  []allowed
	compile  func() (*regexp.Regexp, error)
}

// allowed is what a rule matches although it is no secret.
type allowed struct {
	target      string // what the expressions are applied to: match, line, or the secret
	all         bool   // both the expressions and the words must match
	expressions []func() (*regexp.Regexp, error)
	words       []string
}

// file is what is read of gitleaks.toml. Conditions about paths are left out, since a text has none.
type file struct {
	Allowlist allowlist `toml:"allowlist"`
	Rules     []struct {
		ID          string      `toml:"id"`
		Regex       string      `toml:"regex"`
		Path        string      `toml:"path"`
		Entropy     float64     `toml:"entropy"`
		SecretGroup int         `toml:"secretGroup"`
		Keywords    []string    `toml:"keywords"`
		Allowlists  []allowlist `toml:"allowlists"`
	} `toml:"rules"`
}

type allowlist struct {
	Condition   string   `toml:"condition"`
	RegexTarget string   `toml:"regexTarget"`
	Regexes     []string `toml:"regexes"`
	StopWords   []string `toml:"stopwords"`
	Paths       []string `toml:"paths"`
}

// leading is the beginning of a gitleaks expression that accepts a name before an assignment. A search with it is slow, since a name may begin anywhere. So it is
// removed, and the text in front of the match is added separately.
const leading = `(?i)[\w.-]{0,50}?`

// maxLed is the largest number of characters of a name that are added.
const maxLed = 50

// book has all rules, and what is no secret for any rule.
type book struct {
	rules  []*rule
	always allowed
	finder *finder
}

// rules parses the rules when the first text is checked.
var rules = sync.OnceValues(func() (*book, error) {
	var f file
	if err := toml.Unmarshal(gitleaks, &f); err != nil {
		return nil, fmt.Errorf("read rules: %w", err)
	}
	b := &book{always: allowedOf(f.Allowlist)}
	for _, r := range f.Rules {
		if r.Regex == "" || r.Path != "" {
			continue
		}
		out := &rule{kind: r.ID, words: r.Keywords, entropy: r.Entropy, group: r.SecretGroup, digit: strings.HasPrefix(r.ID, "generic")}
		source, led := strings.CutPrefix(r.Regex, leading)
		if out.led = led; led {
			source = "(?i)" + source
		}
		out.compile = lazily(source)
		for _, a := range r.Allowlists {
			if strings.EqualFold(a.Condition, "AND") && len(a.Paths) > 0 {
				continue
			}
			out.allowed = append(out.allowed, allowedOf(a))
		}
		b.rules = append(b.rules, out)
	}
	b.rules = append(b.rules, own...)
	b.finder = newFinder(b.rules)
	return b, nil
})

func allowedOf(a allowlist) allowed {
	out := allowed{target: a.RegexTarget, all: strings.EqualFold(a.Condition, "AND")}
	for _, r := range a.Regexes {
		out.expressions = append(out.expressions, lazily(r))
	}
	for _, w := range a.StopWords {
		out.words = append(out.words, strings.ToLower(w))
	}
	return out
}

func lazily(source string) func() (*regexp.Regexp, error) {
	return sync.OnceValues(func() (*regexp.Regexp, error) { return regexp.Compile(source) })
}
