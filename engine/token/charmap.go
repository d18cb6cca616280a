package token

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// charmap is the character map of a SentencePiece model: short texts and their replacements. It is compiled to a double-array trie (Aoe 1989)
// in the layout of Darts-clone, and one string in which every replacement ends with a zero byte.
//
// The units are stored as they were read: the next unit is at the index given by a unit's offset and the next byte, and is the right one if
// its label is that byte. [parseCharmap] has checked every index from which a value can be read, so a look-up cannot fail.
type charmap struct {
	units        []unit
	replacements string
}

// unit is one element of the trie: label in bits 0 to 7, "a key ends here" in bit 8, the offset in bits 10 to 30, shifted by eight if bit 9 is
// set. A unit with bit 31 is a value; since its label would be above 255, no byte leads to it.
type unit uint32

func (u unit) isValue() bool { return u>>31 != 0 }
func (u unit) value() uint32 { return uint32(u) & (1<<31 - 1) }
func (u unit) label() uint32 { return uint32(u) & (1<<31 | 0xff) }
func (u unit) ends() bool    { return !u.isValue() && u>>8&1 != 0 }
func (u unit) offset() uint32 {
	return uint32(u) >> 10 << (uint32(u) & (1 << 9) >> 6)
}

// parseCharmap reads the length of the trie in bytes (uint32, little-endian), the trie, and the replacements.
func parseCharmap(b []byte) (*charmap, error) {
	if len(b) < 4 {
		return nil, fmt.Errorf("has %d bytes, fewer than the length of its trie takes", len(b))
	}
	size := binary.LittleEndian.Uint32(b)
	b = b[4:]
	if size == 0 || size%4 != 0 || uint64(size) > uint64(len(b)) {
		return nil, fmt.Errorf("says that its trie has %d bytes, which is no whole number of units within the %d that follow", size, len(b))
	}
	m := &charmap{units: make([]unit, size/4), replacements: string(b[size:])}
	for i := range m.units {
		m.units[i] = unit(binary.LittleEndian.Uint32(b[4*i:]))
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	return m, nil
}

// check verifies that every value that can be read is the start of a replacement.
func (m *charmap) check() error {
	if !utf8.ValidString(m.replacements) {
		return errors.New("holds replacements that are no UTF-8")
	}
	for at, u := range m.units {
		if !u.ends() {
			continue
		}
		to := uint32(at) ^ u.offset()
		if to >= uint32(len(m.units)) {
			return fmt.Errorf("unit %d has its value at %d, beyond the %d units", at, to, len(m.units))
		}
		v := m.units[to].value()
		if int64(v) > int64(len(m.replacements)) || int(v) < len(m.replacements) && !utf8.RuneStart(m.replacements[v]) {
			return fmt.Errorf("unit %d begins a replacement at byte %d of %d, where none can begin", at, v, len(m.replacements))
		}
	}
	return nil
}

// find returns the replacement of text: that of the shortest key that text begins with. The reference takes the shortest too, and replaces all of
// text by it.
func (m *charmap) find(text []byte) (string, bool) {
	at := m.units[0].offset()
	for _, c := range text {
		at ^= uint32(c)
		if c == 0 || at >= uint32(len(m.units)) || m.units[at].label() != uint32(c) {
			return "", false
		}
		u := m.units[at]
		at ^= u.offset()
		if u.ends() {
			rest := m.replacements[m.units[at].value():]
			word, _, _ := strings.Cut(rest, "\x00")
			return word, true
		}
	}
	return "", false
}
