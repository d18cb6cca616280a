package dream

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Word is one word of a memory: Stem is what its inflections share, Written how it stands there, Weight how much it says of the text by
// itself (E6's learned weight: near 0 for the words of grammar).
type Word struct {
	Stem, Written string
	Weight        float64
}

// Terms counts the words of memories by class: a cluster, or what is in none.
type Terms struct {
	classes []map[string]*term
	total   map[string]float64 // weight of a stem over all classes
	sum     float64
}

// term is a stem within a class.
type term struct {
	weight  float64
	members int
	written map[string]int
}

// NewTerms makes room for so many classes.
func NewTerms(classes int) *Terms {
	t := &Terms{classes: make([]map[string]*term, classes), total: map[string]float64{}}
	for i := range t.classes {
		t.classes[i] = map[string]*term{}
	}
	return t
}

// Add counts the words of one memory of a class.
func (t *Terms) Add(class int, words []Word) {
	seen := map[string]bool{}
	for _, w := range words {
		of := t.classes[class][w.Stem]
		if of == nil {
			of = &term{written: map[string]int{}}
			t.classes[class][w.Stem] = of
		}
		of.weight += w.Weight
		of.written[w.Written]++
		if !seen[w.Stem] {
			of.members++
			seen[w.Stem] = true
		}
		t.total[w.Stem] += w.Weight
		t.sum += w.Weight
	}
}

// Most are the n most specific terms of a class, most specific first, as they are mostly written there. A term's weight is
// class-based TF-IDF, tf·log(1 + A/f), with tf its weight in the class, f that in all classes and A the mean weight of a class (M.
// Grootendorst, BERTopic: Neural topic modeling with a class-based TF-IDF procedure, 2022). Terms of a single member are left
// out: they are about it, not about the class.
func (t *Terms) Most(class, n int) []string {
	type weighed struct {
		stem   string
		weight float64
	}
	var all []weighed
	for stem, of := range t.classes[class] {
		if of.members > 1 && of.weight > 0 {
			all = append(all, weighed{stem, of.weight * math.Log1p(t.sum/float64(len(t.classes))/t.total[stem])})
		}
	}
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.stem, b.stem))
	})
	var out []string
	for _, w := range all[:min(n, len(all))] {
		out = append(out, t.classes[class][w.stem].usual())
	}
	return out
}

// usual is the form that is written most often, ties by byte order.
func (t *term) usual() (best string) {
	for w, n := range t.written {
		if m := t.written[best]; n > m || n == m && w < best {
			best = w
		}
	}
	return best
}
