package engine

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"asterism/engine/metautl"
	"asterism/engine/outcomes"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"

	"github.com/google/uuid"
)

func metaStatus(t *testing.T, e *Engine) *metautl.Status {
	t.Helper()
	s, err := e.MetaStatus(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// metaExport returns the whole state of meta-learning, byte for byte.
func metaExport(t *testing.T, e *Engine) string {
	t.Helper()
	var b strings.Builder
	if err := e.ExportMeta(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func injectLines(t *testing.T, e *Engine, lines []string) (out []*Remembered) {
	t.Helper()
	for _, text := range lines {
		out = append(out, inject(t, e, Note{Content: text, Rationale: "how the booking system works", SessionID: "build", Tags: []string{"domain:research"}}))
	}
	return out
}

// TestInjectPredicts checks that, from the third memory of a session on, every content space has a prediction, and that it survives a restart.
func TestInjectPredicts(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	notes := utlLines(t, "project.txt")[:12]
	injectLines(t, e, notes)
	was := metaStatus(t, e)
	if was.Cycles != 10 || len(was.History) != 10 {
		t.Errorf("%d cycles after 12 memories, want 10: the first is news by convention, and the second cannot have been expected", was.Cycles)
	}
	for s, n := range was.Domains["research"].Predictions {
		want := uint64(10)
		if !outcomes.Foreseen.Has(models.Space(s)) {
			want = 0
		}
		if n > want || n == 0 && want > 0 && models.Space(s) != models.Causal { // a memory may lack a space
			t.Errorf("%d predictions in %s, want %d", n, models.Space(s), want)
		}
	}
	if was.Accuracy < .3 || was.Accuracy >= 1 {
		t.Errorf("accuracy %v", was.Accuracy)
	}
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := metaStatus(t, open(t, dir)); !reflect.DeepEqual(got, was) {
		t.Errorf("after a restart: %+v, before: %+v", got, was)
	}
}

// TestLambdaWeighsTheLearningScore injects the same memories into two stores, one of which has learned another λ.
func TestLambdaWeighsTheLearningScore(t *testing.T) {
	notes := utlLines(t, "project.txt")[:4]
	plain, learned := open(t, ""), open(t, "")
	if err := learned.meta.Record(context.Background(), metautl.Cycle{At: learned.now(), Base: utl.Lifecycle(0), ACh: metautl.MaxACh,
		Predictions: []metautl.Prediction{{Space: models.Semantic, Predicted: 0, Actual: 1}}}); err != nil {
		t.Fatal(err)
	}
	a := injectLines(t, plain, notes[:1])
	b := injectLines(t, learned, notes[:1])
	if l := metaStatus(t, learned).Current.S; math.Abs(l-.8) > 1e-9 {
		t.Fatalf("λ_s %v, want .7 + .1", l)
	}
	logit := func(r *Remembered) float64 { l := float64(r.UTL.LearningScore); return math.Log(l / (1 - l)) }
	if got, want := logit(b[0])/logit(a[0]), .8*.2/(.7*.3); math.Abs(got-want) > 1e-4 {
		t.Errorf("the score's logit changed by %v, want %v", got, want)
	}
}

func TestRecordOutcome(t *testing.T) {
	e := open(t, "")
	kept := injectLines(t, e, utlLines(t, "project.txt")[:10])
	before := metaStatus(t, e)
	found, err := e.Recall(context.Background(), Question{Text: "how is a seat booked"})
	if err != nil || found.ID == (store.ID{}) || len(found.Hits) < 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	o := Outcome{Query: found.ID, Memory: found.Hits[0].Memory.ID, Useful: 1}
	if err := e.RecordOutcome(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	after := metaStatus(t, e)
	if after.Cycles != before.Cycles || after.Current != before.Current || after.Accuracy != before.Accuracy || after.Outcomes != 0 || after.Helped.Before != (metautl.Share{Searches: 1, Used: 1}) {
		t.Errorf("an outcome of a search taught more than search: %+v", after)
	}
	if err := e.RecordOutcome(context.Background(), Outcome{Memory: kept[1].ID, Useful: .5}); err != nil {
		t.Fatal(err)
	}
	if got := metaStatus(t, e); got.Cycles != after.Cycles || got.Outcomes != 1 || got.Replayable != 1 {
		t.Errorf("an outcome without a question: %+v", got)
	}
	other := uuid.Must(uuid.NewV7())
	for want, o := range map[string]Outcome{
		"already recorded": o,
		"outside 0…1":      {Query: found.ID, Memory: o.Memory, Useful: math.NaN()},
		"no answer has":    {Query: other, Memory: o.Memory},
		"no memory has":    {Query: found.ID, Memory: other},
		`"n" has no`:       {Query: found.ID, Memory: kept[2].ID, Namespace: "n"},
	} {
		var told *Error
		if err := e.RecordOutcome(context.Background(), o); !errors.As(err, &told) || !strings.Contains(told.Message, want) || told.Hint == "" {
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
	if got := metaStatus(t, e); got.Outcomes != 1 {
		t.Errorf("refused outcomes were recorded: %+v", got)
	}
}

// TestRecalibrateByOutcomes runs the optimiser on recorded outcomes, first as a dry run, which returns the same and changes no byte.
func TestRecalibrateByOutcomes(t *testing.T) {
	e := open(t, "")
	var told *Error
	if _, err := e.RecalibrateLambda(context.Background(), Recalibration{ForceBayesian: true}); !errors.As(err, &told) || told.Kind != KindInvalid {
		t.Errorf("without outcomes: %v", err)
	}
	for i, r := range injectLines(t, e, utlLines(t, "project.txt")[:14]) {
		if err := e.RecordOutcome(context.Background(), Outcome{Memory: r.ID, Useful: float64(i%2) / 2}); err != nil {
			t.Fatal(err)
		}
	}
	was := metaExport(t, e)
	dry, err := e.RecalibrateLambda(context.Background(), Recalibration{ForceBayesian: true, DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	if metaExport(t, e) != was {
		t.Error("a dry run changed something")
	}
	got, err := e.RecalibrateLambda(context.Background(), Recalibration{ForceBayesian: true})
	if err != nil || !reflect.DeepEqual(got, dry) || got.Method != metautl.ByOptimiser || got.Optimum == nil {
		t.Fatalf("%+v, %v; the dry run said %+v", got, err, dry)
	}
	if now := metaStatus(t, e).Current; now != got.After {
		t.Errorf("λ is %v, want %v", now, got.After)
	}
	if _, err := e.RecalibrateLambda(context.Background(), Recalibration{Domain: "cooking"}); !errors.As(err, &told) || told.Message != "Invalid domain 'cooking'. Valid domains: code, medical, legal, creative, research, general" {
		t.Errorf("got %v", err)
	}
	page, err := e.MetaLog(context.Background(), metautl.Query{Type: metautl.LambdaAdjustment, Limit: 1000})
	if err != nil || page.Total == 0 || page.Events[page.Total-1].After != got.After {
		t.Errorf("log %+v, %v", page, err)
	}
	var export bytes.Buffer
	if err := e.ExportMeta(context.Background(), &export); err != nil {
		t.Fatal(err)
	}
	other := open(t, "")
	if err := other.ImportMeta(context.Background(), &export); err != nil {
		t.Fatal(err)
	}
	if a, b := metaStatus(t, e), metaStatus(t, other); a.Current != b.Current || a.Outcomes != b.Outcomes {
		t.Errorf("imported: %+v, exported: %+v", b, a)
	}
}
