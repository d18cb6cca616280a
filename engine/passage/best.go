package passage

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// meaningWeight is the weight of a sentence's similarity in meaning (a cosine); its cover of the question's words has weight 1.
const meaningWeight = 2

// Best returns the index of the sentence that answers best: by its cover of the question's words, and by its similarity to the question, if that is known (nil: for none). Of equal
// ones it returns the first.
func Best(cover, likeness []float64) int {
	best, most := 0, 0.
	for i, c := range cover {
		if likeness != nil {
			c += meaningWeight * likeness[i]
		}
		if i == 0 || c > most {
			best, most = i, c
		}
	}
	return best
}

// Some returns the indexes of at most n sentences to compare more closely, ascending: those with the largest cover, and among equal ones at even distances in the text.
func Some(cover []float64, n int) []int {
	all := make([]int, len(cover))
	for i := range all {
		all[i] = i
	}
	if len(all) <= n {
		return all
	}
	var with, without []int
	for _, i := range all {
		if cover[i] > 0 {
			with = append(with, i)
		} else {
			without = append(without, i)
		}
	}
	slices.SortStableFunc(with, func(a, b int) int { return cmp.Compare(cover[b], cover[a]) })
	out := with[:min(n, len(with))]
	room := n - len(out)
	for i := range room {
		out = append(out, without[i*len(without)/room])
	}
	slices.Sort(out)
	return out
}

// Around returns a sentence with the sentences around it, in at most most characters: first those behind it, then those in front. An ellipsis shows where
// the text continues.
func Around(sentences []string, best, most int) string {
	from, to, n := best, best+1, utf8.RuneCountInString(sentences[best])
	grow := func(i int) bool {
		if i < 0 || i >= len(sentences) || n+1+utf8.RuneCountInString(sentences[i]) > most {
			return false
		}
		n += 1 + utf8.RuneCountInString(sentences[i])
		return true
	}
	for grow(to) {
		to++
	}
	for grow(from - 1) {
		from--
	}
	out := sentences[from]
	for i := from + 1; i < to; i++ {
		out += between(out) + sentences[i]
	}
	if from > 0 {
		out = "…" + out
	}
	if to < len(sentences) {
		out += "…"
	}
	return out
}

// between returns the separator of two sentences: a space, and nothing behind a sentence in Chinese or Japanese.
func between(before string) string {
	switch last, _ := utf8.DecodeLastRuneInString(before); {
	case strings.ContainsRune("。！？」』、，；：", last), unicode.In(last, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return ""
	}
	return " "
}
