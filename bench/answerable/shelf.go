package answerable

import (
	"context"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/relevance"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// Shelf is a store of some documents of a set.
type Shelf struct {
	set   *Set
	index *search.Index
}

// NewShelf stores the documents at the places given.
func NewShelf(s *Set, places []int) (*Shelf, error) {
	out := &Shelf{set: s}
	out.index = search.New(out)
	for _, p := range places {
		if err := out.put(p, 1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Shelf) put(place int, version uint64) error {
	d := &s.set.Docs[place]
	if d.Record[models.HDC].Absent() && d.Record[models.Semantic].Absent() {
		return nil // a blank document: the engine would refuse it
	}
	m := store.Memory{ID: idAt(place), Version: version, Content: d.Text, SessionID: d.Session, Time: d.Time, Record: d.Record}
	m.Tokens[models.LateInteraction] = uint32(len(d.Record[models.LateInteraction].Scales))
	if err := s.index.Add(&m); err != nil {
		return fmt.Errorf("store document %d of %s: %w", place, s.set.Name, err)
	}
	return nil
}

// TokenVectors implements search.TokenSource.
func (s *Shelf) TokenVectors(_ context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		out[i] = s.set.Docs[placeOf(id)].Record[models.LateInteraction]
	}
	return out, nil
}

// Judged is a hit of a question and whether it answers.
type Judged struct {
	Features []float64
	Right    bool
}

// Ask searches for a question as if some of the documents had never been stored, and returns the features of the first hits.
func (s *Shelf) Ask(ctx context.Context, q *Question, t relevance.Tokenizer, without map[int]bool) ([]Judged, error) {
	for place := range without {
		s.index.Remove(idAt(place))
	}
	r, err := s.search(ctx, q, relevance.Depth+1)
	for place := range without {
		if e := s.put(place, 1); e != nil {
			return nil, e
		}
	}
	if err != nil {
		return nil, err
	}
	prepared, scores := relevance.Prepare(q.Text, &q.Values, t, r.Scanned), make([]float64, len(r.Hits))
	for i, h := range r.Hits {
		scores[i] = h.Score - h.Near
	}
	places := relevance.Places(scores)
	var out []Judged
	for i, h := range r.Hits[:min(relevance.Depth, len(r.Hits))] {
		out = append(out, Judged{Right: q.Relevant[placeOf(h.ID)], Features: prepared.Features(&relevance.Hit{
			Text: s.set.Docs[placeOf(h.ID)].Text, Similarity: h.Similarity, Standard: h.Standard, Place: places[i],
		})})
	}
	return out, nil
}

func (s *Shelf) search(ctx context.Context, q *Question, n int) (*search.Ranking, error) {
	return s.index.Search(ctx, &search.Question{Text: q.Text, Values: q.Values, Weights: q.Weights, TopK: n})
}
