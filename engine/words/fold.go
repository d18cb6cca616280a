package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainLetters maps letters to their plain form, in addition to those that Unicode decomposes into a letter and its marks.
var plainLetters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i", "ς", "σ",
	"ـ", "", "ى", "ي", "ة", "ه", "ٱ", "ا", "ँ", "ं", "\u200c", "", "\u200d", "")

// fold removes marks from the letters of a lower-case word if the word can be written without them: from Latin, Greek, Cyrillic, Arabic and Hebrew letters, and the dot of
// Devanagari. Vowels that are marks stay.
func fold(word string) string {
	plain := strings.Map(func(c rune) rune {
		if unicode.Is(offLetters, c) {
			return -1
		}
		return c
	}, norm.NFKD.String(word))
	return plainLetters.Replace(plain)
}

// offLetters are the marks that [fold] removes.
var offLetters = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0300, Hi: 0x036f, Stride: 1}, {Lo: 0x0591, Hi: 0x05c7, Stride: 1}, {Lo: 0x0610, Hi: 0x061a, Stride: 1}, {Lo: 0x064b, Hi: 0x065f, Stride: 1},
	{Lo: 0x0670, Hi: 0x0670, Stride: 1}, {Lo: 0x093c, Hi: 0x093c, Stride: 1},
}}
