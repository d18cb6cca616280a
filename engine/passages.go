package engine

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/passage"
	"asterism/engine/sched"
	"asterism/models"
)

// PassageRunes is the largest number of characters of a passage.
const PassageRunes = 240

// mostSentences is how many sentences of all hits together are embedded: a quarter of the lanes' permits for questions.
const mostSentences = 64

// longText is a hit whose text is longer than a passage.
type longText struct {
	hit       *Hit
	sentences []string
	cover     []float64
	likeness  []float64 // similarity to the question in E1; nil: unknown
	compared  []int     // the sentences that are embedded
}

// showPassages finds in each hit the passage that answers the question. Longer texts are divided into sentences, which are compared with the question by its words. They are also
// compared in E1 if the question has a value there and embedding a sentence is fast enough: with the compact models, or on a GPU.
func (s *searcher) showPassages(ctx context.Context, a *asked) error {
	start := time.Now()
	words := passage.WordsOf(a.question.Text)
	var long []*longText
	for i := range a.found.Hits {
		h := &a.found.Hits[i]
		text := Shown(h.Memory)
		if utf8.RuneCountInString(text) <= PassageRunes {
			h.Passage = strings.Join(strings.Fields(text), " ")
			continue
		}
		t := &longText{hit: h, sentences: passage.Split(text, PassageRunes)}
		t.cover = words.Cover(t.sentences)
		long = append(long, t)
	}
	if q := &a.search.Values[models.Semantic]; len(long) > 0 && !q.Absent() && s.embedsFast() {
		if err := s.compareSentences(ctx, q, long); err != nil {
			return err
		}
	}
	for _, t := range long {
		t.hit.Passage = passage.Around(t.sentences, passage.Best(t.cover, t.likeness), PassageRunes)
	}
	a.found.Timings.Passages = time.Since(start)
	return nil
}

// embedsFast reports whether embedding a sentence in E1 takes far less than a millisecond.
func (p *parts) embedsFast() bool {
	return p.embedder.Manifest().Profile == "compact" || p.embedder.GPUStatus() != nil
}

// compareSentences computes the similarities. If no permit is free for the sentences, none is known, and the words decide.
func (s *searcher) compareSentences(ctx context.Context, question *fingerprint.Value, long []*longText) error {
	each := max(1, mostSentences/len(long))
	var jobs []*sched.Job
	for _, t := range long {
		t.compared = passage.Some(t.cover, each)
		for _, i := range t.compared {
			jobs = append(jobs, s.job(t.sentences[i], "", time.Time{}, batch.Query, models.SetOf(models.Semantic)))
		}
	}
	results, err := s.sched.Embed(ctx, jobs...)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.log.Warn("passages are chosen by words alone", "error", err)
		return nil
	}
	for _, t := range long {
		t.likeness = make([]float64, len(t.sentences))
		for i := range t.likeness {
			t.likeness[i] = -1 // not compared: it has too few of the question's words
		}
		for _, i := range t.compared {
			if v := results[0].Values[models.Semantic]; !v.Absent() {
				t.likeness[i] = fingerprint.Similarity(models.Semantic, question, &v)
			}
			results = results[1:]
		}
	}
	return nil
}
