package dream

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"

	"github.com/kljensen/snowball/english"
)

// termsOf counts the words of memories: class i is cluster i, the last class is what is in none.
func (d *Discovery) termsOf(ctx context.Context, clusters []Cluster, ids []store.ID) (*Terms, error) {
	class := make([]int, len(ids))
	for row := range class {
		class[row] = len(clusters)
	}
	for i, k := range clusters {
		for _, row := range k.Rows {
			class[row] = i
		}
	}
	terms := NewTerms(len(clusters) + 1)
	for from := 0; from < len(ids); from += wordsStep {
		to := min(from+wordsStep, len(ids))
		many, err := d.Store.Get(ctx, store.Parts{Content: true, Spaces: models.SetOf(models.Sparse)}, ids[from:to]...)
		if err != nil {
			return nil, fault.Storage("read memories", err)
		}
		for i, m := range many {
			if m != nil {
				terms.Add(class[from+i], d.wordsOf(m))
			}
		}
	}
	return terms, nil
}

// wordsStep bounds how many memories are held with their texts at a time.
const wordsStep = 256

// wordsOf are the words of a memory's text that can name something, weighed by E6: the mean weight of a word's pieces. E6 has learned which words tell
// texts apart; those of grammar weigh next to nothing there.
func (d *Discovery) wordsOf(m *store.Memory) []Word {
	weights := map[uint16]float64{}
	for _, t := range m.Record[models.Sparse].Terms {
		weights[t.ID] = float64(t.Weight)
	}
	if len(weights) == 0 { // an image: what its content spells out is no text
		return nil
	}
	var out []Word
	known := map[string]float64{}
	for _, w := range strings.FieldsFunc(m.Content, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' }) {
		if w = strings.Trim(w, "-_"); !naming(w) {
			continue
		}
		weight, seen := known[w]
		if !seen {
			pieces := d.Encode(w)
			for _, id := range pieces {
				weight += weights[uint16(id)] / float64(len(pieces))
			}
			known[w] = weight
		}
		if weight > 0 {
			out = append(out, Word{Stem: english.Stem(strings.ToLower(w), false), Written: w, Weight: weight})
		}
	}
	return out
}

// longestName is the longest word that names something, in characters; longer ones are keys and hashes.
const longestName = 32

// naming leaves out what names nothing by itself: numbers, and words of a letter or two that are not abbreviations.
func naming(w string) bool {
	letters := strings.IndexFunc(w, unicode.IsLetter) >= 0
	return letters && utf8.RuneCountInString(w) <= longestName && (utf8.RuneCountInString(w) > 2 || strings.ToUpper(w) == w && utf8.RuneCountInString(w) == 2)
}

// present are the spaces in which a record has a value.
func present(r *fingerprint.Record) (s models.Set) {
	for i := range r {
		if !r[i].Absent() {
			s = s.With(models.Space(i))
		}
	}
	return s
}
