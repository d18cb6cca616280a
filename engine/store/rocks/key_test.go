package rocks

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"asterism/engine/store"
)

var anyCursor = rapid.Custom(func(t *rapid.T) store.Cursor {
	letters := rapid.SampledFrom([]byte{0, 1, 2, 0xfe, 0xff, 'a'})
	return store.Cursor{
		Namespace: string(rapid.SliceOfN(letters, 0, 4).Draw(t, "namespace")),
		Time:      time.Unix(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds")).UTC(),
		ID:        store.ID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id")),
	}
})

// TestTimelineKeysSortAsPlaces checks that keys sort like their places, for any bytes, and decode again.
func TestTimelineKeysSortAsPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyCursor.Draw(t, "a"), anyCursor.Draw(t, "b")
		if got, want := bytes.Compare(timelineKey(a), timelineKey(b)), a.Compare(b, false); got != want {
			t.Fatalf("keys compare as %d, places as %d", got, want)
		}
		back, err := parseTimelineKey(timelineKey(a))
		if err != nil || back != a {
			t.Fatalf("%+v came back as %+v, error %v", a, back, err)
		}
	})
}

// TestNamespacesAreUnambiguous checks that no encoded namespace is a prefix of another, so that one namespace's keys
// are exactly those between its prefix and the prefix's successor.
func TestNamespacesAreUnambiguous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyCursor.Draw(t, "a"), anyCursor.Draw(t, "b")
		low := appendNamespace(nil, a.Namespace)
		key := timelineKey(b)
		within := bytes.Compare(key, low) >= 0 && bytes.Compare(key, successor(low)) < 0
		if within != (a.Namespace == b.Namespace) {
			t.Fatalf("key of namespace %q within the keys of %q: %v", b.Namespace, a.Namespace, within)
		}
	})
}

// TestSuccessorEndsThePrefix checks that the keys from a prefix up to its successor are exactly those that begin with it, for any bytes.
func TestSuccessorEndsThePrefix(t *testing.T) {
	letters := rapid.SampledFrom([]byte{0, 'a', 0x7f, 0x80, 0x94, 0xeb, 0xfe, 0xff})
	rapid.Check(t, func(t *rapid.T) {
		prefix := append([]byte{1}, rapid.SliceOfN(letters, 0, 6).Draw(t, "prefix")...)
		key := append([]byte{1}, rapid.SliceOfN(letters, 0, 9).Draw(t, "key")...)
		if rapid.Bool().Draw(t, "below the prefix") {
			key = append(bytes.Clone(prefix), key...)
		}
		within := bytes.Compare(key, prefix) >= 0 && bytes.Compare(key, successor(prefix)) < 0
		if within != bytes.HasPrefix(key, prefix) {
			t.Fatalf("key %x within the keys of prefix %x: %v", key, prefix, within)
		}
	})
}

func TestBadTimelineKeys(t *testing.T) {
	for _, key := range []string{"", "ab", "a\x00", "a\x00\x02" + strings.Repeat("x", 28), "a\x00\x01short", string(tooManyNanoseconds(timelineKey(store.Cursor{Namespace: "a"})))} {
		if c, err := parseTimelineKey([]byte(key)); err == nil {
			t.Errorf("key %q was read as %+v", key, c)
		}
	}
}
