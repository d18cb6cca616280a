package learning

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"asterism/bench/embedder"
	"asterism/bench/rank"
	"asterism/engine/fingerprint"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/engine/spell"
	"asterism/engine/store"
	"asterism/models"
)

// shownHits is how many hits of an answer are shown, judged and counted.
const shownHits = 10

// indexed is a collection that is searched as the engine searches its memories, and its questions.
type indexed struct {
	name      string
	index     *search.Index
	records   []fingerprint.Record
	questions []inquiry
}

// inquiry is a question as the engine puts it to its index, but that E2, E3 and E4 take no part: these texts have no times.
type inquiry struct {
	text   string // whose words are looked for as a whole, as the engine does
	values fingerprint.Fingerprint
	code   bool                  // auto takes it for a question about code
	auto   [models.Count]float64 // the weights before anything learned
	gains  map[int]float64       // place of a text → its gain
	most   float64               // the greatest of them
	self   int                   // the text that the question is, which is left out of its rankings; −1: none
}

// newIndexed embeds a collection and its questions.
func newIndexed(ctx context.Context, e *embedder.Embedder, c *collection) (*indexed, error) {
	l := &library{where: map[string]int{}}
	l.addAll(c, c.ids)
	if err := l.embed(ctx, e); err != nil {
		return nil, err
	}
	s := &indexed{name: c.name, records: l.records}
	s.index = search.New(s)
	for i, r := range l.records {
		m := store.Memory{ID: idAt(i), Version: 1, Content: c.texts[c.ids[i]], Record: r}
		m.Tokens[models.LateInteraction] = uint32(len(r[models.LateInteraction].Scales))
		if err := s.index.Add(&m); err != nil {
			return nil, err
		}
	}
	return s, s.ask(ctx, e, c)
}

// ask weighs and embeds the questions.
func (s *indexed) ask(ctx context.Context, e *embedder.Embedder, c *collection) error {
	m, _ := e.Manifest.Model(models.Semantic) // the engine needs it as well
	words := spell.OfTokenizer(e.Tokenizers[m.Tokenizer])
	held, places := spell.HeldBy(maps.Values(c.texts)), map[string]int{}
	for i, id := range c.ids {
		places[id] = i
	}
	texts := make([]string, len(c.topics))
	s.questions = make([]inquiry, len(c.topics))
	for i := range c.topics {
		t, q := &c.topics[i], &s.questions[i]
		meant, err := words.Meant(t.question, held)
		if err != nil {
			return err
		}
		texts[i] = strings.Join(append([]string{t.question}, meant...), " ")
		profile, weights := intent.Auto(t.question)
		if len(meant) > 0 && len(strings.Fields(t.question)) <= 2 {
			weights = intent.ForMisspelt(weights)
		}
		q.auto, q.code, q.gains, q.self = weights, profile == intent.ProfileCode, map[int]float64{}, c.itself(t, places)
		for id, gain := range t.gains {
			q.gains[places[id]] = gain
		}
		q.most = slices.Max(slices.Collect(maps.Values(t.gains)))
	}
	values, err := e.Embed(ctx, texts, true)
	if err != nil {
		return err
	}
	for i := range values {
		s.questions[i].text, s.questions[i].values = texts[i], values[i]
	}
	return nil
}

// itself is the place of the text that a question was made of: the one with its id, when one of the two begins with the other; else −1.
func (c *collection) itself(t *topic, places map[string]int) int {
	at, there := places[t.id]
	a, b := strings.Join(strings.Fields(c.texts[t.id]), " "), strings.Join(strings.Fields(t.question), " ")
	if there && a != "" && b != "" && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
		return at
	}
	return -1
}

// find returns what a search shows, best first.
func (s *indexed) find(ctx context.Context, q *inquiry, weights [models.Count]float64) ([]search.Hit, error) {
	r, err := s.index.Search(ctx, &search.Question{Text: q.text, Values: q.values, Weights: weights, TopK: shownHits + 1})
	if err != nil {
		return nil, err
	}
	hits := slices.DeleteFunc(r.Hits, func(h search.Hit) bool { return placeOf(h.ID) == q.self })
	return hits[:min(shownHits, len(hits))], nil
}

// judge is the nDCG@10 of what was shown, in points.
func (q *inquiry) judge(hits []search.Hit) float64 {
	places := make([]int, len(hits))
	for i, h := range hits {
		places[i] = placeOf(h.ID)
	}
	return 100 * rank.NDCG(places, q.gains, shownHits)
}

// useful is what a text is worth to the question, in [0,1].
func (q *inquiry) useful(place int) float64 { return q.gains[place] / q.most }

// TokenVectors returns token vectors for the rerank; it never fails.
func (s *indexed) TokenVectors(_ context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		out[i] = s.records[placeOf(id)][models.LateInteraction]
	}
	return out, nil
}

// idAt is the id of a text by its place, so that of two equally good ones the earlier comes first.
func idAt(place int) (id store.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(place)+1) // an id of zeros is none
	return id
}

func placeOf(id store.ID) int { return int(binary.BigEndian.Uint64(id[8:])) - 1 }
