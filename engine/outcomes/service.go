// Package outcomes answers: how useful was a found memory, and were the predictions right?
//
// [Answers] keeps the scores of the hits of answers, until their usefulness is reported or follows from later calls. [Expectations] predict the
// surprise of each session's next memory. Both live as long as the process. [Service] passes both to package metautl, and lets it learn the
// weights of search in the background when there are enough outcomes.
package outcomes

import (
	"context"
	"log/slog"
	"time"

	"asterism/engine/background"
	"asterism/engine/metautl"
	"asterism/engine/store"
)

// Store is the part of [store.Store] that the service uses.
type Store interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Live(ctx context.Context, namespace string) (int, error)
}

// Config is the configuration of a [Service]. Everything except Pause is required.
type Config struct {
	Store Store
	Meta  *metautl.Service // learns from the outcomes
	Now   func() time.Time
	Pause background.Pause // after failures
	Log   *slog.Logger
}

// Service compares predictions with outcomes. It is safe for concurrent use.
type Service struct {
	store    Store
	meta     *metautl.Service
	now      func() time.Time
	log      *slog.Logger
	loop     *background.Loop
	expected Expectations
	answers  Answers
}

// Shown gives an answer an id and keeps it, so that the outcome of its hits can be recorded.
func (s *Service) Shown(g *Given) (store.ID, error) { return s.answers.Keep(g) }

// FindAnswers returns at most n answers whose ids fit, among those for which outcomes can be recorded; see [Answers.FindIDs].
func (s *Service) FindAnswers(n int, fits func(store.ID) bool) []store.ID {
	return s.answers.FindIDs(n, fits)
}

// Hint records a signal about a memory; see [Answers.Hint].
func (s *Service) Hint(memory store.ID, useful float64) { s.answers.Hint(memory, useful, s.now()) }

// LessonOf returns an answer's lesson with the judgements so far; see [Answers.LessonOf].
func (s *Service) LessonOf(id store.ID) (lesson metautl.Answer, news, ok bool) {
	return s.answers.LessonOf(id)
}

// New makes a service without answers. Its loop must be started.
func New(c Config) *Service {
	s := &Service{store: c.Store, meta: c.Meta, now: c.Now, log: c.Log}
	s.loop = background.New(background.Task{Name: "learning", Work: s.learnWeights, Pause: c.Pause, Log: c.Log})
	return s
}

// Loop returns the loop that learns the weights of search.
func (s *Service) Loop() *background.Loop { return s.loop }

// learnWeights learns the weights of search if there are enough outcomes. The current weights stay in use until it has succeeded.
func (s *Service) learnWeights(ctx context.Context, r *background.Round) {
	_ = r.Try("", func() error { return s.meta.LearnWeights(ctx, s.now()) })
}
