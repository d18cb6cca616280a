package store

import (
	"bytes"
	"cmp"
	"strings"
)

// Cursor returns the position of m in the order of a [Range].
func (m *Memory) Cursor() Cursor { return Cursor{Namespace: m.Namespace, Time: m.Time, ID: m.ID} }

// Compare is the order in which a scan visits two places: negative if c comes before o. Namespaces are always in
// ascending byte order; reverse inverts the order of time and id within a namespace.
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
