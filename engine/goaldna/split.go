package goaldna

import (
	"unicode"
	"unicode/utf8"
)

// eachPart calls fn for the words of a text as they are written, with identifiers taken apart: parse_HTTPHeader2 is parse, HTTP, Header, 2. What is
// written without spaces comes in runs of two characters. The text must be in NFKC.
func eachPart(text string, fn func(part string, unspacedRun bool)) {
	table := basic()
	for start := 0; start < len(text); {
		first, n := utf8.DecodeRuneInString(text[start:])
		k := classOf(table, first)
		if k&word == 0 || first == '_' {
			start += n
			continue
		}
		end := start + n
		before := first
		for end < len(text) {
			c, m := utf8.DecodeRuneInString(text[end:])
			now := classOf(table, c)
			joins := now&mark != 0 || k&unspaced != 0 && now&extends != 0 || now&word != 0 && c != '_' && now&unspaced == k&unspaced
			if !joins || k&unspaced == 0 && now&mark == 0 && breaks(before, c, text[end+m:]) {
				break
			}
			if now&mark == 0 {
				before = c
			}
			end += m
		}
		if k&unspaced != 0 {
			eachPair(text[start:end], fn)
		} else {
			fn(text[start:end], false)
		}
		start = end
	}
}

// breaks reports whether an identifier has a joint between two characters, with rest behind them: lower|Upper, letter|digit, and before the last
// capital of a row that a small letter follows, as in HTTP|Header.
func breaks(before, c rune, rest string) bool {
	if unicode.IsDigit(before) != unicode.IsDigit(c) {
		return true
	}
	if !unicode.IsUpper(c) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	return !unicode.IsUpper(before) || unicode.IsLower(next)
}

func eachPair(run string, fn func(string, bool)) {
	last := -1
	for i := range run {
		_, n := utf8.DecodeRuneInString(run[i:])
		if last >= 0 {
			fn(run[last:i+n], true)
		}
		last = i
	}
	if _, n := utf8.DecodeRuneInString(run); n == len(run) {
		fn(run, true)
	}
}
