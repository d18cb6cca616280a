package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/intent"
)

// pageKey is what the pages of one search have in common: short hashes, enough to notice a mix-up.
type pageKey struct {
	store    [4]byte
	question [8]byte // all that decides the ranking but times, which the cursor holds themselves
}

// readIdentity keeps what tells this store from others, and from itself with other models, for the cursors of its searches.
func (e *Engine) readIdentity() error {
	identity, err := e.store.Identity()
	if err != nil {
		return fault.Storage("tell the store from others", err)
	}
	h := sha256.New()
	h.Write(identity)
	for i := range e.hashes { // other models rank otherwise
		h.Write(e.hashes[i][:])
	}
	copy(e.identity[:], h.Sum(nil))
	return nil
}

func (e *Engine) pageKey(a *asked) pageKey {
	k := pageKey{store: e.identity}
	copy(k.question[:], a.hash())
	return k
}

// hash is the sha256 of what decides the question's ranking. How many hits a page holds, and how much it tells about them, do not.
func (a *asked) hash() []byte {
	h, q, f := sha256.New(), &a.question, &a.search.Filter
	profile := q.Profile
	if auto(*q) {
		profile = intent.ProfileAuto
	}
	hashTexts(h, q.Text, profile, q.Direction, f.Namespace, f.Modality, f.SessionID, f.Source)
	hashTexts(h, a.found.Meant...)
	if a.image != nil {
		h.Write(a.image.hash[:]) // a hash takes everything
	}
	hashTexts(h, slices.Compact(slices.Sorted(slices.Values(f.Tags)))...) // their order decides nothing
	for _, w := range a.found.Weights {
		hashNumber(h, math.Float64bits(w))
	}
	hashNumber(h, math.Float64bits(q.MinSimilarity))
	hashNumber(h, math.Float64bits(q.MinAlignment))
	if q.Exact {
		hashNumber(h, 1)
	}
	return h.Sum(nil)
}

// hashTexts writes how many texts follow, and each behind its length, so that no two lists are the same bytes.
func hashTexts(h hash.Hash, texts ...string) {
	hashNumber(h, uint64(len(texts)))
	for _, v := range texts {
		hashNumber(h, uint64(len(v)))
		h.Write([]byte(v)) // a hash takes everything
	}
}

func hashNumber(h hash.Hash, v uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, v)) }

// continues says why a cursor does not go on with a question, if it does not. Bounds that are given again must be the same;
// those left out are the cursor's.
func (c *pageCursor) continues(a *asked) error {
	if c.store != a.page.store {
		return fault.Invalid("cursor %.12q is of another store", "start without a cursor", a.question.Cursor)
	}
	const same = "give the query, filters, profile, spaces, direction, minSimilarity, minAlignment and exact of the page before, or start without a cursor; weights that outcomes taught are gone when they have been learned anew twice"
	if c.question != a.page.question {
		return fault.Invalid("cursor %.12q is of another question", same, a.question.Cursor)
	}
	after, before := a.question.After, a.question.Before
	if after.IsZero() && before.IsZero() {
		return nil
	}
	if c.named || !after.Equal(c.after) || !before.Equal(c.before) {
		return fault.Invalid("cursor %.12q is of a question with other time bounds", same, a.question.Cursor)
	}
	return nil
}

// inZone keeps the zero time as it is.
func inZone(t time.Time, zone *time.Location) time.Time {
	if t.IsZero() {
		return t
	}
	return t.In(zone)
}
