package intent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// toldWord is a word of a memory's text, with its meaning for times.
type toldWord struct {
	start, end int32 // byte offsets
	means      meaning
	value      int16 // of a number, month, weekday, unit or count; −1: a number too large
	capital    bool  // its first letter is a capital
}

// meaning is what a word can mean in a time.
type meaning uint8

const (
	otherWord  meaning = iota
	number4            // of four digits
	numberWord         // digits, at most two
	otherNumber
	ordinalEnd // the st, nd, rd or th behind a number
	monthName  // 1…12
	monthShort // the same, abbreviated, or with another meaning as well
	dayName    // 0 is Sunday
	unitName
	countWord // value is how many; aFew, aCouple, several
	agoWord
	lastWord
	pastWord
	nextWord
	thisWord
	yesterdayWord
	tomorrowWord
	beforeTime
	afterTime
	theWord
	ofWord
	inWord // in, during, since, until …: what follows may be a month or a year alone
	onWord
	throughWord // to, until, till, through
	andWord
	fromWord
	nowWord
	nightWord
)

// Units of a calendar, in values of unitName.
const (
	dayUnit = iota
	weekUnit
	monthUnit
	yearUnit
	weekendUnit
)

// Values of countWord without an exact number.
const (
	aCouple = -2 - iota
	aFew
	aSeveral
)

// timeVocabulary has all words for times, in lower case.
var timeVocabulary = func() map[string]toldWord {
	out := map[string]toldWord{}
	add := func(m meaning, value int, words string) {
		for _, w := range strings.Fields(words) {
			out[w] = toldWord{means: m, value: int16(value)}
		}
	}
	for i, m := range strings.Fields("january february march april may june july august september october november december") {
		add(monthName, i+1, m)
		add(monthShort, i+1, m[:3])
	}
	add(monthShort, 9, "sept")
	add(monthShort, 3, "march")
	add(monthShort, 5, "may")
	for i, d := range strings.Fields("sunday monday tuesday wednesday thursday friday saturday") {
		add(dayName, i, d)
	}
	add(unitName, dayUnit, "day days")
	add(unitName, weekUnit, "week weeks")
	add(unitName, monthUnit, "month months")
	add(unitName, yearUnit, "year years")
	add(unitName, weekendUnit, "weekend")
	for i, n := range strings.Fields("one two three four five six seven eight nine ten") {
		add(countWord, i+1, n)
	}
	add(countWord, 1, "a an")
	add(countWord, aCouple, "couple")
	add(countWord, aFew, "few")
	add(countWord, aSeveral, "several")
	for m, words := range map[meaning]string{
		ordinalEnd: "st nd rd th", agoWord: "ago", lastWord: "last previous", pastWord: "past", nextWord: "next coming upcoming", thisWord: "this",
		yesterdayWord: "yesterday", tomorrowWord: "tomorrow", beforeTime: "before", afterTime: "after", theWord: "the", ofWord: "of",
		inWord: "in during since by early late mid around", onWord: "on", throughWord: "to until till through", andWord: "and", fromWord: "from between", nowWord: "now",
		nightWord: "night",
	} {
		add(m, 0, words)
	}
	return out
}()

// longestTold is the length of the longest word of the vocabulary.
const longestTold = len("wednesday")

// mayNameTime reports whether a text has a word for times, or a number that may be a year. Most texts have none, and this costs less than reading them.
func mayNameTime(text string) bool {
	var low [longestTold]byte
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case isASCIILetter(c):
			j := i + 1
			for j < len(text) && isASCIILetter(text[j]) {
				j++
			}
			if n := j - i; n <= len(low) && timeWordLengths[c&31]>>n&1 != 0 {
				for k := range n {
					low[k] = text[i+k] | 0x20
				}
				if w := timeVocabulary[string(low[:n])]; w.mayBeginTime() {
					return true
				}
			}
			i = j
		case isDigit(c):
			j := i + 1
			for j < len(text) && isDigit(text[j]) {
				j++
			}
			if j-i == 4 {
				return true
			}
			i = j
		default:
			i++
		}
	}
	return false
}

// timeWordLengths maps a first letter to the lengths of the words that may begin a time, one bit each.
var timeWordLengths = func() (out [32]uint16) {
	for word, w := range timeVocabulary {
		if w.mayBeginTime() {
			out[word[0]&31] |= 1 << len(word)
		}
	}
	return out
}()

// mayBeginTime reports whether one such word is enough to search for a time.
func (w *toldWord) mayBeginTime() bool {
	switch w.means {
	case monthName, monthShort, dayName, agoWord, lastWord, pastWord, nextWord, yesterdayWord, tomorrowWord:
		return true
	case unitName:
		return w.value != dayUnit
	}
	return false
}

// toldWords appends the words and numbers of a text.
func toldWords(dst []toldWord, text string) []toldWord {
	var low [longestTold]byte
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case isDigit(c):
			j := i + 1
			for j < len(text) && isDigit(text[j]) {
				j++
			}
			w := numberOf(text[i:j])
			w.start, w.end = int32(i), int32(j)
			dst, i = append(dst, w), j
		case letterAt(text, i) > 0:
			j := i
			for n := letterAt(text, j); n > 0; n = letterAt(text, j) {
				if j-i < len(low) {
					low[j-i] = text[j] | 0x20
				}
				j += n
			}
			w := toldWord{}
			if j-i <= len(low) {
				w = timeVocabulary[string(low[:j-i])]
			}
			w.start, w.end, w.capital = int32(i), int32(j), c < 'a'
			dst, i = append(dst, w), j
		default: // also part of a rune
			i++
		}
	}
	return dst
}

func numberOf(digits string) toldWord {
	switch {
	case len(digits) > 4 || len(digits) == 3:
		return toldWord{means: otherNumber, value: -1}
	case len(digits) == 4:
		return toldWord{means: number4, value: int16(number(digits))}
	}
	return toldWord{means: numberWord, value: int16(number(digits))}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// letterAt returns the size in bytes of the letter at an offset; 0: there is none.
func letterAt(text string, i int) int {
	if i == len(text) {
		return 0
	}
	c := text[i]
	if c < utf8.RuneSelf {
		if isASCIILetter(c) {
			return 1
		}
		return 0
	}
	if r, n := utf8.DecodeRuneInString(text[i:]); unicode.IsLetter(r) {
		return n
	}
	return 0
}
