package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"asterism/engine/store"
)

// maxSequence is the greatest number of memories for which a session or document is ordered. A longer one is not a conversation, and sorting it would delay a
// search.
const maxSequence = 1 << 16

// sequenceKey identifies a sequence: a session of a namespace or, without a session, a document in it.
type sequenceKey struct{ namespace, session, document uint32 }

// sequence holds the memories of one session or document. It is safe for concurrent use.
type sequence struct {
	mu      sync.Mutex
	members []member
	sorted  bool // members are in order
	gone    int  // members that are dead or have moved to another row; they are removed when they are half
}

// member is one memory of a sequence, and its row when it was added.
type member struct {
	time int64 // Unix nanoseconds
	line int32 // of a document
	row  int32 // over all chunks
	id   store.ID
}

// compare orders members by time, then by line, then by id, which is in the order of arrival (UUIDv7).
func (m *member) compare(o *member) int {
	return cmp.Or(cmp.Compare(m.time, o.time), cmp.Compare(m.line, o.line), compareIDs(m.id, o.id))
}

// documentOf splits a source of the form path:line, which chunks of a document have; ok is false for any other. Lines of a JSON file are separate notes, and an address is not a document.
func documentOf(source string) (path string, line int32, ok bool) {
	if path, line, ok = store.PieceOf(source); !ok {
		return "", 0, false
	}
	if store.IsLines(path) || strings.HasSuffix(path, ".json") {
		return "", 0, false
	}
	return path, line, true
}

// sequenceOf returns the sequence that a memory belongs to, and its line. It creates the sequence for the first member, and returns nil if the memory
// has no order.
func (ix *Index) sequenceOf(m *store.Memory, names *dictionary) (*sequence, int32) {
	if m.Time.IsZero() {
		return nil, 0
	}
	key, line := sequenceKey{namespace: names.add(m.Namespace), session: names.add(m.SessionID)}, int32(0)
	if m.SessionID == "" {
		path, l, ok := documentOf(m.Source)
		if !ok {
			return nil, 0
		}
		key.document, line = names.add(path), l
	}
	s := ix.sequences[key]
	if s == nil {
		s = &sequence{sorted: true}
		ix.sequences[key] = s
	}
	return s, line
}

// add appends a member. held reports whether a member is still in its recorded row.
func (s *sequence) add(m member, held func(*member) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if 2*s.gone > len(s.members) {
		s.members = slices.DeleteFunc(s.members, func(o member) bool { return !held(&o) })
		s.gone = 0
	}
	if n := len(s.members); n > 0 && s.members[n-1].compare(&m) > 0 {
		s.sorted = false
	}
	s.members = append(s.members, m)
}

// countGone counts a member that is dead or has moved.
func (s *sequence) countGone() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone++
}

// around appends to out the rows of up to n living members before m (step −1) or after it (step 1), nearest first. seen reports whether a reader sees a
// member.
func (s *sequence) around(out []int32, m member, n, step int, seen func(*member) bool) []int32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.members) < 2 || len(s.members) > maxSequence {
		return out
	}
	if !s.sorted {
		slices.SortFunc(s.members, func(a, b member) int { return a.compare(&b) })
		s.sorted = true
	}
	i, _ := slices.BinarySearchFunc(s.members, m, func(a, b member) int { return a.compare(&b) })
	for i += step; n > 0 && i >= 0 && i < len(s.members); i += step {
		if o := &s.members[i]; o.id != m.id && seen(o) {
			out, n = append(out, o.row), n-1
		}
	}
	return out
}

func (s *sequence) bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return int64(unsafe.Sizeof(*s)) + int64(cap(s.members))*int64(unsafe.Sizeof(member{}))
}

// joinSequence adds row r of the chunk in a slot to its sequence, if it has one.
func (ix *Index) joinSequence(next *snapshot, slot, r int) {
	k := next.chunks[slot]
	if s := k.sequences[r]; s != nil {
		s.add(k.member(slot, r), ix.isLive)
	}
}

// isLive reports whether a member's row is where the index has its memory.
func (ix *Index) isLive(m *member) bool {
	p, ok := ix.where[m.id]
	return ok && int(m.row) == p.chunk*chunkRows+p.row
}

// member returns the sequence member for row r of the chunk in a slot.
func (c *chunk) member(slot, r int) member {
	return member{time: c.times[r], line: c.lines[r], row: int32(slot*chunkRows + r), id: c.ids[r]}
}

// isVisible reports whether a member's row is a memory that passed the filter. A search reads no other memories,
// not even as context of these.
func (s *scan) isVisible(m *member) bool {
	slot, r := int(m.row)/chunkRows, int(m.row)%chunkRows
	return slot < len(s.allowed) && s.allowed[slot][r/64]>>(r%64)&1 != 0 && s.state.chunks[slot].ids[r] == m.id
}

// Beside finds the memories up to n places before or after some others in their session or document. It returns the distance in places to the nearest of these others,
// from 1 on.
func (ix *Index) Beside(ids []store.ID, n int) map[store.ID]int {
	ix.mu.Lock()
	state, rows := ix.state.Load(), make([]rowAddress, 0, len(ids))
	for _, id := range ids {
		if at, live := ix.where[id]; live {
			rows = append(rows, at)
		}
	}
	ix.mu.Unlock()
	seen := func(m *member) bool {
		slot, r := int(m.row)/chunkRows, int(m.row)%chunkRows
		return slot < len(state.chunks) && r < state.rows(slot) && state.alive(&state.chunks[slot].died[r]) && state.chunks[slot].ids[r] == m.id
	}
	out := map[store.ID]int{}
	for _, at := range rows {
		s := state.chunks[at.chunk].sequences[at.row]
		if s == nil {
			continue
		}
		m := state.chunks[at.chunk].member(at.chunk, at.row)
		for _, step := range []int{-1, 1} {
			for i, row := range s.around(nil, m, n, step, seen) {
				if id := state.id(row); out[id] == 0 || i+1 < out[id] {
					out[id] = i + 1
				}
			}
		}
	}
	return out
}
