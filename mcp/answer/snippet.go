package answer

import (
	"strings"
	"unicode"
)

const snippetRunes = 240

// snippetOf returns a snippet of at most so many bytes of JSON, plus a few for the marks of omitted text.
func snippetOf(content, query string, most int) string {
	text := snippet(content, query)
	if jsonLength(text) <= most {
		return text
	}
	text, _ = part(text, 0, most)
	return strings.TrimSuffix(text, "…") + "…"
}

// snippet returns the part of a text with most words of the query, on one line; the whole text if it is short.
func snippet(content, query string) string {
	words := strings.Fields(content)
	line := []rune(strings.Join(words, " "))
	if len(line) <= snippetRunes {
		return string(line)
	}
	start := thickest(line, queryWords(query))
	end := min(len(line), start+snippetRunes)
	out := string(line[start:end])
	if start > 0 {
		out = "…" + out
	}
	if end < len(line) {
		out += "…"
	}
	return out
}

func queryWords(query string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(query), notWordRune) {
		if len(w) > 2 { // skips "of", "a": they occur everywhere
			out[w] = true
		}
	}
	return out
}

// thickest returns the start of the window of snippetRunes with the most query words. It is always the start of a word.
func thickest(line []rune, words map[string]bool) int {
	var starts, hits []int // of words; of words that the query has
	for i := 0; i < len(line); {
		for i < len(line) && notWordRune(line[i]) {
			i++
		}
		j := i
		for j < len(line) && !notWordRune(line[j]) {
			j++
		}
		if j > i {
			starts = append(starts, i)
			if words[strings.ToLower(string(line[i:j]))] {
				hits = append(hits, i)
			}
		}
		i = j
	}
	best, most := 0, 0
	for k, from := range hits {
		n := 0
		for _, h := range hits[k:] {
			if h >= from+snippetRunes*3/4 {
				break
			}
			n++
		}
		if n > most {
			best, most = from, n
		}
	}
	return wordBefore(starts, best-snippetRunes/4)
}

// wordBefore returns the first word start at or after pos, so that some text comes before the found word.
func wordBefore(starts []int, pos int) int {
	if pos <= 0 {
		return 0
	}
	for _, s := range starts {
		if s >= pos {
			return s
		}
	}
	return 0
}

func notWordRune(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_' }
