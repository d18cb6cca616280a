package store

import (
	"bytes"
	"cmp"
	"strings"
)

// Cursor returns where m stands in the order of a [Range].
func (m *Memory) Cursor() Cursor { return Cursor{Namespace: m.Namespace, Time: m.Time, ID: m.ID} }

// Compare says in what order a scan visits two places: negative when c comes before o. Namespaces are in ascending byte
// order either way; reverse turns time and id around within a namespace.
func (c Cursor) Compare(o Cursor, reverse bool) int {
	if d := strings.Compare(c.Namespace, o.Namespace); d != 0 {
		return d
	}
	d := cmp.Or(c.Time.Compare(o.Time), bytes.Compare(c.ID[:], o.ID[:]))
	if reverse {
		return -d
	}
	return d
}
