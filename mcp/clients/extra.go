package clients

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

// lastLine parts what stands between values, white space and comments, before its last line break. A line break within a block comment is none: what is put there would be part of the comment.
func lastLine(e hujson.Extra) (head, last string) {
	at, _ := lastBreak(string(e))
	return string(e[:at]), string(e[at:])
}

// blank says that no comment stands there.
func blank(e hujson.Extra) bool { return len(bytes.TrimSpace(e)) == 0 }

// joined puts comments before what stands between values, and ends a line comment before it.
func joined(comments string, e hujson.Extra) hujson.Extra {
	if _, open := lastBreak(comments); open && !strings.HasPrefix(string(e), "\n") {
		comments += "\n"
	}
	return hujson.Extra(comments + string(e))
}

// lastBreak is where the last line break outside of block comments stands, 0 without one, and whether the text ends in a line comment that is still open.
func lastBreak(text string) (at int, open bool) {
	for i := 0; i < len(text); {
		size := 1
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "//"):
			if size = strings.IndexByte(rest, '\n'); size < 0 {
				return at, true
			}
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return at, false
			}
			size = end + 4
		case rest[0] == '\n':
			at = i
		}
		i += size
	}
	return at, false
}
