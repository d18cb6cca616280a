package metautl

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/models"
)

// teach makes an answer of ten hits over E1, E5 and E13, one of them useful: the one that the space knows ranks highest, or a
// random one.
func teach(r *rand.Rand, number int, domain Domain, knows models.Space) Answer {
	a := Answer{Domain: domain, Auto: evenly(models.Semantic, models.Causal, models.Splade)}
	binary.BigEndian.PutUint64(a.ID[:], uint64(number)+1)
	best := 0
	for i := range 10 {
		h := AnswerHit{}
		for s := range h.Standard {
			h.Standard[s] = math.NaN()
			if a.Auto[s] > 0 {
				h.Standard[s] = r.NormFloat64()
			}
		}
		a.Hits = append(a.Hits, h)
		if knows != NoSpace && h.Standard[knows] > a.Hits[best].Standard[knows] {
			best = i
		}
	}
	if knows == NoSpace {
		best = r.IntN(10)
	}
	a.Hits[best].Useful = 1
	return a
}

func lessons(t testing.TB, s *Service, r *rand.Rand, n int, domain Domain, knows models.Space) {
	t.Helper()
	for range n {
		must(t, s.Record(context.Background(), Cycle{At: noon, Answers: []Answer{teach(r, int(s.state.weights.Answers), domain, knows)}}))
		must(t, s.LearnWeights(context.Background(), noon.Add(time.Hour)))
	}
}

func TestWeightsAreLearned(t *testing.T) {
	s, auto := newService(t), evenly(models.Semantic, models.Causal, models.Splade)
	r := rand.New(rand.NewPCG(1, 1))
	lessons(t, s, r, 9, "code", models.Splade)
	if got := s.SearchWeights("code", auto); got.Learned || got.Used != auto {
		t.Errorf("90 outcomes moved something: %+v", got)
	}
	if st := s.WeightsStatus(); st.Outcomes != 90 || st.Next != 10 || st.Answers != 9 || !st.All.At.IsZero() || st.All.Factors[3] != 1 {
		t.Errorf("%+v", st)
	}
	lessons(t, s, r, 1, "code", models.Splade)
	if st := s.WeightsStatus(); st.Next != usual.LearnEvery || st.All.Answers != 10 || st.All.Learned || st.All.At.IsZero() {
		t.Errorf("ten answers are too few to learn from, and yet: %+v", st)
	}
	lessons(t, s, r, 50, "code", models.Splade)
	got := s.SearchWeights("code", auto)
	if !got.Learned || got.Used[models.Splade] < .6 || got.Earlier == got.Used {
		t.Errorf("E13 knew everything, and has %+v", got)
	}
	if other := s.SearchWeights("legal", auto); other.Used != s.state.weights.Of[0].Used.apply(auto) || !other.Learned {
		t.Errorf("a domain without answers has %+v", other)
	}
	if got.Used[models.HDC] != 0 {
		t.Error("a space without weight got some")
	}
	lessons(t, s, r, 60, "", models.Causal)
	prose, code := s.SearchWeights("general", auto), s.SearchWeights("code", auto)
	if prose.Used[models.Causal] < .6 || code.Used[models.Splade] < .6 {
		t.Errorf("general: %v, code: %v", prose.Used, code.Used)
	}
	st := s.WeightsStatus()
	if st.Domains["code"].Answers != 60 || st.Domains["general"].Answers != 60 || len(st.Domains) != 2 || st.Domains["code"].Gain < 1 || !(st.Domains["code"].Spread < .3) {
		t.Errorf("%+v", st.Domains)
	}
}

// TestChanceTeachesNothing: feedback unrelated to the hits is adopted in about one of twenty cases, and is never far from auto.
func TestChanceTeachesNothing(t *testing.T) {
	adopted := 0
	auto := evenly(models.Semantic, models.Causal, models.Splade)
	for seed := range 40 {
		s := newService(t)
		var all []Answer
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		for i := range 60 {
			all = append(all, teach(r, i, "", NoSpace))
		}
		must(t, s.Record(context.Background(), Cycle{At: noon, Answers: all}))
		must(t, s.LearnWeights(context.Background(), noon))
		got := s.SearchWeights("", auto)
		if got.Learned {
			adopted++
		}
		for i, w := range got.Used {
			if math.Abs(w-auto[i]) > .3 {
				t.Errorf("seed %d: %v", seed, got.Used)
			}
		}
	}
	if adopted > 6 {
		t.Errorf("chance was adopted in %d of 40", adopted)
	}
	t.Logf("chance was adopted in %d of 40", adopted)
}

