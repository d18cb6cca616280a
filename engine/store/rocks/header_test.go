package rocks

import (
	"bytes"
	"errors"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func FuzzParseHeader(f *testing.F) {
	h := &header{Memory: *suite.Sample(1), spaces: keptSpaces}
	h.Links = []store.ID{suite.ID(2)}
	b := appendHeader(nil, h)
	f.Add(b[1 : len(b)-4])
	f.Add([]byte{13})
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = parseHeader(h.ID, body)
		value := seal(append([]byte{recordVersion}, body...), 0)
		got, err := parseHeader(h.ID, value)
		if err != nil {
			return
		}
		again, err := parseHeader(h.ID, appendHeader(nil, got))
		if err != nil {
			t.Fatalf("a header that was read is not read again: %v", err)
		}
		if !bytes.Equal(appendHeader(nil, again), appendHeader(nil, got)) {
			t.Fatal("a header that was read and written changed")
		}
	})
}

func TestHeaderFindsEveryChangedByte(t *testing.T) {
	whole := appendHeader(nil, &header{Memory: *suite.Sample(1), spaces: keptSpaces})
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 1
		if _, err := parseHeader(suite.ID(1), b); !errors.Is(err, store.ErrDamaged) {
			t.Fatalf("byte %d changed: error %v, want ErrDamaged", i, err)
		}
	}
	for n := 1; n < len(whole)-4; n++ { // with a right checksum, so that the fields themselves must notice
		if _, err := parseHeader(suite.ID(1), seal(bytes.Clone(whole[:n]), 0)); err == nil {
			t.Fatalf("a header cut to %d bytes was accepted", n)
		}
	}
}

func TestNewerRecord(t *testing.T) {
	b := appendContent(nil, suite.Sample(1))
	b = seal(append([]byte{recordVersion + 1}, b[1:len(b)-4]...), 0)
	if err := parseContent(&store.Memory{}, b); !errors.Is(err, store.ErrNewer) {
		t.Errorf("error %v, want ErrNewer", err)
	}
}
