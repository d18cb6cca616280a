package search

import (
	"slices"
	"sync"

	"asterism/engine/store"
)

// labels are what a memory can be filtered by in addition to its time, as numbers of the
// dictionary.
type labels struct {
	namespace, modality, session, source uint32
	file                                 uint32   // the file that it is a piece of, see [store.PieceOf]; zero: none
	tags                                 []uint32 // ascending
	below                                float32  // see filed.go
}

func labelsOf(m *store.Memory, names *dictionary) labels {
	l := labels{
		namespace: names.add(m.Namespace), modality: names.add(m.Modality),
		session: names.add(m.SessionID), source: names.add(m.Source), below: filedBelow(m),
	}
	if path, _, ok := store.PieceOf(m.Source); ok {
		l.file = names.add(path)
	}
	for _, t := range m.Tags {
		l.tags = append(l.tags, names.add(t))
	}
	slices.Sort(l.tags)
	l.tags = slices.Compact(l.tags)
	return l
}

// dictionary numbers the strings that memories are labelled with. It only grows.
type dictionary struct {
	mu      sync.RWMutex
	numbers map[string]uint32
	strings []string // by number
	size    int64
}

func newDictionary() *dictionary {
	return &dictionary{numbers: map[string]uint32{"": 0}, strings: []string{""}}
}

// add returns the number of a string, and assigns one if it has none.
func (d *dictionary) add(v string) uint32 {
	if n, ok := d.find(v); ok {
		return n
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if n, ok := d.numbers[v]; ok { // another goroutine was faster
		return n
	}
	n := uint32(len(d.strings))
	d.numbers[v], d.strings = n, append(d.strings, v)
	d.size += int64(len(v)) + 64 // the string, two headers and its share of the map
	return n
}

// find returns the number of a string; ok is false when no memory ever had it.
func (d *dictionary) find(v string) (n uint32, ok bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	n, ok = d.numbers[v]
	return n, ok
}

// text returns the string with this number.
func (d *dictionary) text(n uint32) string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.strings[n]
}

// named replaces numbers by their strings.
func (d *dictionary) named(counts map[uint32]int) map[string]int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	out := make(map[string]int, len(counts))
	for v, n := range d.numbers {
		if c, ok := counts[n]; ok {
			out[v] = c
		}
	}
	return out
}

func (d *dictionary) bytes() int64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.size
}
