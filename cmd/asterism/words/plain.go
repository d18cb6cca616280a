package words

import (
	"fmt"
	"strings"
	"unicode"
)

// Plain escapes characters that a terminal would execute instead of showing: an escape sequence in a stored text could change a terminal's title or colours, move its cursor, or
// hide text, and a mark of writing direction could reverse a line. Line ends and tabs stay.
func Plain(s string) string {
	if !strings.ContainsFunc(s, carriedOut) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !carriedOut(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Line is Plain for text that shares a line with something else, such as a source: it escapes line ends and tabs as well.
func Line(s string) string {
	return strings.NewReplacer("\n", `\x0a`, "\t", `\x09`, "\u2028", `\u2028`, "\u2029", `\u2029`).Replace(Plain(s))
}

// carriedOut reports whether a terminal may do something else with a character than show it.
func carriedOut(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
