package dream

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Difference is in which words two texts differ, in their order there, each as often as one text has it more than the other.
type Difference struct {
	First, Second []string // words of one text alone
	Reordered     bool     // the words are the same, in another order
	Shared        float64  // 0…1: words that both have, of those of the longer text
}

// Same reports whether the texts say the same, as [SameWords] has it.
func (d *Difference) Same() bool {
	return len(d.First) == 0 && len(d.Second) == 0 && !d.Reordered
}

// Differ compares the words of two texts, less what [SameWords] leaves out.
func Differ(modality, first, second string) Difference {
	a, b := wordsOf(modality, first), wordsOf(modality, second)
	d := Difference{First: without(a, b), Second: without(b, a)}
	d.Reordered = len(d.First) == 0 && len(d.Second) == 0 && !slices.Equal(a, b)
	if most := max(len(a), len(b)); most > 0 {
		d.Shared = float64(len(a)-len(d.First)) / float64(most)
	}
	return d
}

// wordsOf are those of a text that count in a copy, bare.
func wordsOf(modality, text string) (out []string) {
	for _, word := range strings.Fields(norm.NFC.String(text)) {
		if modality != "code" && modality != "structured" {
			if word = normalWord(word); word == "" || fillers[word] {
				continue
			}
		}
		out = append(out, word)
	}
	return out
}

// without are the words of a that b does not have as often.
func without(a, b []string) (out []string) {
	left := map[string]int{}
	for _, word := range b {
		left[word]++
	}
	for _, word := range a {
		if left[word]--; left[word] < 0 {
			out = append(out, word)
		}
	}
	return out
}
