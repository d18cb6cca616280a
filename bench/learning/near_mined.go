package learning

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/compare/pairs"
)

// minedSets are the collections whose sentences pairs are made of.
var minedSets = []string{"medline", "citation-dev", "cranfield", "issue-links", "longmemeval-mini"}

const (
	minedEach = 38  // pairs of a rule at most
	minedMost = 300 // pairs in all
)

// rule makes another sentence of one, or reports that it cannot. It replaces values by names and numbers of other sentences.
type rule struct {
	class compare.Class
	make  func(r *rand.Rand, s string, others []string) (string, bool)
}

// rules are what can be done to a sentence without knowing what it means. None of them looks into the comparer's lists, but for the opposites, which are some of the
// commonest pairs of English.
var rules = []rule{
	{compare.Same, asCopy}, {compare.Changed, otherNumber}, {compare.Changed, otherName}, {compare.Negated, withNot}, {compare.Rephrased, clauseFirst}, {compare.Swapped, namesSwapped},
	{compare.Detail, withoutClause}, {compare.Contradiction, opposite}, {compare.Different, anotherSentence},
}

// minedPairs makes pairs by rule from the sentences of labelled sets, the same ones in every run.
func minedPairs(data string) (out []pairs.Pair, err error) {
	var all []string
	for _, name := range minedSets {
		texts, err := utlTexts(data, name)
		if err != nil {
			return nil, err
		}
		for _, t := range texts[:min(len(texts), 600)] {
			all = append(all, sentencesOf(t)...)
		}
	}
	r := rand.New(rand.NewPCG(11, 23))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	made := make([]int, len(rules))
	for i, s := range all {
		for step := range rules { // each sentence serves one rule, in turn
			k := (i + step) % len(rules)
			if made[k] == minedEach || len(out) == minedMost {
				continue
			}
			if other, ok := rules[k].make(r, s, all); ok && other != s {
				out = append(out, pairs.Pair{Class: string(rules[k].class), Old: s, New: other})
				made[k]++
				break
			}
		}
	}
	for k, n := range made {
		if n < 10 {
			return nil, fmt.Errorf("rule %d (%s) made %d pairs of %d sentences, want 10 at least", k, rules[k].class, n, len(all))
		}
	}
	return out, nil
}

var sentenceEnd = regexp.MustCompile(`[.!?]\s+`)

// sentencesOf are the plain ones of a text: 6 to 30 words, from a capital letter to a full stop, without markup or lines.
func sentencesOf(text string) (out []string) {
	for _, s := range sentenceEnd.Split(text, -1) {
		s = strings.TrimRight(strings.TrimSpace(s), ".")
		if n := len(strings.Fields(s)); n < 6 || n > 30 || s[0] < 'A' || s[0] > 'Z' || strings.ContainsAny(s, "\n\t|<>{}[]*`#_=\\/\"()?:;") {
			continue
		}
		out = append(out, s+".")
	}
	return out
}

// asCopy changes what changes nothing.
func asCopy(r *rand.Rand, s string, _ []string) (string, bool) {
	switch r.IntN(3) {
	case 0:
		return strings.ToLower(s[:1]) + s[1:], true
	case 1:
		return strings.TrimSuffix(s, "."), true
	}
	return strings.Replace(s, " the ", " ", 1), true
}

var (
	plainNumber = regexp.MustCompile(` \d+(\.\d+)? `)
	innerName   = regexp.MustCompile(` [A-Z][a-z]{3,}\b`)
	canDeny     = regexp.MustCompile(` (is|are|was|were|can|should|will|must|may) ([a-z]+) `)
	hasDenial   = regexp.MustCompile(`(?i)\b(no|not|never|none|neither|nor|without|cannot|nothing|nobody)\b|n't`)
	subordinate = regexp.MustCompile(`^([A-Z][^,]*) (when|if|because|after|before|while) ([^,]+)\.$`)
	addition    = regexp.MustCompile(`^([^,]+), (which|because|so|where|although|while|but) ([^,]+)\.$`)
	twoNames    = regexp.MustCompile(`( [A-Z][a-z]{3,}) ([a-z]{2,}(?: [a-z]+){0,4})( [A-Z][a-z]{3,})\b`)
)

