package rocks

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"asterism/engine/store"
)

// FuzzParseTimelineKey: a key that is accepted encodes to the same bytes; every other key gives an error.
func FuzzParseTimelineKey(f *testing.F) {
	f.Add(timelineKey(store.Cursor{Namespace: "a\x00b", Time: time.Unix(-7, 5), ID: store.ID{1}}))
	f.Add(timelineKey(store.Cursor{}))
	f.Add([]byte{0, 2})
	f.Add(tooManyNanoseconds(timelineKey(store.Cursor{})))
	f.Fuzz(func(t *testing.T, key []byte) {
		c, err := parseTimelineKey(key)
		if err != nil {
			return
		}
		if again := timelineKey(c); !bytes.Equal(again, key) {
			t.Errorf("%x is read as %+v, which is written as %x", key, c, again)
		}
	})
}

// tooManyNanoseconds returns a key that ends with a time and an id, with a whole second in the nanoseconds.
func tooManyNanoseconds(key []byte) []byte {
	key = bytes.Clone(key)
	binary.BigEndian.PutUint32(key[len(key)-idBytes-4:], 1_000_000_000)
	return key
}

// FuzzParseContent: a memory's text encodes to the same bytes; a value without a valid checksum is damaged.
func FuzzParseContent(f *testing.F) {
	f.Add(appendContent(nil, &store.Memory{Content: "the kettle", Rationale: "tea"}), false)
	f.Add([]byte{1, 200, 200, 200, 200, 200}, true)
	f.Add([]byte{1}, true)
	f.Fuzz(func(t *testing.T, b []byte, sealed bool) {
		if sealed { // so that the fuzzer gets past the checksum
			b = seal(bytes.Clone(b), 0)
		}
		m := &store.Memory{}
		if err := parseContent(m, b); err != nil {
			return
		}
		again := &store.Memory{}
		if err := parseContent(again, appendContent(nil, m)); err != nil || again.Content != m.Content || again.Rationale != m.Rationale {
			t.Errorf("%x: %q, %q are written and read as %q, %q, %v", b, m.Content, m.Rationale, again.Content, again.Rationale, err)
		}
	})
}

// FuzzReadModelSet: the table of model sets is read as it was written, or gives an error.
func FuzzReadModelSet(f *testing.F) {
	f.Add((&modelSet{profile: "compact"}).append(nil), false)
	f.Add([]byte{13}, true)
	f.Fuzz(func(t *testing.T, b []byte, sealed bool) {
		if sealed {
			b = seal(bytes.Clone(b), 0)
		}
		m := &modelSet{}
		if err := readValue(b, m.read); err != nil {
			return
		}
		again := &modelSet{}
		if err := readValue(m.append(nil), again.read); err != nil || *again != *m {
			t.Errorf("%x: %+v is written and read as %+v, %v", b, m, again, err)
		}
	})
}
