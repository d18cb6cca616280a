package page

import (
	"errors"
	"strings"
	"testing"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// FuzzParseListCursor: a cursor is either one that a list wrote, and leads to its place, or it is refused with an explanation.
func FuzzParseListCursor(f *testing.F) {
	all := &ListFilter{Namespace: "*"}
	f.Add(ListCursor(&store.Memory{Namespace: "garden", Time: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)}, all.Key()))
	f.Add("eyJuIjoiZ2FyZGVuIn0")
	f.Add("e30")
	f.Add("//")
	f.Fuzz(func(t *testing.T, v string) {
		c, err := ParseListCursor(v, all)
		var e *fault.Error
		switch {
		case err != nil:
			if !errors.As(err, &e) || e.Kind != fault.KindInvalid || e.Hint == "" {
				t.Errorf("%q: %v", v, err)
			}
		case c == nil:
			if v != "" {
				t.Errorf("%q is read as no cursor", v)
			}
		default:
			again, err := ParseListCursor(ListCursor(&store.Memory{ID: c.ID, Namespace: c.Namespace, Time: c.Time}, all.Key()), all)
			if err != nil || again.ID != c.ID || !again.Time.Equal(c.Time) || again.Namespace != strings.ToValidUTF8(c.Namespace, "\ufffd") {
				t.Errorf("%q: %+v is written and read as %+v, %v", v, c, again, err)
			}
		}
	})
}

// TestACursorIsOfItsList: a cursor of other filters of the same store is refused; times and the order of tags do not count as
// filters.
func TestACursorIsOfItsList(t *testing.T) {
	m := &store.Memory{Namespace: "garden", Time: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)}
	list := ListFilter{Namespace: "garden", Tags: []string{"a", "b"}, Modality: "text", Session: "s", Source: "mail"}
	with := func(change func(*ListFilter)) *ListFilter {
		f := list
		change(&f)
		return &f
	}
	same := map[string]*ListFilter{"the same": &list, "tags in another order": with(func(f *ListFilter) { f.Tags = []string{"b", "a", "b"} })}
	other := map[string]*ListFilter{
		"another namespace": with(func(f *ListFilter) { f.Namespace = "work" }), "all": with(func(f *ListFilter) { f.Namespace = "*" }), "another tag": with(func(f *ListFilter) { f.Tags = []string{"a"} }),
		"no tag": with(func(f *ListFilter) { f.Tags = nil }), "another modality": with(func(f *ListFilter) { f.Modality = "" }), "another session": with(func(f *ListFilter) { f.Session = "t" }),
		"another source": with(func(f *ListFilter) { f.Source = "" }), "forgotten ones": with(func(f *ListFilter) { f.Forgotten = true }),
	}
	for name, f := range same {
		if c, err := ParseListCursor(ListCursor(m, list.Key()), f); err != nil || c.Namespace != "garden" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, f := range other {
		_, err := ParseListCursor(ListCursor(m, list.Key()), f)
		var e *fault.Error
		if !errors.As(err, &e) || e.Kind != fault.KindInvalid || !strings.Contains(e.Message, "of another list") {
			t.Errorf("%s: %v", name, err)
		}
	}
	all := with(func(f *ListFilter) { f.Namespace = "*" })
	if _, err := ParseListCursor(ListCursor(m, all.Key()), &list); err != nil {
		t.Errorf("a list of one in the middle of one of all: %v", err)
	}
	if _, err := ParseListCursor(ListCursor(m, ""), all); err != nil {
		t.Errorf("a cursor of an older program: %v", err)
	}
}