// TestJudgedTwiceCountsOnce: an answer with later judgements is one answer, and a hit one outcome.
func TestJudgedTwiceCountsOnce(t *testing.T) {
	shelves := store.NewInMemory()
	s := openService(t, shelves)
	a := teach(rand.New(rand.NewPCG(3, 3)), 0, "code", models.Splade)
	for i := range a.Hits {
		a.Hits[i].Useful = math.NaN()
	}
	for _, i := range []int{4, 2, 2} {
		a.Hits[i].Useful = .5
		must(t, s.Record(context.Background(), Cycle{At: noon, Answers: []Answer{a}}))
	}
	if st := s.WeightsStatus(); st.Answers != 1 || st.Outcomes != 2 {
		t.Errorf("%+v", st)
	}
	b := a
	b.ID[0]++
	must(t, s.Record(context.Background(), Cycle{At: noon, Answers: []Answer{b, b}}))
	if st := s.WeightsStatus(); st.Answers != 2 || st.Outcomes != 4 {
		t.Errorf("the same answer twice in one cycle: %+v", st)
	}
	sameServices(t, s, openService(t, shelves))
}

// TestAnswersAreARing: beyond the window the oldest answer is dropped, and the ring is the same after a restart.
func TestAnswersAreARing(t *testing.T) {
	shelves := store.NewInMemory()
	s, r := openService(t, shelves), rand.New(rand.NewPCG(4, 4))
	var all []Answer
	for i := range answerWindow + 3 {
		all = append(all, teach(r, i, "", models.Splade))
	}
	must(t, s.Record(context.Background(), Cycle{At: noon, Answers: all}))
	if st := s.WeightsStatus(); st.Answers != answerWindow || st.Outcomes != 10*(answerWindow+3) || len(s.answers.where) != answerWindow {
		t.Errorf("%+v, %d are known by id", st, len(s.answers.where))
	}
	if _, ok := s.answers.where[all[2].ID]; ok {
		t.Error("an answer that was let go is still known")
	}
	sameServices(t, s, openService(t, shelves))
	begin := time.Now()
	must(t, s.LearnWeights(context.Background(), noon))
	t.Logf("learning from %d answers took %s", answerWindow, time.Since(begin))
	sameServices(t, s, openService(t, shelves))
}

func TestResetWeights(t *testing.T) {
	shelves := store.NewInMemory()
	s, auto := openService(t, shelves), evenly(models.Semantic, models.Causal, models.Splade)
	lessons(t, s, rand.New(rand.NewPCG(5, 5)), 60, "code", models.Splade)
	was := s.SearchWeights("code", auto)
	must(t, s.ResetWeights(context.Background()))
	got := s.SearchWeights("code", auto)
	if got.Learned || got.Used != auto || got.Earlier != was.Used {
		t.Errorf("%+v; before: %+v", got, was)
	}
	if st := s.WeightsStatus(); st.Answers != 0 || st.Outcomes != 0 || len(st.Domains) != 0 || st.All.Learned {
		t.Errorf("%+v", st)
	}
	sameServices(t, s, openService(t, shelves))
	lessons(t, s, rand.New(rand.NewPCG(6, 6)), 5, "code", models.Splade)
	sameServices(t, s, openService(t, shelves))
}

