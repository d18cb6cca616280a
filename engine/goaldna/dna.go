package goaldna

import "slices"

// The shares of words and of trigrams in the similarity.
const (
	wordShare = .7
	gramShare = .3
)

// NoSignal is the similarity when there is nothing to compare.
const NoSignal = .5

// DNA is a goal as sets: its words and its character trigrams. It is never changed, so any number may compare with it at once.
type DNA struct {
	words wordSet
	grams gramSet
}

// NewDNA takes a goal's sets.
func NewDNA(goal string) *DNA {
	r := readings.Get().(*reading)
	defer r.release()
	r.read(goal)
	d := &DNA{}
	r.eachWord(func(w []rune) { d.words.add(w) })
	r.eachGram(func(g gram) { d.grams.add(g) })
	return d
}

// Tokens lists the goal's words, ascending.
func (d *DNA) Tokens() []string { return slices.Sorted(slices.Values(d.words.words())) }

// Similarity is 0.7·J(words) + 0.3·J(trigrams), J = |∩|/|∪| (Jaccard 1901), in [0,1]. What neither side has takes no part, so that a text always has
// similarity 1 to itself. signal is false, and the similarity [NoSignal], when either side has neither words nor trigrams. It allocates
// nothing once its buffers are as large as the texts need.
func (d *DNA) Similarity(action string) (similarity float64, signal bool) {
	r := readings.Get().(*reading)
	defer r.release()
	r.read(action)
	r.words.empty()
	r.grams.empty()
	r.sharedWords, r.sharedGrams = 0, 0
	r.eachWord(func(w []rune) {
		if r.words.add(w) && d.words.has(w) {
			r.sharedWords++
		}
	})
	r.eachGram(func(g gram) {
		if r.grams.add(g) && d.grams.has(g) {
			r.sharedGrams++
		}
	})
	if d.words.count+d.grams.count == 0 || r.words.count+r.grams.count == 0 {
		return NoSignal, false
	}
	words := jaccard(r.sharedWords, d.words.count, r.words.count)
	grams := jaccard(r.sharedGrams, d.grams.count, r.grams.count)
	switch {
	case d.words.count+r.words.count == 0:
		return grams, true
	case d.grams.count+r.grams.count == 0:
		return words, true
	}
	return wordShare*words + gramShare*grams, true
}

// sharedGrams counts the trigrams that both have.
func (d *DNA) sharedGrams(o *DNA) (n int) {
	for _, slot := range o.grams.slots {
		if slot.stamp == o.grams.stamp && d.grams.has(slot.key) {
			n++
		}
	}
	return n
}

// jaccard is |∩|/|∪| of sets of a and b members that share some; 0 when both are empty.
func jaccard(shared, a, b int) float64 {
	if a+b == 0 {
		return 0
	}
	return float64(shared) / float64(a+b-shared)
}
