package contradict

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// cut describes where a part of a text is in that text.
type cut struct {
	before                   []string // the words in front of it, in lower case
	first, head, conditional bool     // it begins the text; it is in front of the verb; it is in the text's condition
	verb, copula             bool     // a verb is in front of it; a form of "be" is
	found, named             bool     // it was found; it is a number with no unit behind it
}

func cutAt(text, part string) (c cut) {
	at := placeOf(text, part, true)
	if at < 0 { // the words of the part are not adjacent
		if first, _, many := strings.Cut(part, " "); many {
			at = placeOf(text, first, true)
		}
	}
	if at < 0 {
		return cut{}
	}
	c.found = true
	c.before = strings.Fields(strings.ToLower(text[:at]))
	n := len(c.before)
	c.first = n == 0 || n == 1 && determiners[c.before[0]]
	verb := verbOf(text)
	c.head = !c.first && verb > n
	c.copula = slices.ContainsFunc(c.before, func(word string) bool { return copulas[word] })
	c.verb = verb > 0 && verb < n || slices.ContainsFunc(c.before[min(1, n):], isVerb)
	behind := strings.TrimLeft(text[at+min(len(part), len(text)-at):], " ")
	next := strings.ToLower(first(strings.Fields(behind)))
	c.named = n > 0 && !small[c.before[n-1]] && (behind == "" || !unicode.IsLetter([]rune(behind)[0]) || small[strings.Trim(next, ".,;:)")]) && !strings.ContainsFunc(part, unicode.IsLetter)
	comma := strings.IndexByte(text, ',')
	c.conditional = condition.MatchString(text) && (comma < 0 || at < comma)
	return c
}

var condition = pattern.New(`(?i)^(?:if|when|whenever|unless|once|for|after|before|until|in case|on|to)\b`)

// where reports whether the part says where, how or by whom: a preposition is in front of it, and a verb in front of that. A thing usually has one such value at a time
// ("runs on"). It can have many purposes ("for").
func (c *cut) where(text string) bool {
	n := len(c.before)
	for n > 0 && determiners[c.before[n-1]] {
		n--
	}
	if n < 2 || !locating[c.before[n-1]] {
		return false
	}
	verb := c.before[n-2]
	return isVerb(verb) && (n > 2 && verbOf(text) > 0 || capital.MatchString(first(strings.Fields(text)))) && (n > 2 || verbOf(text) == 1) || verbs[verb] || went[verb] || isRule.MatchString(text)
}

var locating = words("in at on by to from with through under via into onto")

// property reports whether the part is one word, directly behind a form of "be", that says how something is. A thing has many properties at a time ("names are short", "names are clear").
func (c *cut) property(part string) bool {
	return c.found && len(c.before) > 0 && copulas[c.before[len(c.before)-1]] && !strings.Contains(part, " ") && !strings.HasSuffix(part, "ed") && strings.ToLower(part) == part
}

// behind reports whether a word is directly in front of the part.
func (c *cut) behind(word string) bool { return len(c.before) > 0 && c.before[len(c.before)-1] == word }

// numbersPart reports whether the number shows which of several parts or steps is meant.
func (c *cut) numbersPart() bool {
	n := len(c.before)
	if n > 0 && !c.verb && c.named { // "Year 1: …", "Option 2 with sound"
		return true
	}
	return n > 0 && !c.copula && (parts[strings.Trim(c.before[n-1], "(#:")] || cases[strings.Trim(c.before[n-1], "(#:")])
}

// parts are things that exist several times in a whole and are numbered: a step, a row.
var parts = words("phase phases step steps part parts stage section sections chapter tier level levels layer row rows column columns line lines page figure table option example appendix round wave milestone sprint iteration task tasks item rule " +
	"principle type question lesson exercise week day scenario pattern case test adr")

// chosen reports whether the part is what somebody uses for a purpose, or has decided on.
func (c *cut) chosen(text, part string) bool {
	return c.found && (isUsed(text, part) || len(c.before) > 1 && decided[c.before[len(c.before)-1]])
}

// assigned reports whether a difference is two values of one name: "a=1" and "a=2".
func assigned(c compare.Change) bool {
	name, _, ok := strings.Cut(c.Old, "=")
	other, _, both := strings.Cut(c.New, "=")
	return ok && both && name == other && !parts[strings.ToLower(name)]
}

// howMany reports whether a part has only words of quantity or frequency, such as "all" or "never". They are not what the text is about.
func howMany(part string) bool {
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(part)), func(word string) bool { return !counted[word] })
}

var counted = words("all every each any no none some most few many nobody somebody everybody everyone someone anyone one always never not")
