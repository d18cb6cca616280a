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
	words    []string // in lower case; one of them must stand in the text
	entropy  float64  // bits a character that the secret must exceed; 0: any
	group    int      // of the expression, which is the secret; 0: the first that is not empty, or all
	led      bool     // the expression was freed of the name in front of the words, see leading
	digit    bool     // the secret must have a digit
	sentence bool     // what ends a sentence does not belong to the secret
	allowed  []allowed
	compile  func() (*regexp.Regexp, error)
}

// allowed is what a rule matches and is no secret.
type allowed struct {
	target      string // what the expressions are tried on: match, line, or the secret
	all         bool   // both the expressions and the words must be met
	expressions []func() (*regexp.Regexp, error)
	words       []string
}

// file is what is read of gitleaks.toml. What belongs to paths is left out: a text has none.
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

// leading is how gitleaks begins an expression that wants a name before an assignment. A search through it is slow, since a name may begin anywhere: it is taken
// away, and what stands before the match is added by hand.
const leading = `(?i)[\w.-]{0,50}?`

// maxLed is how many characters of a name are added.
const maxLed = 50

// book is all rules, and what is no secret whatever rule it matches.
type book struct {
	rules  []*rule
	always allowed
	finder *finder
}

// rules reads the rules at the first text.
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
