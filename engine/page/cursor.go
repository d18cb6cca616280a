package page

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// Cursor is a place between two hits of a search, and the times that the search uses. As text it is base64 (URL, no padding) of:
//
//	bytes  what
//	1      kind, 'S' (a list's cursor begins with '{')
//	1      version, 1
//	1      flags: 1 there is an after, 2 there is a before, 4 the question's words named them
//	4      store, of its hash
//	8      question, of its hash
//	2      offset: hits on the pages before, 1…500
//	16     id of the last of them
//	12     when the first page was asked for: seconds since 1970 (8), nanoseconds (4); in the years 0…9999, as all times here
//	12     after, if flagged
//	12     before, if flagged
//	4      CRC-32C of all before it, in this place in every version
//
// Numbers are little-endian.
type Cursor struct {
	Key
	Offset        int      // hits on the earlier pages
	Last          store.ID // the last of them
	Asked         time.Time
	After, Before time.Time
	Named         bool // by the question's words
}

const (
	cursorKind    = 'S'
	cursorVersion = 1

	flagAfter, flagBefore, flagNamed = 1, 2, 4

	cursorHead = 3 + 4 + 8 + 2 + 16
	timeBytes  = 12
	cursorCRC  = 4
	shortest   = cursorHead + timeBytes + cursorCRC
)

var (
	// Strict: only one text per cursor.
	cursorText = base64.RawURLEncoding.Strict()
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// String encodes the cursor.
func (c *Cursor) String() string {
	b := []byte{cursorKind, cursorVersion, c.flags()}
	b = append(b, c.Store[:]...)
	b = append(b, c.Question[:]...)
	b = binary.LittleEndian.AppendUint16(b, uint16(c.Offset))
	b = append(b, c.Last[:]...)
	b = appendTime(b, c.Asked)
	for _, t := range []time.Time{c.After, c.Before} {
		if !t.IsZero() {
			b = appendTime(b, t)
		}
	}
	return cursorText.EncodeToString(binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)))
}

func (c *Cursor) flags() (f byte) {
	if !c.After.IsZero() {
		f |= flagAfter
	}
	if !c.Before.IsZero() {
		f |= flagBefore
	}
	if c.Named {
		f |= flagNamed
	}
	return f
}

func appendTime(b []byte, t time.Time) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(t.Unix()))
	return binary.LittleEndian.AppendUint32(b, uint32(t.Nanosecond()))
}

// Parse decodes what String wrote; the error says what the text is instead. Line breaks, as in a copied long line, do not matter.
func Parse(v string) (*Cursor, error) {
	const way = "give nextCursor of the page before, whole and as it is, or start without a cursor"
	b, err := cursorText.DecodeString(v) // with an error, what was decoded before it
	switch {
	case len(b) > 0 && b[0] == '{':
		return nil, fault.Invalid("cursor %.12q is of a list, not of a search", way, v)
	case len(b) == 0 || b[0] != cursorKind:
		return nil, fault.Invalid("cursor %.12q is not one that a search returned", way, v)
	}
	body, ok := unseal(b)
	if err != nil || !ok {
		return nil, fault.Invalid("cursor %.12q is damaged or incomplete", way, v)
	}
	if body[1] > cursorVersion {
		return nil, fault.Invalid("cursor %.12q is of version %d, from a newer program; this one reads version %d", "start without a cursor", v, body[1], cursorVersion)
	}
	c, ok := readCursor(body)
	if !ok {
		return nil, fault.Invalid("cursor %.12q is damaged or incomplete", way, v)
	}
	return c, nil
}

// unseal removes the checksum; ok is false if it is wrong.
func unseal(b []byte) (body []byte, ok bool) {
	if len(b) < shortest {
		return nil, false
	}
	body = b[:len(b)-cursorCRC]
	return body, crc32.Checksum(body, castagnoli) == binary.LittleEndian.Uint32(b[len(body):])
}

// readCursor decodes the fields; ok is false for bytes that String never writes.
func readCursor(b []byte) (c *Cursor, ok bool) {
	flags := b[2]
	c = &Cursor{Named: flags&flagNamed != 0, Offset: int(binary.LittleEndian.Uint16(b[15:]))}
	copy(c.Store[:], b[3:])
	copy(c.Question[:], b[7:])
	copy(c.Last[:], b[17:])
	times := []*time.Time{&c.Asked}
	if flags&flagAfter != 0 {
		times = append(times, &c.After)
	}
	if flags&flagBefore != 0 {
		times = append(times, &c.Before)
	}
	rest := b[cursorHead:]
	if b[1] != cursorVersion || flags > flagAfter|flagBefore|flagNamed || len(rest) != timeBytes*len(times) {
		return nil, false
	}
	for i, t := range times {
		at := rest[timeBytes*i:]
		seconds, nanos := int64(binary.LittleEndian.Uint64(at)), binary.LittleEndian.Uint32(at[8:])
		*t = time.Unix(seconds, int64(nanos)).UTC()
		if nanos >= 1e9 || t.Year() < 0 || t.Year() > 9999 || t.IsZero() {
			return nil, false
		}
	}
	return c, c.Offset >= 1 && c.Offset <= Depth && (!c.Named || len(times) > 1)
}
