package learning

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/bench/embedder"
	"asterism/engine"
	"asterism/engine/intent"
	"asterism/engine/metautl"
	"asterism/engine/search"
	"asterism/models"
)

func TestHalvesAreAPartition(t *testing.T) {
	for seed := range 3 {
		a, b := halves(11, seed)
		both := slices.Sorted(slices.Values(append(slices.Clone(a), b...)))
		if len(a) != 5 || !slices.Equal(both, every(11)) {
			t.Errorf("seed %d: %v and %v", seed, a, b)
		}
	}
	a, _ := halves(11, 0)
	if b, _ := halves(11, 1); slices.Equal(a, b) {
		t.Error("two seeds draw the same half")
	}
}

func TestCollectionKeepsGainsAndKnowsItself(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"corpus.jsonl":  `{"_id":"a","title":"Login","text":"fails at night"}` + "\n" + `{"_id":"b","text":"other"}`,
		"queries.jsonl": `{"_id":"a","text":"Login fails"}` + "\n" + `{"_id":"b","text":"something else"}`,
		"qrels.tsv":     "query-id\tcorpus-id\tscore\na\tb\t2\na\ta\t1\nb\ta\t1\nb\tb\t0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := loadBEIR(dir, 1)
	if err != nil || len(c.topics) != 2 {
		t.Fatalf("%+v, %v", c, err)
	}
	if g := c.topics[0].gains; g["b"] != 2 || g["a"] != 1 || len(c.topics[1].gains) != 1 {
		t.Errorf("gains %v and %v", g, c.topics[1].gains)
	}
	places := map[string]int{"a": 0, "b": 1}
	if c.itself(&c.topics[0], places) != 0 || c.itself(&c.topics[1], places) != -1 {
		t.Error("which text is the question itself?")
	}
}

func TestForetold(t *testing.T) {
	hits := make([]search.Hit, 4)
	for i, v := range []float64{.9, .5, .5, math.NaN()} {
		for s := range hits[i].Similarity {
			hits[i].Similarity[s] = math.NaN()
		}
		hits[i].Similarity[models.Semantic] = v
	}
	for i, want := range []float64{1, .25, .25} {
		if got := foretold(hits, i, .5); len(got) != 1 || got[0].Predicted != want || got[0].Actual != .5 {
			t.Errorf("hit %d: %+v, want %v in E1 alone", i, got, want)
		}
	}
	if got := foretold(hits, 3, 1); len(got) != 0 {
		t.Errorf("a hit without values: %+v", got)
	}
}

// TestStudentIsTheEngine asks an engine and the bench's student the same questions and says the same about the answers: they find the same, and
// learn the same weights from it.
func TestStudentIsTheEngine(t *testing.T) {
	ctx := t.Context()
	text, err := os.ReadFile("../../engine/testdata/utl/project.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	c := &collection{name: "notes", texts: map[string]string{}}
	var notes []engine.Note
	for i, line := range lines[:20] {
		id := fmt.Sprintf("%03d", i)
		c.ids, c.texts[id] = append(c.ids, id), line
		notes = append(notes, engine.Note{ID: idAt(i), Content: line})
	}
	for _, line := range lines[20:] { // what answers them does not matter
		words := strings.Fields(line)
		for _, question := range []string{strings.Join(words[:len(words)/2], " "), strings.Join(words[len(words)/2:], " ")} {
			if !intent.NamesTime(question) { // the bench's texts have no times
				c.topics = append(c.topics, topic{id: "q", question: question, gains: map[string]float64{c.ids[0]: 1}})
			}
		}
	}
	e, err := embedder.Open(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s, err := newIndexed(ctx, e, c)
	if err != nil {
		t.Fatal(err)
	}
	product, err := engine.Open(ctx, engine.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer product.Close(ctx)
	if _, err := product.RememberAll(ctx, notes); err != nil {
		t.Fatal(err)
	}
	learner, err := newStudent(ctx)
	if err != nil {
		t.Fatal(err)
	}
	best := func(hits []search.Hit) int { // what E9 sees highest
		at := 0
		for i, h := range hits {
			if h.Standard[models.HDC] > hits[at].Standard[models.HDC] {
				at = i
			}
		}
		return placeOf(hits[at].ID)
	}
	for i, topic := range c.topics {
		q := &s.questions[i]
		hits, err := s.find(ctx, q, learner.SearchWeights(q.domain(""), q.auto).Used)
		if err != nil {
			t.Fatal(err)
		}
		useful := best(hits)
		judge := func(_ *inquiry, place int) float64 {
			if place == useful {
				return 1
			}
			return 0
		}
		found, err := product.Recall(ctx, engine.Question{Text: topic.question, TopK: shownHits})
		if err != nil {
			t.Fatal(err)
		}
		for k, h := range found.Hits {
			if len(hits) != len(found.Hits) || hits[k].ID != h.Memory.ID || math.Abs(hits[k].Score-h.Score) > 1e-6 {
				t.Fatalf("question %d, place %d: %v with %v, the engine has %v with %v", i, k+1, hits[k].ID, hits[k].Score, h.Memory.ID, h.Score)
			}
			if err := product.RecordOutcome(ctx, engine.Outcome{Query: found.ID, Memory: h.Memory.ID, Useful: judge(nil, placeOf(h.Memory.ID))}); err != nil {
				t.Fatal(err)
			}
		}
		if err := learner.ask(ctx, s, q, "", judge); err != nil {
			t.Fatal(err)
		}
		agree(t, product, learner, intent.AutoMeaning())
	}
	if !learner.adopted() {
		t.Error("nothing was learned, so little was compared")
	}
}

// agree waits until the engine has learned what there is to learn, and compares the weights.
func agree(t *testing.T, product *engine.Engine, learner *student, auto [models.Count]float64) {
	t.Helper()
	want := learner.WeightsStatus()
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		got, err := product.SearchWeights(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got.Next == want.Next {
			for _, d := range metautl.Domains {
				a, b := got.Used[d], learner.SearchWeights(d, auto).Used
				for s := range a {
					if math.Abs(a[s]-b[s]) > 1e-3 {
						t.Fatalf("%s, %s weighs %v, in the engine %v", d, models.Space(s), b[s], a[s])
					}
				}
			}
			return
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("the engine learns the next after %d outcomes, the student after %d", got.Next, want.Next)
		}
	}
}
