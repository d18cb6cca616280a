package clients

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

// lastLine splits the text between values (white space and comments) before its last line break. A line break within a block comment does not count: text put there would become
// part of the comment.
func lastLine(e hujson.Extra) (head, last string) {
	at, _ := lastBreak(string(e))
	return string(e[:at]), string(e[at:])
}

// blank reports whether there is no comment.
func blank(e hujson.Extra) bool { return len(bytes.TrimSpace(e)) == 0 }

// joined puts comments before the text between values. It ends an open line comment with a line break.
func joined(comments string, e hujson.Extra) hujson.Extra {
	if _, open := lastBreak(comments); open && !strings.HasPrefix(string(e), "\n") {
		comments += "\n"
	}
	return hujson.Extra(comments + string(e))
}

// lastBreak returns the position of the last line break outside of block comments, 0 without one, and whether the text ends in an open line comment.
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
