package page

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// ListFilter decides which memories a list contains, except for times: a list is ordered by time, so other time bounds leave out no memory.
type ListFilter struct {
	Namespace                 string // "*": all of them
	Tags                      []string
	Modality, Session, Source string
	Forgotten                 bool
}

// Key is short, enough to detect a mix-up. It does not contain the namespace: a cursor names its own, and a list of all namespaces consists of those of each. A list of all
// is marked as such.
func (f *ListFilter) Key() string {
	b, _ := json.Marshal([]any{slices.Compact(slices.Sorted(slices.Values(f.Tags))), f.Modality, f.Session, f.Source, f.Forgotten}) // cannot fail: plain values
	sum := sha256.Sum256(b)
	key := base64.RawURLEncoding.EncodeToString(sum[:6])
	if f.Namespace == "*" {
		key += allMark
	}
	return key
}

const allMark = "*"

// listCursor is the content of a list's cursor, as JSON in base64.
type listCursor struct {
	Namespace string   `json:"n"`
	Time      int64    `json:"t"`
	ID        store.ID `json:"i"`
	Key       string   `json:"f,omitempty"` // of the list's filter; absent: from an older program
}

// ListCursor returns the cursor after a memory of a list.
func ListCursor(m *store.Memory, key string) string {
	b, _ := json.Marshal(listCursor{m.Namespace, m.Time.UnixNano(), m.ID, key}) // cannot fail: plain fields
	return base64.RawURLEncoding.EncodeToString(b)
}

// ParseListCursor decodes what ListCursor wrote, for a list with that filter; "" is no place. The error is an *engine.Error that says what the text
// is instead.
func ParseListCursor(v string, f *ListFilter) (*store.Cursor, error) {
	if v == "" {
		return nil, nil
	}
	var c listCursor
	b, err := base64.RawURLEncoding.DecodeString(v)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil {
		return nil, fault.Invalid("cursor %.40q is not one that a list returned", "start without a cursor", v)
	}
	if !f.fits(&c) {
		return nil, fault.Invalid("cursor %.12q is of another list", "give the namespace, tags, modality, session_id, source and include_forgotten of the page before, or start without a cursor", v)
	}
	return &store.Cursor{Namespace: c.Namespace, Time: time.Unix(0, c.Time).UTC(), ID: c.ID}, nil
}

// fits reports whether the list can continue at the cursor. A list of one namespace can continue in the middle of a list of all.
func (f *ListFilter) fits(c *listCursor) bool {
	if f.Namespace != "*" && c.Namespace != f.Namespace {
		return false
	}
	return c.Key == "" || c.Key == f.Key() || f.Namespace != "*" && c.Key == f.Key()+allMark
}
