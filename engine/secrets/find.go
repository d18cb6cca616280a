package secrets

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Finding is a place in a text that looks like a secret.
type Finding struct {
	Kind       string // such as github-pat, private-key, generic-api-key, payment-card
	Start, End int    // byte offsets: text[Start:End] is the secret
}

// Card is the kind of a payment card's number.
const Card = "payment-card"

// Find returns the secrets of a text in order. Of two that overlap it returns the one with the more specific rule, or otherwise the longer.
func Find(text string) ([]Finding, error) {
	b, err := rules()
	if err != nil {
		return nil, err
	}
	var all []Finding
	for _, h := range b.finder.hits(text) {
		if all, err = b.rules[h.rule].find(all, text, h, &b.always); err != nil {
			return nil, err
		}
	}
	all = append(all, cards(text)...)
	return apart(all), nil
}

// before is how far in front of a rule's word its match may begin: there may be a name, or the first letters of a key.
const before = 80

// find appends what one rule finds.
func (r *rule) find(all []Finding, text string, h hit, always *allowed) ([]Finding, error) {
	expression, err := r.compile()
	if err != nil {
		return nil, err
	}
	from := max(0, h.first-before)
	for from > 0 && inWord(text[from-1]) && h.first-from < 4*before { // in the middle of a word \b would match
		from--
	}
	for _, m := range expression.FindAllStringSubmatchIndex(text[from:], -1) {
		start, end := r.secret(m)
		f := Finding{r.kind, from + start, from + end}
		if r.sentence {
			f.End = f.Start + len(strings.TrimRight(text[f.Start:f.End], ".!?:"))
		}
		secret, led := text[f.Start:f.End], from+m[0]
		if r.led {
			for n := 0; n < maxLed && led > 0 && (inWord(text[led-1]) || text[led-1] == '.' || text[led-1] == '-'); n++ {
				led--
			}
		}
		if entropy(secret) <= r.entropy || r.digit && !strings.ContainsAny(secret, "0123456789") {
			continue
		}
		known, err := r.known(text, secret, led, from+m[1], always)
		if err != nil {
			return nil, err
		}
		if !known {
			all = append(all, f)
		}
	}
	return all, nil
}

// secret returns the byte range of the secret within a match.
func (r *rule) secret(m []int) (start, end int) {
	if r.group > 0 && 2*r.group+1 < len(m) && m[2*r.group] >= 0 {
		return m[2*r.group], m[2*r.group+1]
	}
	for g := 2; g+1 < len(m); g += 2 {
		if m[g] >= 0 && m[g] < m[g+1] {
			return m[g], m[g+1]
		}
	}
	return m[0], m[1]
}

// known reports whether a finding is known to be no secret.
func (r *rule) known(text, secret string, start, end int, always *allowed) (bool, error) {
	for _, a := range append([]allowed{*always}, r.allowed...) {
		if yes, err := a.has(text, secret, start, end); yes || err != nil {
			return yes, err
		}
	}
	return false, nil
}

func (a *allowed) has(text, secret string, start, end int) (bool, error) {
	target := secret
	switch a.target {
	case "match":
		target = text[start:end]
	case "line":
		target = lineOf(text, start, end)
	}
	matches, err := anyMatches(a.expressions, target)
	if err != nil {
		return false, err
	}
	low := strings.ToLower(secret)
	word := slices.ContainsFunc(a.words, func(w string) bool { return strings.Contains(low, w) })
	if a.all {
		return (matches || len(a.expressions) == 0) && (word || len(a.words) == 0), nil
	}
	return matches || word, nil
}

func anyMatches(expressions []func() (*regexp.Regexp, error), text string) (bool, error) {
	for _, compile := range expressions {
		e, err := compile()
		if err != nil {
			return false, err
		}
		if e.MatchString(text) {
			return true, nil
		}
	}
	return false, nil
}

// lineOf returns the whole lines that contain text[start:end].
func lineOf(text string, start, end int) string {
	from := strings.LastIndexByte(text[:start], '\n') + 1
	if n := strings.IndexByte(text[end:], '\n'); n >= 0 {
		return text[from : end+n]
	}
	return text[from:]
}

// entropy returns the information in a text's bytes, in bits per byte, by their frequencies (Shannon 1948).
func entropy(text string) float64 {
	var counts [256]int
	for i := range len(text) {
		counts[text[i]]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(text))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// apart keeps the most specific one of findings that overlap.
func apart(all []Finding) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(vague(a.Kind), vague(b.Kind)), cmp.Compare(b.End-b.Start, a.End-a.Start), cmp.Compare(a.Start, b.Start))
	})
	var out []Finding
	for _, f := range all {
		if !slices.ContainsFunc(out, func(o Finding) bool { return f.Start < o.End && o.Start < f.End }) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b Finding) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// vague is 1 for kinds of generic rules.
func vague(kind string) int {
	if strings.HasPrefix(kind, "generic") || strings.Contains(kind, "-in-") {
		return 1
	}
	return 0
}

func inWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || lower(c) >= 'a' && lower(c) <= 'z'
}
