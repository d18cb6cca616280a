package token

import "bytes"

// eachOf matches every single rune of the classes.
func eachOf(is class) pattern {
	return func(b []byte, i, end int) (int, bool) {
		if class, w := classAt(b, i); class&is != 0 {
			return i + w, true
		}
		return skipNot(b, i, end, is), false
	}
}

// literal matches a fixed text that is not empty.
func literal(text string) pattern {
	want := []byte(text)
	return func(b []byte, i, end int) (int, bool) {
		at := bytes.Index(b[i:end], want)
		switch {
		case at < 0:
			return end, false
		case at > 0:
			return i + at, false
		}
		return i + len(want), true
	}
}

// matchWords is the expression \w+|[^\w\s]+ of the Whitespace splitter.
func matchWords(b []byte, i, end int) (int, bool) {
	switch class, _ := classAt(b, i); {
	case class&word != 0:
		return skip(b, i, end, word), true
	case class&space != 0:
		// A rune could be in both only if Unicode made a space a letter.
		return skip(b, i, end, space), false
	}
	return skipNot(b, i, end, word|space), true
}

// matchSpaceRun is the expression \s+.
func matchSpaceRun(b []byte, i, end int) (int, bool) {
	if class, _ := classAt(b, i); class&space != 0 {
		return skip(b, i, end, space), true
	}
	return skipNot(b, i, end, space), false
}

// bertSplit is BertPreTokenizer: it splits at white space, and makes every punctuation
// mark a word.
type bertSplit struct{}

func (bertSplit) split(_ *scratch, dst []cut, b []byte, c cut) []cut {
	begin := c.start
	for i := c.start; i < c.end; {
		class, w := classAt(b, i)
		if class&(space|punct) != 0 {
			if begin < i {
				dst = append(dst, cut{begin, i})
			}
			if begin = i + w; class&space == 0 {
				dst = append(dst, cut{i, i + w})
			}
		}
		i += w
	}
	if begin < c.end {
		dst = append(dst, cut{begin, c.end})
	}
	return dst
}
