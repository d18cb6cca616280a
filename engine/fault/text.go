package fault

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longText is the limit of texts that may be documents; names and tags have a lower one.
const longText = 64 << 10

// Text refuses a caller's text that is not UTF-8, contains NUL, is too long, or (if required) is blank; nil: it is
// valid.
func Text(name, v string, limit int, required bool) error {
	switch {
	case len(v) > limit:
		hint := "make it shorter"
		if limit >= longText {
			hint = "split it, or use `asterism ingest`, which splits documents at headings and functions"
		}
		return Invalid("%s is %d bytes long, the limit is %d", hint, name, len(v), limit)
	case !utf8.ValidString(v):
		return Invalid("%s is not valid UTF-8 (first bad byte at offset %d)", "convert it to UTF-8 first", name, FirstBadByte(v))
	case strings.ContainsRune(v, 0):
		return Invalid("%s holds a NUL character at offset %d", "binary data cannot be remembered as text", name, strings.IndexByte(v, 0))
	case required && strings.TrimFunc(v, Blank) == "":
		return Invalid("%s is blank", "give the text to work on", name)
	}
	return nil
}

// Blank also treats format characters (zero-width space, joiners, direction marks) as blank.
func Blank(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc) }

// Clip returns a text for a message: its first characters, and "…" if there are more.
func Clip(text string, most int) string {
	n := 0
	for at := range text {
		if n++; n > most {
			return text[:at] + "…"
		}
	}
	return text
}

// FirstBadByte returns the byte offset where a text stops being UTF-8; -1: nowhere.
func FirstBadByte(s string) int {
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}
