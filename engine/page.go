package engine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/page"
	"asterism/engine/relevance"
	"asterism/engine/search"
)

// MaxDepth is how many hits of a search can be paged through.
const MaxDepth = page.Depth

// turn prepares the question for its page: the first one, or, with a cursor, a later one with the moment, the bounds and the named time of the first. The time
// that the question's words name is read only for the first page: its cursor keeps it. The error says why the cursor does not continue this question.
func (s *searcher) turn(a *asked) error {
	a.page = s.pageKey(a)
	a.search.TopK = max(a.question.TopK, relevance.Depth) + 1 // a hit's relevance is compared with the first ones
	if a.question.Cursor == "" {
		s.readNamedTime(a)
		return nil
	}
	from, err := page.Parse(a.question.Cursor)
	if err != nil {
		return err
	}
	if from.Question != a.page.Question {
		s.weighAsEarlier(a, from)
	}
	if err := from.Continues(a.page, a.question.Cursor, a.question.After, a.question.Before); err != nil {
		return err
	}
	a.from, a.search.Time, a.at = from, from.Asked, from.Asked // first, since a named time may end at the time of the question
	if from.Named {
		zone := s.cfg.Now().Location()
		a.prefer(inZone(from.After, zone), inZone(from.Before, zone))
	} else {
		a.search.Filter.After, a.search.Filter.Before = from.After, from.Before
	}
	a.search.TopK = MaxDepth + 1 // the last hit of the previous page may have moved, so it is searched in all of them
	return nil
}

// rankPage ranks for a page.
func (s *searcher) rankPage(ctx context.Context, a *asked) (*search.Ranking, error) {
	r, err := s.rankFolded(ctx, a)
	if err != nil {
		return nil, err
	}
	return r, a.cut(r)
}

// cut reduces the ranking to the page's hits and sets the cursor of the next page, if there is one.
func (a *asked) cut(r *search.Ranking) error {
	all, begin := r.Hits, a.from.Begin(r.Hits)
	if begin >= MaxDepth && len(all) > MaxDepth {
		return fault.Invalid("a search shows at most %d hits, and a later page was asked for", "narrow the search: more words, tags, a time range, or a higher minSimilarity", MaxDepth)
	}
	end := min(begin+a.question.TopK, MaxDepth, len(all))
	end = max(begin, end)
	r.Hits = all[begin:end]
	a.place(all, begin, end)
	if len(r.Hits) > 0 && end < len(all) {
		f := &a.search.Filter
		next := page.Cursor{Key: a.page, Offset: end, Last: all[end-1].ID, Asked: a.search.Time, After: f.After, Before: f.Before}
		if near := a.search.Near; near.Is() {
			next.After, next.Before, next.Named = near.From, near.To, true
		}
		a.found.Next = next.String()
	}
	return nil
}

// inZone converts a time to a zone, and leaves the zero time as it is.
func inZone(t time.Time, zone *time.Location) time.Time {
	if t.IsZero() {
		return t
	}
	return t.In(zone)
}

// readIdentity computes what distinguishes this store from others, and from itself with other models, for the cursors of its searches.
func (s *searcher) readIdentity() error {
	identity, err := s.store.Identity()
	if err != nil {
		return fault.Storage("read the identity of the store", err)
	}
	h := sha256.New()
	h.Write(identity)
	for _, hash := range s.embedder.Hashes() { // other models give another ranking
		h.Write(hash[:])
	}
	copy(s.identity[:], h.Sum(nil))
	return nil
}

func (s *searcher) pageKey(a *asked) page.Key {
	k := page.Key{Store: s.identity}
	copy(k.Question[:], a.hash())
	return k
}

// hash returns the SHA-256 of everything that affects the question's ranking. The size of a page, and the detail of the answer, do not.
func (a *asked) hash() []byte {
	h, q, f := sha256.New(), &a.question, &a.search.Filter
	profile := q.Profile
	if auto(*q) {
		profile = intent.ProfileAuto
	}
	hashTexts(h, q.Text, profile, q.Direction, f.Namespace, f.Modality, f.SessionID, f.Source)
	if f.Beside != "" {
		hashTexts(h, f.Beside)
	}
	hashTexts(h, a.found.Meant...)
	if a.image != nil {
		h.Write(a.image.Hash[:]) // a hash returns no error
	}
	hashTexts(h, slices.Compact(slices.Sorted(slices.Values(f.Tags)))...) // their order has no effect
	for _, w := range a.found.Weights {
		hashNumber(h, math.Float64bits(w))
	}
	hashNumber(h, math.Float64bits(q.MinSimilarity))
	hashNumber(h, math.Float64bits(q.MinAlignment))
	if q.Exact {
		hashNumber(h, 1)
	}
	if q.Unfolded {
		hashNumber(h, 2)
	}
	if q.Files {
		hashNumber(h, 5)
	}
	if !q.AsOf.IsZero() {
		hashTexts(h, "as of", q.AsOf.UTC().Format(time.RFC3339Nano))
	}
	if q.Superseded {
		hashTexts(h, "superseded")
	}
	if q.Context > 0 {
		hashTexts(h, "context")
		hashNumber(h, math.Float64bits(q.Context))
	}
	return h.Sum(nil)
}

// hashTexts writes how many texts follow, and the length in front of each, so that no two lists give the same bytes.
func hashTexts(h hash.Hash, texts ...string) {
	hashNumber(h, uint64(len(texts)))
	for _, v := range texts {
		hashNumber(h, uint64(len(v)))
		h.Write([]byte(v)) // a hash returns no error
	}
}

func hashNumber(h hash.Hash, v uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, v)) }
