package quality

import (
	"context"
	"strings"

	"asterism/engine/fingerprint"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/models"
)

// asked is a question as the engine puts it to its index (engine/recall.go, engine/weigh.go). Two things differ, because most of these
// collections have no times: E2, E3 and E4 take no part whatever their weights, and a time that a question names has no effect.
type asked struct {
	profile string
	text    string   // the question, and these
	meant   []string // words that misspelt ones stand for
	weights [models.Count]float64
	values  fingerprint.Fingerprint
	spelt   *asked // the question as it was spelt; nil: no word was corrected
}

// ask weighs and embeds the questions of a set of documents.
func (e *Embedder) ask(ctx context.Context, docs []entry, queries []query) ([]asked, error) {
	held := heldBy(docs)
	out, texts := make([]asked, len(queries)), make([]string, len(queries))
	for i, q := range queries {
		a := &out[i]
		var err error
		if a.meant, err = e.meant(q.text, held); err != nil {
			return nil, err
		}
		a.profile, a.weights = intent.Auto(q.text)
		if len(a.meant) > 0 && len(strings.Fields(q.text)) <= 2 {
			a.weights = intent.ForMisspelt(a.weights)
		}
		a.text = strings.Join(append([]string{q.text}, a.meant...), " ")
		texts[i] = a.text
	}
	values, err := e.Embed(ctx, texts, true)
	if err != nil {
		return nil, err
	}
	for i := range values {
		out[i].values = values[i]
	}
	return out, e.askAsSpelt(ctx, out, queries)
}

// askAsSpelt adds the questions as they were spelt where words were added.
func (e *Embedder) askAsSpelt(ctx context.Context, all []asked, queries []query) error {
	var texts []string
	var spelt []*asked
	for i := range all {
		if len(all[i].meant) == 0 {
			continue
		}
		a := &asked{text: queries[i].text}
		a.profile, a.weights = intent.Auto(a.text)
		all[i].spelt = a
		texts, spelt = append(texts, a.text), append(spelt, a)
	}
	values, err := e.Embed(ctx, texts, true)
	for i := range values {
		spelt[i].values = values[i]
	}
	return err
}

// question is the query to the index.
func (a *asked) question(weights [models.Count]float64) *search.Question {
	return &search.Question{Text: a.text, Values: a.values, Weights: weights}
}

// find lists the places of the n best documents, best first, without the question itself.
func (l *library) find(ctx context.Context, a *asked, weights [models.Count]float64, n, self int) ([]int, error) {
	return l.search(ctx, a.question(weights), n, self)
}

// search is [library.find] for any question.
func (l *library) search(ctx context.Context, q *search.Question, n, self int) ([]int, error) {
	q.TopK = n + 1
	r, err := l.index.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	out := make([]int, 0, n)
	for _, h := range r.Hits {
		if p := placeOf(h.ID); p != self && len(out) < n {
			out = append(out, p)
		}
	}
	return out, nil
}

// alone weighs one space.
func alone(s models.Space) (w [models.Count]float64) {
	w[s] = 1
	return w
}

// without takes one space's weight away; the index takes the rest by their ratios. ok is false when nothing has weight then.
func without(w [models.Count]float64, s models.Space) (_ [models.Count]float64, ok bool) {
	w[s] = 0
	for _, v := range w {
		ok = ok || v > 0
	}
	return w, ok
}
