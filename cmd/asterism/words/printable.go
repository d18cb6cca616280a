package words

import (
	"strconv"
	"strings"
	"unicode"
)

// Printable is a text in which what a terminal would obey is shown instead: the byte that begins a colour, or a link, as \x1b, and marks that turn the direction of writing as
// \u202e. Line ends and tabs stay. A memory can come from a web page or another person's file.
func Printable(s string) string {
	if strings.IndexFunc(s, obeyed) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if obeyed(r) {
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// obeyed reports whether a rune does something instead of being seen.
func obeyed(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
