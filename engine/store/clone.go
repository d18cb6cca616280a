package store

import (
	"slices"
	"time"

	"asterism/engine/fingerprint"
)

// Clone returns a copy of m with the parts asked for that shares no memory with it. As after a read from disk,
// times are in UTC without a monotonic clock, and empty lists are nil.
func (m *Memory) Clone(parts Parts) *Memory {
	out := *m
	if !parts.Content {
		out.Content, out.Rationale = "", ""
	}
	for _, t := range []*time.Time{&out.Time, &out.Created, &out.Updated, &out.Deleted, &out.ValidFrom, &out.ValidUntil, &out.LastRepeat} {
		*t = t.UTC().Round(0)
	}
	out.Tags = append([]string(nil), m.Tags...)
	out.Links = append([]ID(nil), m.Links...)
	out.Supersedes = append([]ID(nil), m.Supersedes...)
	out.Record = fingerprint.Record{}
	for _, s := range parts.Spaces.Spaces() {
		p := m.Record[s]
		out.Record[s] = fingerprint.Packed{
			Int8:    slices.Clone(p.Int8),
			Nibbles: slices.Clone(p.Nibbles),
			Scales:  slices.Clone(p.Scales),
			Terms:   slices.Clone(p.Terms),
			Bits:    slices.Clone(p.Bits),
		}
	}
	return &out
}
