package wire

import "encoding/json"

// idFinder finds the id of a JSON-RPC message that is too long to keep. It reads the bytes, counts brackets, and only keeps the strings and scalars of the outermost object.
type idFinder struct {
	depth            int
	inString, escape bool
	word             []byte // the scalar being read at depth 1
	key              string // the last key at depth 1
	value            bool   // after the colon
	found            []byte
}

const maxIDBytes = 256

func (f *idFinder) feed(p []byte) {
	for _, c := range p {
		f.step(c)
	}
}

func (f *idFinder) step(c byte) {
	if f.inString {
		f.appendByte(c)
		switch {
		case f.escape:
			f.escape = false
		case c == '\\':
			f.escape = true
		case c == '"':
			f.inString = false
		}
		return
	}
	switch c {
	case '"':
		f.inString = true
		f.appendByte(c)
	case '{', '[':
		f.depth++
	case '}', ']':
		if f.depth == 1 {
			f.end()
		}
		f.depth--
	case ':':
		if f.depth == 1 {
			f.key, f.value, f.word = string(f.word), true, nil
		}
	case ',':
		if f.depth == 1 {
			f.end()
		}
	case ' ', '\t', '\r', '\n':
	default:
		f.appendByte(c)
	}
}

func (f *idFinder) appendByte(c byte) {
	if f.depth == 1 && len(f.word) < maxIDBytes {
		f.word = append(f.word, c)
	}
}

// end ends a member of the outermost object.
func (f *idFinder) end() {
	if f.value && f.key == `"id"` {
		f.found = f.word
	}
	f.value, f.word, f.key = false, nil, ""
}

// id returns the id as JSON; nil if the message has none or if it is no string or number.
func (f *idFinder) id() []byte {
	if len(f.found) == 0 || !json.Valid(f.found) || f.found[0] == 'n' || f.found[0] == 't' || f.found[0] == 'f' {
		return nil
	}
	return f.found
}
