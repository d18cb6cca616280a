package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/intent"
	"asterism/engine/metautl"
	"asterism/engine/outcomes"
	"asterism/engine/store"
	"asterism/models"
)

// teachWeights teaches that a space is the best, by forty answers without questions.
func teachWeights(t *testing.T, e *Engine, domain metautl.Domain, knows models.Space) {
	t.Helper()
	recordAnswers(t, e, domain, knows)
	if err := e.meta.LearnWeights(context.Background(), e.now()); err != nil {
		t.Fatal(err)
	}
}

// recordAnswers records forty answers in which one space is the best.
func recordAnswers(t *testing.T, e *Engine, domain metautl.Domain, knows models.Space) {
	t.Helper()
	var all []metautl.Answer
	auto := intent.AutoMeaning()
	for i := range 40 {
		a := metautl.Answer{Domain: domain, Auto: auto}
		binary.BigEndian.PutUint64(a.ID[:], uint64(time.Now().UnixNano())+uint64(i))
		for k := range 10 {
			h := metautl.AnswerHit{}
			for s := range h.Standard {
				h.Standard[s] = math.NaN()
				if outcomes.Foreseen.Has(models.Space(s)) {
					h.Standard[s] = float64((i*7+k*5+s*3)%11) / 4
				}
			}
			h.Standard[knows] = float64((i+k)%10) / 3
			if (i+k)%10 == 9 {
				h.Useful = 1
			}
			a.Hits = append(a.Hits, h)
		}
		all = append(all, a)
	}
	if err := e.meta.Record(context.Background(), metautl.Cycle{At: e.now(), Answers: all}); err != nil {
		t.Fatal(err)
	}
}

// sayBest records that only the hit with the highest score in a space is useful, and waits until that is learned.
func sayBest(t *testing.T, e *Engine, f *Found, space models.Space) {
	t.Helper()
	best, most := 0, math.Inf(-1)
	for i, h := range f.Hits {
		for _, s := range h.Spaces {
			if s.Space == space && s.Standard > most {
				best, most = i, s.Standard
			}
		}
	}
	for i, h := range f.Hits {
		useful := 0.
		if i == best {
			useful = 1
		}
		if err := e.RecordOutcome(context.Background(), Outcome{Query: f.ID, Memory: h.Memory.ID, Useful: useful}); err != nil {
			t.Fatal(err)
		}
	}
	learned(t, e)
}

