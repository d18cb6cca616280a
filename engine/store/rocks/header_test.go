package rocks

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func FuzzParseHeader(f *testing.F) {
	h := &header{Memory: *suite.Sample(1), spaces: keptSpaces}
	h.Links = []store.ID{suite.ID(2)}
	b := appendHeader(nil, h)
	f.Add(b[1 : len(b)-4])
	b = appendHeader(nil, superseding())
	f.Add(b[1 : len(b)-4])
	f.Add([]byte{13})
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = parseHeader(h.ID, body)
		for _, version := range []byte{headerPlain, headerSupersedes} {
			got, err := parseHeader(h.ID, seal(append([]byte{version}, body...), 0))
			if err != nil {
				continue
			}
			again, err := parseHeader(h.ID, appendHeader(nil, got))
			if err != nil {
				t.Fatalf("a header that was read is not read again: %v", err)
			}
			if !bytes.Equal(appendHeader(nil, again), appendHeader(nil, got)) {
				t.Fatal("a header that was read and written changed")
			}
		}
	})
}

// superseding returns a header that has the fields after the links.
func superseding() *header {
	h := &header{Memory: *suite.Sample(1), spaces: keptSpaces}
	h.Links = []store.ID{suite.ID(2)}
	h.Supersedes = []store.ID{suite.ID(3), suite.ID(4)}
	h.ValidFrom, h.ValidUntil = time.Unix(1_700_000_000, 1).UTC(), time.Unix(1_800_000_000, 2).UTC()
	h.Repeats, h.LastRepeat = 7, time.Unix(1_750_000_000, 3).UTC()
	return h
}

// TestHeaderVersions pins the bytes after the links, and that a memory without these fields has the header of older
// programs.
func TestHeaderVersions(t *testing.T) {
	h := superseding()
	value := appendHeader(nil, h)
	plain := *h
	plain.Supersedes, plain.ValidFrom, plain.ValidUntil, plain.Repeats, plain.LastRepeat = nil, time.Time{}, time.Time{}, 0, time.Time{}
	old := appendHeader(nil, &plain)
	if value[0] != headerSupersedes || old[0] != headerPlain || !bytes.Equal(value[1:len(old)-4], old[1:len(old)-4]) {
		t.Errorf("headers have versions %d and %d, want %d and %d with the same fields before", value[0], old[0], headerSupersedes, headerPlain)
	}
	a, b := suite.ID(3), suite.ID(4)
	want := fmt.Sprintf("02%x%x"+"00f1536500000000"+"01000000"+"00d2496b00000000"+"02000000"+"07000000"+"80e14e6800000000"+"03000000", a[:], b[:])
	if got := fmt.Sprintf("%x", value[len(old)-4:len(value)-4]); got != want {
		t.Errorf("after the links is\n%s, want\n%s", got, want)
	}
	got, err := parseHeader(h.ID, value)
	if err != nil {
		t.Fatal(err)
	}
	got.Profile, got.ModelHashes = h.Profile, h.ModelHashes // stored separately from the headers
	got.Content, got.Rationale = h.Content, h.Rationale
	got.Record = h.Record
	if d := suite.Difference(&got.Memory, &h.Memory); d != "" {
		t.Error(d)
	}
}

func TestHeaderFindsEveryChangedByte(t *testing.T) {
	whole := appendHeader(nil, superseding())
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 1
		if _, err := parseHeader(suite.ID(1), b); !errors.Is(err, store.ErrDamaged) {
			t.Fatalf("byte %d changed: error %v, want ErrDamaged", i, err)
		}
	}
	for n := 1; n < len(whole)-4; n++ { // with a correct checksum, so that the fields themselves must detect it
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