// TestOtherModels: weights apply only to the models with which they were learned.
func TestOtherModels(t *testing.T) {
	shelves := store.NewInMemory()
	s, auto := openService(t, shelves), evenly(models.Semantic, models.Causal, models.Splade)
	must(t, s.WeighFor(context.Background(), [32]byte{1}))
	lessons(t, s, rand.New(rand.NewPCG(5, 6)), 40, "code", models.Splade)
	was := s.SearchWeights("code", auto)
	must(t, s.WeighFor(context.Background(), [32]byte{1}))
	if got := openService(t, shelves).SearchWeights("code", auto); got != was || !got.Learned {
		t.Errorf("with the same models: %+v, before: %+v", got, was)
	}
	must(t, s.WeighFor(context.Background(), [32]byte{2}))
	if got := s.SearchWeights("code", auto); got.Learned || got.Used != auto || got.Earlier != auto || s.WeightsStatus().Answers != 0 {
		t.Errorf("with other models: %+v", got)
	}
	sameServices(t, s, openService(t, shelves))
}

func TestDisabledLearnsNoWeights(t *testing.T) {
	s, auto := newService(t), evenly(models.Semantic, models.Causal, models.Splade)
	must(t, s.Enable(context.Background(), false))
	lessons(t, s, rand.New(rand.NewPCG(7, 7)), 30, "code", models.Splade)
	if s.SearchWeights("code", auto).Learned {
		t.Error("learned while disabled")
	}
	must(t, s.Enable(context.Background(), true))
	must(t, s.LearnWeights(context.Background(), noon))
	if !s.SearchWeights("code", auto).Learned {
		t.Error("what came meanwhile was lost")
	}
}

func TestLearningCanBeCutShort(t *testing.T) {
	s := newService(t)
	lessons(t, s, rand.New(rand.NewPCG(8, 8)), 29, "code", models.Splade)
	before := s.bytes(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.state.weights.Learned = 0
	if err := s.LearnWeights(ctx, noon); err == nil || s.bytes(t) != before {
		t.Errorf("got %v", err)
	}
}

func TestBadAnswersAreRefused(t *testing.T) {
	s := newService(t)
	for name, edit := range map[string]func(*Answer){
		"domain":   func(a *Answer) { a.Domain = "cooking" },
		"weight":   func(a *Answer) { a.Auto[0] = 2 },
		"hits":     func(a *Answer) { a.Hits = make([]AnswerHit, AnswerHits+1) },
		"useful":   func(a *Answer) { a.Hits[0].Useful = -1 },
		"standard": func(a *Answer) { a.Hits[0].Standard[0] = math.Inf(1) },
	} {
		a := teach(rand.New(rand.NewPCG(9, 9)), 0, "", models.Splade)
		edit(&a)
		if err := s.Record(context.Background(), Cycle{At: noon, Answers: []Answer{a}}); err == nil {
			t.Errorf("%s: recorded", name)
		}
	}
	if st := s.WeightsStatus(); st.Answers != 0 {
		t.Errorf("%+v", st)
	}
}

// TestManyTeachers makes a hundred goroutines record outcomes, learn and read, without resets: every answer and every outcome is
// counted.
func TestManyTeachers(t *testing.T) {
	const callers, each = 100, 12
	shelves := store.NewInMemory()
	s := openService(t, shelves)
	auto := evenly(models.Semantic, models.Causal, models.Splade)
	var all sync.WaitGroup
	for g := range callers {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 12))
			for i := range each {
				a := teach(r, g*each+i, Domains[g%len(Domains)], models.Splade)
				if err := s.Record(context.Background(), Cycle{At: noon, Answers: []Answer{a}}); err != nil {
					t.Error(err)
				}
				if err := s.LearnWeights(context.Background(), noon); err != nil {
					t.Error(err)
				}
				s.SearchWeights(a.Domain, auto)
				s.WeightsStatus()
			}
		})
	}
	all.Wait()
	st := s.WeightsStatus()
	if st.Outcomes != callers*each*10 || st.Answers != min(callers*each, answerWindow) || s.state.weights.Answers != callers*each {
		t.Errorf("%d outcomes of %d answers, want %d of %d", st.Outcomes, s.state.weights.Answers, callers*each*10, callers*each)
	}
	if got := s.SearchWeights("code", auto); !got.Learned || got.Used[models.Splade] < .6 {
		t.Errorf("%+v", got)
	}
	again := openService(t, shelves)
	sameServices(t, s, again)
	if !reflect.DeepEqual(again.SearchWeights("code", auto), s.SearchWeights("code", auto)) {
		t.Error("another weight after a restart")
	}
}