// TestOutcomesChangeTheWeights tests the whole loop through the public calls: the hit that E9 ranks first is always the useful one, and in the end E9
// has more weight, in every question with auto weights, also after a restart.
func TestOutcomesChangeTheWeights(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	notes := utlLines(t, "project.txt")
	var questions []string
	for i, text := range notes {
		if i%2 == 0 {
			injectLines(t, e, notes[i:i+1])
			continue
		}
		words := strings.Fields(text)
		questions = append(questions, text, strings.Join(words[:len(words)/2], " "), strings.Join(words[len(words)/2:], " "))
	}
	before := recall(t, e, Question{Text: "how is a seat booked", TopK: 5})
	if before.Learned {
		t.Fatal("learned before any outcome")
	}
	for _, text := range questions {
		sayBest(t, e, recall(t, e, Question{Text: text, TopK: 5}), models.HDC)
	}
	st, err := e.SearchWeights(context.Background())
	if err != nil || st.Outcomes != uint64(5*len(questions)) || st.Answers != len(questions) || st.All.Answers < 50 {
		t.Fatalf("%+v, %v", st, err)
	}
	after := recall(t, e, Question{Text: "how is a seat booked", TopK: 5})
	if !after.Learned || after.Weights[models.HDC] <= before.Weights[models.HDC] || after.Weights != st.Used["general"] || st.Auto != before.Weights {
		t.Errorf("E9 weighs %v after %v, %+v", after.Weights[models.HDC], before.Weights[models.HDC], st)
	}
	for name, q := range map[string]Question{"profile": {Text: "how is a seat booked", Profile: "semantic"}, "spaces": {Text: "how is a seat booked", Spaces: models.SetOf(models.HDC, models.Semantic)}} {
		if recall(t, e, q).Learned {
			t.Errorf("%s: what the caller chose was changed", name)
		}
	}
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	again := open(t, dir)
	if got := recall(t, again, Question{Text: "how is a seat booked", TopK: 5}); got.Weights != after.Weights {
		t.Errorf("after a restart: %v, before: %v", got.Weights, after.Weights)
	}
	if err := again.ResetSearchWeights(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := recall(t, again, Question{Text: "how is a seat booked", TopK: 5}); got.Weights != before.Weights || got.Learned {
		t.Errorf("after a reset: %v, at first: %v", got.Weights, before.Weights)
	}
}

// TestDomainsOfQuestions checks which filter, or which words, select the domain of a question, and that each domain has its own weights.
func TestDomainsOfQuestions(t *testing.T) {
	e := open(t, "")
	teachWeights(t, e, "legal", models.HDC)
	teachWeights(t, e, "code", models.Graph)
	weights := func(q Question) [models.Count]float64 { return recall(t, e, q).Weights }
	plain := "how is a seat booked"
	legal, code := weights(Question{Text: plain, Tags: []string{"draft", "domain:legal"}}), weights(Question{Text: plain, Modality: "code"})
	if !(legal[models.HDC] > .3 && code[models.Graph] > .3 && code[models.HDC] < legal[models.HDC]/2) {
		t.Errorf("legal %v, code %v", legal, code)
	}
	both := Question{Text: plain, Tags: []string{"domain:legal"}, Modality: "code"}
	if weights(both) != legal {
		t.Error("a tag says more than the modality")
	}
	named := recall(t, e, Question{Text: plain, Domain: "legal"})
	if named.Weights != legal || named.Domain != "legal" || named.Scanned != recall(t, e, Question{Text: plain}).Scanned {
		t.Errorf("a named domain: weights %v of domain %q, %d memories", named.Weights, named.Domain, named.Scanned)
	}
	if weights(Question{Text: plain, Modality: "code", Domain: "legal"}) != legal || weights(Question{Text: plain, Tags: []string{"domain:legal"}, Domain: "code"}) != code {
		t.Error("a named domain says more than tags and modality")
	}
	if _, err := e.Recall(t.Context(), Question{Text: plain, Domain: "law"}); err == nil || !strings.Contains(err.Error(), "Invalid domain 'law'") {
		t.Errorf("domain law: %v", err)
	}
	words := Question{Text: "where is seat_count() called?"}
	a := asked{question: words}
	if err := a.weigh(); err != nil || a.questionDomain() != "code" {
		t.Errorf("%q is of domain %q, %v", words.Text, a.questionDomain(), err)
	}
}

// TestPagesKeepTheirWeights checks that pages continue with the weights of the first one if these are learned again once, and report it if those are lost.
func TestPagesKeepTheirWeights(t *testing.T) {
	e := open(t, "")
	injectLines(t, e, utlLines(t, "project.txt")[:12])
	q := Question{Text: "how is a seat booked", TopK: 3}
	whole := recall(t, e, Question{Text: q.Text, TopK: 12})
	first := recall(t, e, q)
	teachWeights(t, e, "general", models.HDC)
	var got []store.ID
	for f := first; ; f = recall(t, e, q) {
		if f.Weights != first.Weights || f.Learned {
			t.Fatalf("a page has other weights: %v", f.Weights)
		}
		for _, h := range f.Hits {
			got = append(got, h.Memory.ID)
		}
		if q.Cursor = f.Next; q.Cursor == "" {
			break
		}
	}
	for i, h := range whole.Hits {
		if i >= len(got) || got[i] != h.Memory.ID {
			t.Fatalf("the pages hold %v, and the whole ranking has %s at place %d", got, h.Memory.ID, i+1)
		}
	}
	q.Cursor = ""
	if now := recall(t, e, q); !now.Learned || now.Weights == first.Weights {
		t.Error("nothing was learned")
	}
	teachWeights(t, e, "general", models.Graph)
	q.Cursor = first.Next
	var told *Error
	if _, err := e.Recall(context.Background(), q); !errors.As(err, &told) || told.Kind != KindInvalid || !strings.Contains(told.Hint, "learned") {
		t.Errorf("got %v", err)
	}
}

// TestSignals checks that the use of a found memory counts for the weights of search, with the next recorded outcome, and that an explicit outcome counts
// instead.
func TestSignals(t *testing.T) {
	e, clock := withClock(t)
	ctx := context.Background()
	injectLines(t, e, utlLines(t, "project.txt")[:6])
	counted := func() uint64 {
		st, err := e.SearchWeights(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return st.Outcomes
	}
	cycles := metaStatus(t, e).Cycles
	f := recall(t, e, Question{Text: "how is a seat booked", TopK: 4})
	get := func(i int) {
		if _, err := e.Get(ctx, f.Hits[i].Memory.ID); err != nil {
			t.Fatal(err)
		}
	}
	say := func(i int, useful float64) {
		if err := e.RecordOutcome(ctx, Outcome{Query: f.ID, Memory: f.Hits[i].Memory.ID, Useful: useful}); err != nil {
			t.Fatal(err)
		}
	}
	get(0)
	get(0)
	get(1)
	if counted() != 0 {
		t.Error("a read waited for the disk")
	}
	say(2, 0)
	if got := counted(); got != 3 || metaStatus(t, e).Cycles != cycles {
		t.Errorf("%d outcomes after two memories read and one judged; %d cycles, and neither signals nor outcomes of searches are any", got, metaStatus(t, e).Cycles-cycles)
	}
	say(0, 1)
	get(0) // after an explicit outcome it has no effect
	if got := counted(); got != 3 {
		t.Errorf("what was hinted and said counts %d times", got-2)
	}
	if _, err := e.Forget(ctx, f.Hits[3].Memory.ID, false); err != nil {
		t.Fatal(err)
	}
	get(3)
	again := inject(t, e, Note{Content: f.Hits[1].Memory.Content, Rationale: "once more"})
	if again.DuplicateOf == nil {
		t.Fatal("no copy")
	}
	lesson, _, _ := e.outcomes.LessonOf(f.ID)
	lessons := lesson.Hits
	for i, want := range []float64{1, outcomes.Reinjected, 0, outcomes.Forgotten} {
		if lessons[i].Useful != want {
			t.Errorf("hit %d is worth %v, want %v", i, lessons[i].Useful, want)
		}
	}
	inject(t, e, Note{Content: "The harbour closes at ten.", Rationale: "timetable"})
	if got := counted(); got != 4 {
		t.Errorf("%d outcomes, want 4", got)
	}
	late := recall(t, e, Question{Text: "how is a seat booked", TopK: 4})
	clock.forward(outcomes.SignalWindow + time.Second)
	if _, err := e.Get(ctx, late.Hits[0].Memory.ID); err != nil {
		t.Fatal(err)
	}
	if _, news, ok := e.outcomes.LessonOf(late.ID); news || !ok {
		t.Error("a memory read long after the search is a sign")
	}
}

// TestSignalsAloneTeachTheWeights checks that the use of found memories is enough, without any recorded outcome.
func TestSignalsAloneTeachTheWeights(t *testing.T) {
	e := open(t, "")
	injectLines(t, e, utlLines(t, "project.txt")[:10])
	for range metautl.DefaultSettings().LearnEvery / 10 {
		for _, h := range recall(t, e, Question{Text: "how is a seat booked", TopK: 10}).Hits {
			if _, err := e.Get(context.Background(), h.Memory.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	inject(t, e, Note{Content: "The harbour closes at ten.", Rationale: "timetable"})
	learned(t, e)
	st, err := e.SearchWeights(context.Background())
	if err != nil || st.Outcomes != uint64(metautl.DefaultSettings().LearnEvery) || st.Next != metautl.DefaultSettings().LearnEvery || st.All.At.IsZero() {
		t.Errorf("%d hits were read and a memory was stored: %d outcomes, %d to go, learned at %v, %v", metautl.DefaultSettings().LearnEvery, st.Outcomes, st.Next, st.All.At, err)
	}
}

// TestManyOutcomes records a hundred outcomes concurrently, during searches: each counts once.
func TestManyOutcomes(t *testing.T) {
	e := open(t, "")
	injectLines(t, e, utlLines(t, "project.txt")[:10])
	before := metaStatus(t, e)
	var all sync.WaitGroup
	for range 10 {
		f := recall(t, e, Question{Text: "how is a seat booked", TopK: 10})
		for i, h := range f.Hits {
			all.Go(func() {
				if err := e.RecordOutcome(context.Background(), Outcome{Query: f.ID, Memory: h.Memory.ID, Useful: float64(i%2) / 2}); err != nil {
					t.Error(err)
				}
				if _, err := e.SearchWeights(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	learned(t, e)
	st, err := e.SearchWeights(context.Background())
	after := metaStatus(t, e)
	if err != nil || st.Outcomes != 100 || st.Answers != 10 || after.Outcomes != before.Outcomes || after.Cycles != before.Cycles || after.Helped.Before.Searches != 10 {
		t.Errorf("%+v, %v; %d outcomes and %d cycles", st, err, after.Outcomes-before.Outcomes, after.Cycles-before.Cycles)
	}
	if reflect.DeepEqual(st.All, metautl.LearnedWeights{}) || st.All.At.IsZero() {
		t.Errorf("a hundred outcomes and nothing was looked at: %+v", st)
	}
}
