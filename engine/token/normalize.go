package token

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// normalizer is one step that rewrites a text before it is split. It appends
// to dst, which is empty and tracks exactly when src does.
type normalizer interface {
	normalize(s *scratch, dst, src *aligned)
}

// eachRune appends f's output for every rune of src.
func eachRune(dst, src *aligned, f func(dst *aligned, r rune, sp span)) {
	for i := 0; i < len(src.b); {
		r, w := utf8.DecodeRune(src.b[i:])
		f(dst, r, src.span(i, i+w))
		i += w
	}
}

// lowercase maps every rune alone, independent of its neighbours.
type lowercase struct{}

func (lowercase) normalize(_ *scratch, dst, src *aligned) { eachRune(dst, src, putLower) }

// putLower appends the lower case of r. U+0130 is the only rune whose full
// mapping has more than one.
func putLower(dst *aligned, r rune, sp span) {
	if r == 'İ' {
		dst.putString("i\u0307", sp)
		return
	}
	dst.put(unicode.ToLower(r), sp)
}

// stripAccents drops every mark.
type stripAccents struct{}

func (stripAccents) normalize(_ *scratch, dst, src *aligned) {
	eachRune(dst, src, func(dst *aligned, r rune, sp span) {
		if classOf(r)&mark == 0 {
			dst.put(r, sp)
		}
	})
}

// strip trims white space at the ends.
type strip struct{ left, right bool }

func (n strip) normalize(_ *scratch, dst, src *aligned) {
	isSpace := func(r rune) bool { return classOf(r)&space != 0 }
	i, j := 0, len(src.b)
	if n.left {
		i = j - len(bytes.TrimLeftFunc(src.b, isSpace))
	}
	if n.right {
		j = i + len(bytes.TrimRightFunc(src.b[i:], isSpace))
	}
	dst.copyRange(src, i, j)
}

// prepend puts a text in front of one that is not empty.
type prepend struct{ text string }

func (n prepend) normalize(_ *scratch, dst, src *aligned) {
	if len(src.b) == 0 {
		return
	}
	at := src.span(0, 1)
	dst.putString(n.text, span{at.start, at.start})
	dst.copyRange(src, 0, len(src.b))
}

// replace replaces every match by content.
type replace struct {
	match   func(b []byte) (start, end int) // first match; start < 0 for none
	content string
}

func (n replace) normalize(_ *scratch, dst, src *aligned) {
	done := 0
	for done < len(src.b) {
		i, j := n.match(src.b[done:])
		if i < 0 {
			break
		}
		dst.copyRange(src, done, done+i)
		dst.putString(n.content, src.span(done+i, done+j))
		done += j
	}
	dst.copyRange(src, done, len(src.b))
}

// matchLiteral finds a fixed text that is not empty.
func matchLiteral(text string) func([]byte) (int, int) {
	pattern := []byte(text)
	return func(b []byte) (int, int) {
		i := bytes.Index(b, pattern)
		return i, i + len(pattern)
	}
}

// matchSpaces finds a run of white space, the expression \s+.
func matchSpaces(b []byte) (int, int) {
	for i := 0; i < len(b); {
		if end := skip(b, i, len(b), space); end > i {
			return i, end
		}
		_, w := utf8.DecodeRune(b[i:])
		i += w
	}
	return -1, -1
}

// matchBlanks finds a run of two and more U+0020, the expression " {2,}".
func matchBlanks(b []byte) (int, int) {
	i := bytes.Index(b, []byte("  "))
	if i < 0 {
		return -1, -1
	}
	end := i
	for end < len(b) && b[end] == ' ' {
		end++
	}
	return i, end
}
