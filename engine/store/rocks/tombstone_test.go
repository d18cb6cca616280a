package rocks

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func FuzzParseTombstone(f *testing.F) {
	b := appendTombstone(nil, &store.Tombstone{Version: 7, At: time.Unix(1_800_000_100, 9)})
	f.Add(b[1 : len(b)-4])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = parseTombstone(suite.ID(1), body)
		value := seal(append([]byte{recordVersion}, body...), 0)
		got, err := parseTombstone(suite.ID(1), value)
		if (err == nil) != (len(body) == 20 && validNanos(body)) {
			t.Fatalf("%d bytes, of which 20 make a version and a time: error %v", len(body), err)
		}
		if err == nil && !bytes.Equal(appendTombstone(nil, got), value) {
			t.Fatalf("%x came back as %x", value, appendTombstone(nil, got))
		}
	})
}

// validNanos reports whether the nanoseconds of a complete body are below a second; otherwise it is
// damaged.
func validNanos(body []byte) bool {
	r := fieldsOf(body[16:])
	return r.U32() < 1e9
}

func TestTombstoneFindsEveryChangedByte(t *testing.T) {
	whole := appendTombstone(nil, &store.Tombstone{Version: 7, At: time.Unix(1_800_000_100, 9)})
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 1
		if _, err := parseTombstone(suite.ID(1), b); !errors.Is(err, store.ErrDamaged) {
			t.Fatalf("byte %d changed: error %v, want ErrDamaged", i, err)
		}
	}
}

func FuzzParseForgottenKey(f *testing.F) {
	f.Add(forgottenKey(time.Unix(1_800_000_100, 9), suite.ID(1)))
	f.Add([]byte{})
	f.Add(tooManyNanoseconds(forgottenKey(time.Unix(0, 0), suite.ID(1))))
	f.Fuzz(func(t *testing.T, key []byte) {
		at, id, err := parseForgottenKey(key)
		if sound := len(key) == timeBytes+idBytes && binary.BigEndian.Uint32(key[8:]) < 1_000_000_000; (err == nil) != sound {
			t.Fatalf("%x: error %v", key, err)
		}
		if err != nil {
			return
		}
		if again := forgottenKey(at, id); !bytes.Equal(again, key) {
			t.Fatalf("%x is read as %v %s, which is written as %x", key, at, id, again)
		}
	})
}
