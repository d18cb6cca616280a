package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// SaidID is the id of a note that says when, in which session or from which source it is: who says "ok" three times in a chat has said three things. It follows from
// namespace, text and these three, so that the same note once more is the same memory. A note that says none of them is known by its text; its id is nil.
//
// It has the form of a UUIDv7 (RFC 9562, section 5.7): the note's time in milliseconds, then the hash.
func SaidID(n *Note) (id store.ID) {
	if n.Time.IsZero() && n.SessionID == "" && n.Source == "" {
		return uuid.Nil
	}
	text := TextHash(n.Content)
	h := sha256.New()
	for _, part := range []string{n.Namespace, n.SessionID, n.Source, n.Time.UTC().Format(time.RFC3339Nano), string(text[:])} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	sum := h.Sum(nil)
	binary.BigEndian.PutUint64(id[:], uint64(max(0, n.Time.UnixMilli()))<<16)
	copy(id[6:], sum)
	id[6] = id[6]&0x0f | 0x70 // version 7
	id[8] = id[8]&0x3f | 0x80 // variant
	return id
}

// Said reports whether a note's id is [SaidID] of what it says, with its source or from before it was given one.
func (n *Note) Said() bool {
	without := *n
	without.Source = ""
	return n.ID != uuid.Nil && (n.ID == SaidID(n) || n.ID == SaidID(&without))
}
