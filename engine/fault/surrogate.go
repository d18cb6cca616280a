package fault

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// HalfCharacter says what stands in JSON where half of a UTF-16 surrogate pair does, which is no character; "" when there is none. Go's decoder puts U+FFFD in its place
// without a word, and something else than was sent would be kept. What is below the members in within is named from there: "content", not "params.arguments.content".
func HalfCharacter(raw json.RawMessage, within ...string) string {
	at := firstHalf(raw)
	if at < 0 {
		return ""
	}
	where, before := place(raw, at, within)
	return fmt.Sprintf("%s holds %s after %d characters, which is half of a UTF-16 surrogate pair and no character", where, raw[at:at+escaped], before)
}

// escaped is how long \uXXXX is.
const escaped = 6

// firstHalf is where the first half of a pair is escaped; -1: nowhere. In JSON a backslash stands within strings only.
func firstHalf(raw []byte) int {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		r := escapedAt(raw, i)
		switch {
		case r < 0:
			i++ // the byte that is escaped may be a backslash
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

// escapedAt is the code unit that \uXXXX says at a place; -1: none is there.
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

// level is an object or a list that is open.
type level struct {
	list   bool
	n      int    // tokens in it so far, without those further in
	member string // of an object: the one that is read
}

// place names the string in which a byte is, and counts the characters before that byte in it. What is no JSON is named as a whole.
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
		_ = json.Unmarshal(append(bytes.Clone(raw[begin:at]), '"'), &text) // it was a string a moment ago
		if name {
			return "a name of a member", utf8.RuneCountInString(text)
		}
		return pathOf(open, within), utf8.RuneCountInString(text)
	}
}

// pathOf is how to get to what is read now.
func pathOf(open []level, within []string) string {
	out := ""
	for i, l := range open {
		switch {
		case l.list:
			out += fmt.Sprintf("[%d]", l.n-1)
		case i < len(within) && out == "" && l.member == within[i]: // not named
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
