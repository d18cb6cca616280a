// Package outcomes answers: what was a found memory worth, and did what was expected come true?
//
// [Answers] remembers how each space saw the hits of answers, until it is said, or seen from what is then done, what they were worth.
// [Expectations] are what each session's next memory is expected to surprise with. Both live as long as the process. [Service] has package metautl
// learn from what they bring, and from enough outcomes the weights of search, in the background.
package outcomes

import (
	"context"
	"log/slog"
	"time"

	"asterism/engine/background"
	"asterism/engine/metautl"
	"asterism/engine/store"
)

// Store is what the service asks of a store; see [store.Store].
type Store interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Live(ctx context.Context, namespace string) (int, error)
}

// Config says what a [Service] works with. All of it is needed but Pause.
type Config struct {
	Store Store
	Meta  *metautl.Service // learns from what came
	Now   func() time.Time
	Pause background.Pause // after failures
	Log   *slog.Logger
}

// Service holds what came against what was predicted. It is safe for concurrent use.
type Service struct {
	store    Store
	meta     *metautl.Service
	now      func() time.Time
	log      *slog.Logger
	loop     *background.Loop
	expected Expectations
	answers  Answers
}

// Shown gives an answer its id and remembers it, so that it can be said what its hits were worth.
func (s *Service) Shown(g *Given) (store.ID, error) { return s.answers.Keep(g) }

// FindAnswers are at most n answers whose ids fit, of those of which an outcome can be recorded; see [Answers.FindIDs].
func (s *Service) FindAnswers(n int, fits func(store.ID) bool) []store.ID {
	return s.answers.FindIDs(n, fits)
}

// Hint notes what a signal says about a memory; see [Answers.Hint].
func (s *Service) Hint(memory store.ID, useful float64) { s.answers.Hint(memory, useful, s.now()) }

// LessonOf is what an answer teaches as far as it is known; see [Answers.LessonOf].
func (s *Service) LessonOf(id store.ID) (lesson metautl.Answer, news, ok bool) {
	return s.answers.LessonOf(id)
}

// New makes a service that has shown nothing yet. Its loop is still to be started.
func New(c Config) *Service {
	s := &Service{store: c.Store, meta: c.Meta, now: c.Now, log: c.Log}
	s.loop = background.New(background.Task{Name: "learning", Work: s.learnWeights, Pause: c.Pause, Log: c.Log})
	return s
}

// Loop is what learns the weights of search.
func (s *Service) Loop() *background.Loop { return s.loop }

// learnWeights learns the weights of search if enough outcomes came. What was in use stays in use until that has gone well.
func (s *Service) learnWeights(ctx context.Context, r *background.Round) {
	_ = r.Try("", func() error { return s.meta.LearnWeights(ctx, s.now()) })
}
