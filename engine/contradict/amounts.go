package contradict

import (
	"strings"

	"asterism/engine/pattern"

	"github.com/kljensen/snowball/english"
)

// amount is a value in a text.
type amount struct {
	kind, value, text string
	before            string // the text in front of it within its clause
}

var (
	anAmount = pattern.New(`(?i)\b(\d{4}-\d\d-\d\d(?:\.[a-z]+)?)\b|\b(\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2})\b|` +
		`\b(\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m)\b|\b((?:version |v)\d+(?:\.\d+)*|\d+\.\d+(?:\.\d+)+)\b|\b((?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|([€$£]\d[\d.,]*|\b\d[\d,]*(?:\.\d+)?(?:%|(?:, \d+)*(?: and \d+)? ?[a-z]+|\b))`)
	groups    = [...]string{"dated", "day", "time", "version", "weekday"} // the kinds of the first groups of anAmount, in order; the kind of a number is its unit (see kindOf)
	clauseEnd = pattern.New(`[;:.!?] `)
	// spans are stems of units of time. All of them are one kind, "span".
	spans = words("ms second sec s minut min hour h day week month year")
	money = words("€ $ £ euro dollar pound cent eur usd gbp")
	// noUnit are words that may follow a number and are not its unit.
	noUnit = words("to and or for of in on at per a an the because becaus since as is are was not with by from after before when while until till if so but which that")
)

// amountsIn returns the values in a text: days, times, versions, weekdays, and numbers with their units.
func amountsIn(text string) (out []amount) {
	for _, at := range anAmount.FindAllStringSubmatchIndex(text, -1) {
		v := amount{text: text[at[0]:at[1]], before: text[:at[0]]}
		if ends := clauseEnd.FindAllStringIndex(v.before, -1); len(ends) > 0 {
			v.before = v.before[ends[len(ends)-1][1]:]
		}
		v.value = strings.ToLower(v.text)
		for i, kind := range groups {
			if at[2*(i+1)] >= 0 {
				v.kind = kind
			}
		}
		if v.kind == "" {
			v.kind = kindOf(&v)
		}
		out = append(out, v)
	}
	return out
}

// kindOf returns the kind of a number: its unit, or "money", "span", "version" or "number". It cuts the text of a number without a unit down to the number.
func kindOf(v *amount) string {
	number := strings.TrimRight(v.text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%")
	unit := english.Stem(v.text[len(number):], false)
	sign := strings.Trim(number[:min(len(number), 3)], "0123456789., ")
	v.value = strings.Trim(strings.ToLower(number), " €$£")
	switch {
	case money[unit] || money[sign]:
		return "money"
	case spans[unit]:
		v.value += unit
		return "span"
	case unit != "" && !noUnit[unit]:
		return unit
	}
	v.text = strings.TrimSpace(number)
	if strings.Contains(v.value, ".") {
		return "version"
	}
	return "number"
}
