package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/page"
)

// readIdentity keeps what tells this store from others, and from itself with other models, for the cursors of its searches.
func (e *Engine) readIdentity() error {
	identity, err := e.store.Identity()
	if err != nil {
		return fault.Storage("tell the store from others", err)
	}
	h := sha256.New()
	h.Write(identity)
	for _, hash := range e.embedder.Hashes() { // other models rank otherwise
		h.Write(hash[:])
	}
	copy(e.identity[:], h.Sum(nil))
	return nil
}

func (e *Engine) pageKey(a *asked) page.Key {
	k := page.Key{Store: e.identity}
	copy(k.Question[:], a.hash())
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
		h.Write(a.image.Hash[:]) // a hash takes everything
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
