package page

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/engine/fault"

	"github.com/google/uuid"
)

// forged returns a cursor with one byte changed and a correct checksum.
func forged(t *testing.T, v string, at int, to byte) string {
	t.Helper()
	b, err := cursorText.DecodeString(v)
	if err != nil {
		t.Fatal(err)
	}
	body := b[:len(b)-cursorCRC]
	body[at] = to
	return cursorText.EncodeToString(binary.LittleEndian.AppendUint32(body[:len(body):len(body)], crc32.Checksum(body, castagnoli)))
}

var sampleCursor = Cursor{
	Key:    Key{Store: [4]byte{1, 2, 3, 4}, Question: [8]byte{5, 6, 7, 8, 9, 10, 11, 12}},
	Offset: 20, Last: uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057"),
	Asked: time.Date(2026, 3, 1, 12, 0, 0, 5, time.UTC), After: time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC), Before: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Named: true,
}

// TestTheCursorsBytes pins the layout: a change of it needs a new version.
func TestTheCursorsBytes(t *testing.T) {
	const want = "UwEHAQIDBAUGBwgJCgsMFAABiQpdrJZ3S7zOswIJmoBXQCqkaQAAAAAFAAAAgJd-aQAAAAAAAAAAgIGjaQAAAAAAAAAAG5JQkw"
	if got := sampleCursor.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCursorsAreReadAsTheyWereWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	at := func() time.Time {
		return time.Unix(rng.Int64N(1<<36)-1<<35, rng.Int64N(1e9)).UTC()
	}
	for i := range 1000 {
		c := Cursor{Offset: 1 + rng.IntN(Depth), Last: uuid.New(), Asked: at()}
		copy(c.Store[:], c.Last[:])
		copy(c.Question[:], c.Last[8:])
		if i&1 != 0 {
			c.After = at()
		}
		if i&2 != 0 {
			c.Before = at()
		}
		c.Named = i&3 != 0 && i&4 != 0
		got, err := Parse(c.String())
		if err != nil || !reflect.DeepEqual(*got, c) {
			t.Fatalf("wrote %+v, read %+v, %v", c, got, err)
		}
	}
}

// TestWhatNoSearchWritesIsRefused, although its checksum is correct.
func TestWhatNoSearchWritesIsRefused(t *testing.T) {
	good := sampleCursor.String()
	bare := Cursor{Offset: 1, Asked: sampleCursor.Asked}
	for name, v := range map[string]string{
		"older":              forged(t, good, 1, 0),
		"unknown flag":       forged(t, good, 2, 15),
		"a bound too many":   forged(t, good, 2, 5),
		"a bound too few":    forged(t, bare.String(), 2, 1),
		"named, but not set": forged(t, bare.String(), 2, flagNamed),
		"offset 0":           forged(t, bare.String(), 15, 0),
		"offset 65281":       forged(t, bare.String(), 16, 255),
		"nanoseconds":        forged(t, good, cursorHead+11, 255),
		"seconds":            forged(t, good, cursorHead+7, 127),
	} {
		if c, err := Parse(v); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
	if _, err := Parse(forged(t, good, 0, 'T')); err == nil || !strings.Contains(err.Error(), "not one that a search returned") {
		t.Errorf("another kind: %v", err)
	}
	if _, err := Parse(good[:40] + "\r\n" + good[40:] + "\n"); err != nil {
		t.Errorf("with line breaks: %v", err)
	}
}

// FuzzParsePageCursor: any text either gives an error that explains it, or is exactly the text of the
// cursor that it decodes to.
func FuzzParsePageCursor(f *testing.F) {
	bare := Cursor{Offset: 1, Asked: sampleCursor.Asked}
	for _, v := range []string{"", sampleCursor.String(), bare.String(), "eyJuIjoiZGVmYXVsdCJ9", strings.Repeat("A", 66), "UwE"} {
		f.Add(v, true)
		f.Add(v, false)
	}
	f.Fuzz(func(t *testing.T, v string, seal bool) {
		if b, err := cursorText.DecodeString(v); seal && err == nil && len(b) > cursorCRC { // past the checksum, which random input does not match
			b = b[:len(b)-cursorCRC]
			v = cursorText.EncodeToString(binary.LittleEndian.AppendUint32(b[:len(b):len(b)], crc32.Checksum(b, castagnoli)))
		}
		c, err := Parse(v)
		if err != nil {
			if e := err.(*fault.Error); e.Kind != fault.KindInvalid || e.Hint == "" {
				t.Errorf("%q: %v", v, err)
			}
			return
		}
		if plain := strings.NewReplacer("\r", "", "\n", "").Replace(v); c.String() != plain {
			t.Errorf("%q reads as %q", plain, c)
		}
	})
}
