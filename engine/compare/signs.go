package compare

import "strings"

// operators are signs that compare, join or lead, and how they are compared: those that mean the same alike.
var operators = map[string]string{
	"<": "<", ">": ">", "<=": "<=", "≤": "<=", ">=": ">=", "≥": ">=", "=": "=", "==": "=", "===": "=", "!=": "!=", "!==": "!=", "<>": "!=", "≠": "!=",
	"&&": "and", "||": "or", "->": "->", "=>": "->", "→": "->", "<-": "<-", "←": "<-",
}

// sign takes a chunk that is an operator, or begins with one that compares with a number, as ">5".
func (s *scanner) sign(c string) bool {
	switch c[0] {
	case '<', '>', '=', '!', '&', '|', '-':
	default:
		if c[0] < 0x80 || operators[string(firstRune(c))] == "" {
			return false
		}
	}
	bare := strings.TrimRight(c, ".,;:")
	switch form := operators[bare]; {
	case bare == ">" && len(s.out) == 0: // the mark of a text that is quoted
		return true
	case bare == "&":
		s.add(c, "and", Word)
	case form != "":
		s.operator(bare, form)
	default:
		op := comparing(bare)
		if op == "" || len(op) == len(bare) || !numeral(bare[len(op):]) || strings.Contains(bare[len(op):], ">") {
			return false
		}
		s.operator(op, operators[op])
		s.chunk(c[len(op):])
		return true
	}
	if len(bare) < len(c) {
		s.out[len(s.out)-1].stop = true
	}
	return true
}

func (s *scanner) operator(written, form string) {
	s.add(written, form, Word)
	s.out[len(s.out)-1].sign = true
}

// comparing is the operator that compares with which a text begins; "" where none does.
func comparing(c string) string {
	for _, op := range [...]string{"!==", "===", "<=", ">=", "==", "!=", "<", ">", "≤", "≥", "≠"} {
		if strings.HasPrefix(c, op) {
			return op
		}
	}
	return ""
}

// numeral reports whether a text begins as a number.
func numeral(c string) bool {
	c = strings.TrimLeft(c, "+-.$€£")
	return c != "" && c[0] >= '0' && c[0] <= '9'
}

// longestCondition is up to how many bytes a chunk is looked at for conditions: what is longer is no sentence.
const longestCondition = 80

// condition takes a chunk that is a comparison or two conditions written together, as "x>5" and "a&&b". A tag or a type, as "List<int>", and an address are none.
func (s *scanner) condition(c string) bool {
	at := strings.IndexFunc(c, func(r rune) bool {
		return r == '<' || r == '>' || r == '=' || r == '!' || r == '&' || r == '|' || r == '≤' || r == '≥' || r == '≠'
	})
	if at <= 0 || len(c) > longestCondition || strings.Contains(c, "/") || c[at-1] == '-' {
		return false
	}
	op := comparing(c[at:])
	if strings.HasPrefix(c[at:], "&&") || strings.HasPrefix(c[at:], "||") {
		op = c[at : at+2]
	}
	rest := c[at+len(op):]
	if op == "" || rest == "" || len(op) == 1 && (!numeral(rest) || strings.ContainsAny(rest, "<>")) {
		return false
	}
	s.split(c[:at])
	s.operator(op, operators[op])
	s.split(rest)
	return true
}
