package compare

import (
	"strconv"
	"strings"

	"asterism/engine/pattern"
)

// counted matches how often something is done: "twice", "two times", "3 times", "3x", "more than once".
var counted = pattern.New(`(?i)\b(?:(more than once)|(once|twice|thrice)|(\w+) times|(\d+) ?x)\b`)

// oftenWords are counts in words. Those without a number count as several.
var oftenWords = map[string]int{"once": 1, "twice": 2, "thrice": 3, "several": several, "many": several, "multiple": several}

const several = 3

// countIn returns the first count of a text and its offsets; 0: there is none.
func countIn(text string) (n int, at []int) {
	m := counted.FindStringSubmatchIndex(text)
	if m == nil {
		return 0, nil
	}
	part := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return strings.ToLower(text[m[2*i]:m[2*i+1]])
	}
	if part(1) != "" {
		return 2, m[:2]
	}
	word := part(2) + part(3) + part(4)
	if n = oftenWords[word]; n == 0 {
		digits := word
		if numerals[word] != "" {
			digits = numerals[word]
		}
		n, _ = strconv.Atoi(digits)
	}
	return n, m[:2]
}

// asOften replaces the count of a text by the count that a goal denies, if the text's count is not smaller: charging three times includes charging twice.
func asOften(goal, text string) string {
	denied, of := countIn(goal)
	n, at := countIn(text)
	if denied < 2 || n < denied || denialsIn(tokens(goal)) == 0 {
		return text
	}
	return text[:at[0]] + goal[of[0]:of[1]] + text[at[1]:]
}