// otherNumber replaces the first number by another.
func otherNumber(r *rand.Rand, s string, _ []string) (string, bool) {
	at := plainNumber.FindStringIndex(s)
	if at == nil {
		return "", false
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(s[at[0]:at[1]]), 64)
	if err != nil {
		return "", false
	}
	return s[:at[0]] + " " + strconv.FormatFloat(v+float64(1+r.IntN(40)), 'f', -1, 64) + " " + s[at[1]:], true
}

// otherName replaces the first name by one of another sentence.
func otherName(r *rand.Rand, s string, others []string) (string, bool) {
	at := innerName.FindStringIndex(s)
	if at == nil {
		return "", false
	}
	for range 200 {
		if name := innerName.FindString(others[r.IntN(len(others))]); name != "" && !strings.Contains(s, name) {
			return s[:at[0]] + name + s[at[1]:], true
		}
	}
	return "", false
}

// withNot denies a sentence that denies nothing yet.
func withNot(_ *rand.Rand, s string, _ []string) (string, bool) {
	if hasDenial.MatchString(s) || len(canDeny.FindAllString(s, -1)) != 1 {
		return "", false
	}
	return canDeny.ReplaceAllString(s, " $1 not $2 "), true
}

// clauseFirst puts the clause of time or reason that ends a sentence in front of it.
func clauseFirst(_ *rand.Rand, s string, _ []string) (string, bool) {
	m := subordinate.FindStringSubmatch(s)
	if m == nil || len(strings.Fields(m[3])) < 3 || len(strings.Fields(m[1])) < 3 {
		return "", false
	}
	return strings.ToUpper(m[2][:1]) + m[2][1:] + " " + m[3] + ", " + strings.ToLower(m[1][:1]) + m[1][1:] + ".", true
}

// namesSwapped swaps two names, unless "and" or "or" is between them: there the order changes nothing.
func namesSwapped(_ *rand.Rand, s string, _ []string) (string, bool) {
	m := twoNames.FindStringSubmatchIndex(s)
	if m == nil {
		return "", false
	}
	first, middle, second := s[m[2]:m[3]], s[m[4]:m[5]], s[m[6]:m[7]]
	if first == second || slices.ContainsFunc(strings.Fields(middle), func(w string) bool { return w == "and" || w == "or" }) {
		return "", false
	}
	return s[:m[2]] + second + " " + middle + first + s[m[7]:], true
}

// withoutClause leaves out what a sentence adds behind a comma.
func withoutClause(_ *rand.Rand, s string, _ []string) (string, bool) {
	m := addition.FindStringSubmatch(s)
	if m == nil || len(strings.Fields(m[1])) < 4 || len(strings.Fields(m[3])) < 3 {
		return "", false
	}
	return m[1] + ".", true
}

// opposites are common ones.
var opposites = [][2]string{{"before", "after"}, {"more", "less"}, {"higher", "lower"}, {"increased", "decreased"}, {"always", "never"}, {"first", "last"}, {"high", "low"}, {"large", "small"},
	{"above", "below"}, {"maximum", "minimum"}, {"good", "bad"}, {"long", "short"}, {"same", "different"}, {"possible", "impossible"}, {"early", "late"}, {"increase", "decrease"}}

// opposite replaces a word that occurs once by its opposite.
func opposite(_ *rand.Rand, s string, _ []string) (string, bool) {
	for _, pair := range opposites {
		for i, w := range pair {
			if strings.Count(s, " "+w+" ") == 1 && !strings.Contains(s, pair[1-i]) {
				return strings.Replace(s, " "+w+" ", " "+pair[1-i]+" ", 1), true
			}
		}
	}
	return "", false
}

func anotherSentence(r *rand.Rand, _ string, others []string) (string, bool) {
	return others[r.IntN(len(others))], true
}
