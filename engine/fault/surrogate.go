package fault

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// HalfCharacter describes the place in JSON of half of a UTF-16 surrogate pair, which is not a character; "" if there is none. Go's decoder silently replaces it by
// U+FFFD, so other text than was sent would be stored. Places below the members in within are named from there: "content", not "params.arguments.content".
func HalfCharacter(raw json.RawMessage, within ...string) string {
	at := firstHalf(raw)
	if at < 0 {
		return ""
	}
	where, before := place(raw, at, within)
	return fmt.Sprintf("%s holds %s after %d characters, which is half of a UTF-16 surrogate pair and no character", where, raw[at:at+escaped], before)
}

// escaped is the length of \uXXXX.
const escaped = 6

// firstHalf returns where the first half of a pair is escaped; -1: nowhere. In JSON backslashes occur only in strings.
func firstHalf(raw []byte) int {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		r := escapedAt(raw, i)
		switch {
		case r < 0:
			i++ // the escaped byte may be a backslash
		case !utf16.IsSurrogate(r):
			i += escaped - 1
		case utf16.DecodeRune(r, escapedAt(raw, i+escaped)) == utf8.RuneError:
			return i
		default:
			i += 2*escaped - 1
		}
	}
	return -1
}

// escapedAt returns the code unit of \uXXXX at an index; -1: there is none.
func escapedAt(raw []byte, i int) rune {
	if i+escaped > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' {
		return -1
	}
	v, err := strconv.ParseUint(string(raw[i+2:i+escaped]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(v)
}

// level is an open object or list.
type level struct {
	list   bool
	n      int    // tokens in it so far, without nested ones
	member string // of an object: the member being read
}

// place names the string that contains a byte, and counts the characters before that byte in it. Invalid JSON is named as a whole.
func place(raw []byte, at int, within []string) (where string, before int) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var open []level
	for {
		from := int(dec.InputOffset())
		t, err := dec.Token()
		if err != nil {
			return "the message", 0
		}
		if d, ok := t.(json.Delim); ok && (d == ']' || d == '}') {
			open = open[:len(open)-1]
			continue
		}
		name := false // t is the name of a member
		if n := len(open) - 1; n >= 0 {
			if name = !open[n].list && open[n].n%2 == 0; name {
				open[n].member, _ = t.(string)
			}
			open[n].n++
		}
		if d, ok := t.(json.Delim); ok {
			open = append(open, level{list: d == '['})
			continue
		}
		if int(dec.InputOffset()) <= at {
			continue
		}
		begin := from + bytes.IndexByte(raw[from:], '"')
		var text string
		_ = json.Unmarshal(append(bytes.Clone(raw[begin:at]), '"'), &text) // it was a valid string above
		if name {
			return "a name of a member", utf8.RuneCountInString(text)
		}
		return pathOf(open, within), utf8.RuneCountInString(text)
	}
}

// pathOf returns the path to the value being read.
func pathOf(open []level, within []string) string {
	out := ""
	for i, l := range open {
		switch {
		case l.list:
			out += fmt.Sprintf("[%d]", l.n-1)
		case i < len(within) && out == "" && l.member == within[i]: // omitted
		case out == "":
			out = l.member
		default:
			out += "." + l.member
		}
	}
	if out == "" {
		return "the message"
	}
	return out
}
