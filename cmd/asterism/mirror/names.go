package mirror

import (
	"strings"
	"time"
	"unicode"

	"asterism/engine/store"

	"golang.org/x/text/unicode/norm"
)

// maxSlug is the most letters of a title in a file's name.
const maxSlug = 48

// nameOf returns the name of a new file: the first line of the text as small letters, digits and hyphens, and the end of the id, which makes it unique on every disk.
func nameOf(m *store.Memory) string {
	id := m.ID.String()
	return slug(title(m.Content)) + "-" + id[len(id)-8:]
}

// title returns the first line with content, without the marks of a heading or a list.
func title(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.Trim(line, " \t\r\n#>*-_`=+|"); line != "" {
			return line
		}
	}
	return ""
}

// slug keeps letters of every script and digits, without accents; everything else becomes one hyphen. It ends at a word if possible.
func slug(text string) string {
	var b []rune
	cut := 0
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b = append(b, unicode.ToLower(r))
		case len(b) > 0 && b[len(b)-1] != '-':
			cut = len(b)
			b = append(b, '-')
		}
		if len(b) > maxSlug {
			if cut > maxSlug/2 {
				b = b[:cut]
			} else {
				b = b[:maxSlug]
			}
			break
		}
	}
	if s := strings.Trim(string(b), "-"); s != "" {
		return norm.NFC.String(s)
	}
	return "memory"
}

// conflictName returns the name of the file for the losing side of a conflict: next to the file, with the time of its last change.
func conflictName(path string, changed time.Time, sum string) string {
	return strings.TrimSuffix(path, ".md") + ".conflict-" + changed.UTC().Format("20060102-150405") + "-" + sum[:4] + ".md"
}
