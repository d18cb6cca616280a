package passage

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// meaningWeight is how much a sentence's likeness in meaning (a cosine) counts beside its cover of the question's words.
const meaningWeight = 2

// Best is the number of the sentence that answers best: by its cover of the question's words, and by its likeness to it, where that is known (nil: of none). Of equal
// ones the first.
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

// Some are the numbers of at most n sentences that are worth a closer look, ascending: those of greatest cover, ties at even distances in the text.
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

// Around is a sentence with the sentences around it, in at most so many characters: first what follows, then what goes before. An ellipsis stands where
// the text goes on.
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

// between is what stands between two sentences: a blank, and nothing behind a sentence in Chinese or Japanese.
func between(before string) string {
	switch last, _ := utf8.DecodeLastRuneInString(before); {
	case strings.ContainsRune("。！？」』、，；：", last), unicode.In(last, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return ""
	}
	return " "
}
