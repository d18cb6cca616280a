package secrets

import (
	"regexp"
	"strings"
)

// fewestDigits is the length of the shortest card number.
const fewestDigits = 13

// digits matches a possible card number: 13 to 19 digits, with a space or a hyphen between groups.
var digits = regexp.MustCompile(`\b\d(?:[ -]?\d){12,18}\b`)

// issuers match the beginnings of the large networks' numbers, with their lengths (ISO/IEC 7812-1; the networks' published ranges).
var issuers = regexp.MustCompile(`^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12})$`)

// cards returns the numbers of payment cards in a text. A number behind a point or a letter is a part of something else, such as of a fraction.
func cards(text string) (out []Finding) {
	if !hasDigits(text, fewestDigits) { // most texts: the expression would scan all of them
		return nil
	}
	for _, at := range digits.FindAllStringIndex(text, -1) {
		if at[0] > 0 && strings.IndexByte(".-+_/", text[at[0]-1]) >= 0 || at[1]+1 < len(text) && text[at[1]] == '.' && isDigit(text[at[1]+1]) {
			continue
		}
		if card(text[at[0]:at[1]]) {
			out = append(out, Finding{Card, at[0], at[1]})
		}
	}
	return out
}

// hasDigits reports whether a text has at least n digits.
func hasDigits(text string, n int) bool {
	for i := 0; i < len(text) && n > 0; i++ {
		if isDigit(text[i]) {
			n--
		}
	}
	return n == 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// card reports whether text, digits and the signs between them, is the number of a payment card: an issuer's beginning and length, groups as on cards, and the check digit
// (Luhn's, ISO/IEC 7812-1 annex B).
func card(text string) bool {
	var number []byte
	marks, mark := 0, byte(0)
	for i := range len(text) {
		c := text[i]
		if !isDigit(c) {
			if mark != 0 && mark != c {
				return false
			}
			mark = c
			marks++
			continue
		}
		number = append(number, c)
	}
	if marks > 0 && (marks < 2 || marks > 4) || len(kinds(number)) < 2 {
		return false
	}
	return issuers.Match(number) && luhn(number)
}

// kinds returns the different digits of a number: a number with only one is what people type as a placeholder.
func kinds(number []byte) map[byte]bool {
	out := map[byte]bool{}
	for _, c := range number {
		out[c] = true
	}
	return out
}

// luhn checks the last digit: every second digit from the right is doubled, and its own digits are summed; the total must be a multiple of ten.
func luhn(number []byte) bool {
	sum := 0
	for i := range number {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
