package goaldna

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/russian"
	"golang.org/x/text/unicode/norm"
)

// Term is a word of a text, as the hybrid measure sees it.
type Term struct {
	Stem    string  // by Snowball, of the lower case (M. F. Porter, 2001)
	Written string  // as it stands in the text the first time
	Rarity  float64 // see rarity
}

// leastTerm is how many characters a term has at least; "db" and "io" say much in a goal.
const leastTerm = 2

// Terms are a text's words without those of grammar, each stem once, ordered by stem.
func Terms(text string) []Term {
	seen := map[string]Term{}
	eachPart(norm.NFKC.String(valid(text)), func(part string, unspacedRun bool) {
		stem := strings.ToLower(part)
		if !unspacedRun {
			if utf8.RuneCountInString(stem) < leastTerm || shortStops[stem] || stopWords.has([]rune(stem)) {
				return
			}
			stem = stemOf(stem)
		}
		if _, known := seen[stem]; !known {
			seen[stem] = Term{Stem: stem, Written: part, Rarity: rarity(stem)}
		}
	})
	out := make([]Term, 0, len(seen))
	for _, t := range seen {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Term) int { return strings.Compare(a.Stem, b.Stem) })
	return out
}

// shortStops are the words of grammar with two letters; the published list begins with three.
var shortStops = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields("am an as at be by do he if in is it me my no of on or so to up us we") {
		out[w] = true
	}
	return out
}()

// stemOf stems English and Russian; words of other languages stay as they are. Cyrillic is taken for Russian and ASCII for English.
func stemOf(lower string) string {
	switch first, _ := utf8.DecodeRuneInString(lower); {
	case isASCII(lower):
		return english.Stem(lower, false)
	case unicode.Is(unicode.Cyrillic, first):
		return russian.Stem(lower, false)
	}
	return lower
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// merge is the union of sorted terms.
func merge(lists ...[]Term) []Term {
	out := slices.Concat(lists...)
	slices.SortStableFunc(out, func(a, b Term) int { return strings.Compare(a.Stem, b.Stem) })
	return slices.CompactFunc(out, func(a, b Term) bool { return a.Stem == b.Stem })
}

// parted splits terms into those whose stem the other list has, and the rest. Both lists are sorted.
func parted(terms, other []Term) (in, out []Term) {
	for _, t := range terms {
		if _, found := slices.BinarySearchFunc(other, t.Stem, func(o Term, stem string) int { return strings.Compare(o.Stem, stem) }); found {
			in = append(in, t)
		} else {
			out = append(out, t)
		}
	}
	return in, out
}

// weight is the sum of rarities.
func weight(terms []Term) (sum float64) {
	for _, t := range terms {
		sum += t.Rarity
	}
	return sum
}

// named are the terms as they are written, the rarest first.
func named(terms []Term) []string {
	terms = slices.Clone(terms)
	slices.SortStableFunc(terms, func(a, b Term) int { return cmp.Compare(b.Rarity, a.Rarity) })
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = t.Written
	}
	return out
}
