package compare

import "strings"

// operators are signs that compare, join or point, mapped to one form for each meaning.
var operators = map[string]string{
	"<": "<", ">": ">", "<=": "<=", "≤": "<=", ">=": ">=", "≥": ">=", "=": "=", "==": "=", "===": "=", "!=": "!=", "!==": "!=", "<>": "!=", "≠": "!=",
	"&&": "and", "||": "or", "->": "->", "=>": "->", "→": "->", "<-": "<-", "←": "<-",
}

// sign adds a chunk that is an operator, or begins with a comparison before a number, as ">5".
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
	case bare == ">" && len(s.out) == 0: // a quotation mark of e-mail or Markdown
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

// comparing returns the comparison operator at the beginning of a text; "" if there is none.
func comparing(c string) string {
	for _, op := range [...]string{"!==", "===", "<=", ">=", "==", "!=", "<", ">", "≤", "≥", "≠"} {
		if strings.HasPrefix(c, op) {
			return op
		}
	}
	return ""
}

// numeral reports whether a text begins with a number.
func numeral(c string) bool {
	c = strings.TrimLeft(c, "+-.$€£")
	return c != "" && c[0] >= '0' && c[0] <= '9'
}

// longestCondition is the largest size in bytes of a chunk that is searched for conditions. Longer chunks are not prose.
const longestCondition = 80

// condition adds a chunk that is a comparison or two conditions without spaces, as "x>5" and "a&&b". A tag, a type such as "List<int>", and an address are none.
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
