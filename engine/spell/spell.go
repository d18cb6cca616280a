// Package spell answers: which word was meant?
//
// It has a list of words, most frequent first, and finds the one nearest to a misspelt word in optimal string alignment
// distance: insertions, deletions, substitutions and swaps of neighbours count one each (Damerau 1964).
package spell

import (
	"cmp"
	"slices"
	"strings"
)

// minLetters is the length of the shortest word that is corrected: shorter ones are near to too many others.
const minLetters = 5

// sameBegin is how many letters at the beginning a word must share with one that is two changes away.
const sameBegin = 3

// beginning returns the first letters of a word, doubled ones once: "acomodation" begins as "accommodation" does.
func beginning(word []rune) []rune {
	out := make([]rune, 0, sameBegin)
	for _, c := range word {
		if n := len(out); n == sameBegin {
			break
		} else if n == 0 || out[n-1] != c {
			out = append(out, c)
		}
	}
	return out
}

// Words is a list of known words. It does not change and is safe for concurrent use.
type Words struct {
	byLength map[int][]entry
	rank     map[string]int // of the known ones
}

type entry struct {
	word string
	rank int
}

// New returns the list of known words, which must be in lower case, most frequent first. Words shorter than four letters are left out.
func New(words []string) *Words {
	w := &Words{byLength: map[int][]entry{}, rank: map[string]int{}}
	for rank, v := range words {
		n := len([]rune(v))
		if _, known := w.rank[v]; known || n < minLetters-1 {
			continue
		}
		w.rank[v] = rank
		w.byLength[n] = append(w.byLength[n], entry{v, rank})
	}
	return w
}

// Meant returns the known word nearest to an unknown word in lower case: within one change, or within two for words of
// at least eight letters; of several equally near the most frequent. ok is false if the word is known, short, or far from all.
func (w *Words) Meant(word string) (meant string, ok bool) {
	letters := []rune(word)
	if _, known := w.rank[word]; known || len(letters) < minLetters {
		return "", false
	}
	most := 1
	if len(letters) >= 8 {
		most = 2
	}
	best := most + 1
	rank := 0
	for n := len(letters) - most; n <= len(letters)+most; n++ {
		for _, e := range w.byLength[n] {
			if strings.HasSuffix(word, e.word) || n >= len(letters)+2 && strings.HasSuffix(e.word, word) {
				continue
			}
			to := []rune(e.word)
			d := distance(letters, to, best)
			if d > 1 && !slices.Equal(beginning(letters), beginning(to)) {
				continue
			}
			if d < best || d == best && d <= most && e.rank < rank {
				best, rank, meant = d, e.rank, e.word
			}
		}
	}
	return meant, best <= most
}

// Near returns the known words that are one change away from an unknown word of the letters a to z, the most frequent first. It looks up each changed word, which takes
// microseconds; comparing a word with all known ones takes milliseconds.
func (w *Words) Near(word string) (out []string) {
	if _, known := w.rank[word]; known || len(word) < minLetters || strings.Trim(word, latin) != "" {
		return nil
	}
	met := map[string]bool{}
	try := func(changed string) {
		if _, known := w.rank[changed]; known && !met[changed] && !strings.HasSuffix(word, changed) {
			met[changed] = true
			out = append(out, changed)
		}
	}
	for i := range len(word) + 1 {
		before, after := word[:i], word[i:]
		for _, letter := range latin {
			try(before + string(letter) + after)
			if after != "" {
				try(before + string(letter) + after[1:])
			}
		}
		if after != "" {
			try(before + after[1:])
		}
		if len(after) > 1 {
			try(before + after[1:2] + after[:1] + after[2:])
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(w.rank[a], w.rank[b]) })
	return out
}

const latin = "abcdefghijklmnopqrstuvwxyz"

// distance returns the optimal string alignment distance of a and b; a value above limit if it is larger than that.
func distance(a, b []rune, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
