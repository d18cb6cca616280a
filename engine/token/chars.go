package token

import (
	"slices"
	"sync/atomic"
	"unicode"
)

// class is a set of the character properties that normalisers and splitters use.
type class uint16

const (
	letter  class = 1 << iota // \p{L}
	number                    // \p{N}
	space                     // White_Space
	punct                     // ASCII punctuation or \p{P}
	other                     // control, format, private; not tab and line ends
	accent                    // \p{Mn}
	mark                      // \p{M}
	word                      // \w: alphabetic, mark, decimal digit, connector, joiner
	chinese                   // what BERT treats as a separate word
)

const pageBits = 8

// pages hold the classes of 256 runes each, computed when first needed: the range tables
// cost a binary search per look-up, and every rune of a text is looked up.
var pages [(unicode.MaxRune + 1) >> pageBits]atomic.Pointer[[1 << pageBits]class]

func classOf(r rune) class {
	if uint32(r) > unicode.MaxRune {
		return 0
	}
	page := pages[r>>pageBits].Load()
	if page == nil {
		page = newPage(r >> pageBits)
		pages[r>>pageBits].Store(page)
	}
	return page[r&(1<<pageBits-1)]
}

func newPage(n rune) *[1 << pageBits]class {
	page := new([1 << pageBits]class)
	for i := range page {
		page[i] = computeClass(n<<pageBits | rune(i))
	}
	return page
}

func computeClass(r rune) class {
	var c class
	set := func(bit class, is bool) {
		if is {
			c |= bit
		}
	}
	set(letter, unicode.IsLetter(r))
	set(number, unicode.IsNumber(r))
	set(space, unicode.Is(unicode.White_Space, r))
	set(punct, isPunct(r))
	set(other, isOther(r))
	set(accent, unicode.Is(unicode.Mn, r))
	set(mark, unicode.IsMark(r))
	set(word, isWord(r))
	set(chinese, isChinese(r))
	for class, ranges := range disagreements {
		if within(ranges, r) {
			c ^= class
		}
	}
	return c
}

func within(ranges [][2]rune, r rune) bool {
	_, ok := slices.BinarySearchFunc(ranges, r, func(x [2]rune, r rune) int {
		switch {
		case x[1] < r:
			return -1
		case x[0] > r:
			return 1
		}
		return 0
	})
	return ok
}

func isPunct(r rune) bool {
	if r < 0x80 {
		return r > ' ' && r < 0x7f && !('0' <= r && r <= '9') && !('a' <= r|0x20 && r|0x20 <= 'z')
	}
	return unicode.IsPunct(r)
}

// isOther is BERT's definition of a control character: control, format and private
// characters, except the ones that end lines and columns.
func isOther(r rune) bool {
	if r == '\t' || r == '\n' || r == '\r' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)
}

func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.M, unicode.Nd,
		unicode.Pc, unicode.Join_Control)
}

// isChinese repeats the reference's ranges, including its 2B920 instead of Unicode's
// 2B820: the models were trained with the reference.
func isChinese(r rune) bool {
	return 0x4E00 <= r && r <= 0x9FFF || 0x3400 <= r && r <= 0x4DBF ||
		0x20000 <= r && r <= 0x2A6DF || 0x2A700 <= r && r <= 0x2B73F ||
		0x2B740 <= r && r <= 0x2B81F || 0x2B920 <= r && r <= 0x2CEAF ||
		0xF900 <= r && r <= 0xFAFF || 0x2F800 <= r && r <= 0x2FA1F
}
