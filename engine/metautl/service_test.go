package metautl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/utl"
	"asterism/models"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func openService(t testing.TB, s store.Shelves) *Service {
	t.Helper()
	out, err := Open(context.Background(), s, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func newService(t testing.TB) *Service { return openService(t, store.NewInMemory()) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// cycleAt has the same prediction in a few spaces.
func cycleAt(at time.Time, predicted, actual float64, spaces ...models.Space) Cycle {
	c := Cycle{At: at, Base: utl.Lambdas{S: .5, C: .5}, ACh: MinACh}
	for _, s := range spaces {
		c.Predictions = append(c.Predictions, Prediction{s, predicted, actual})
	}
	return c
}

func (s *Service) bytes(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	must(t, s.Export(context.Background(), &b))
	return b.String()
}

// sameServices compares the state and the stored entries of two services.
func sameServices(t *testing.T, a, b *Service) {
	t.Helper()
	if a.state != b.state || a.bytes(t) != b.bytes(t) {
		t.Error("the two do not know the same")
	}
	if !slices.EqualFunc(a.answers.list, b.answers.list, func(x, y *answer) bool { return bytes.Equal(encode(x), encode(y)) }) || !maps.Equal(a.answers.where, b.answers.where) {
		t.Error("the two do not hold the same answers")
	}
	if len(a.log.times) != len(b.log.times) || len(a.log.times) > 0 && !reflect.DeepEqual(a.log, b.log) {
		t.Errorf("their logs differ: %v and %v", a.log, b.log)
	}
}

// fill records cycles of every kind.
func fill(t *testing.T, s *Service, cycles int) {
	t.Helper()
	r := rand.New(rand.NewPCG(13, 13))
	for i := range cycles {
		c := cycleAt(noon.Add(time.Duration(i)*time.Minute), float64(i%7)/7, float64(i%5)/5, models.Semantic, models.Space(4+i%9)) // mean errors both above and below the threshold
		c.Domain = domainOf(uint8(i % 7))
		if i > 3 {
			c.Outcome = &Outcome{Entropy: float64(i%11) / 11, Coherence: .5, Importance: .5, Actual: float64(i%3) / 2}
		}
		if i%3 == 0 {
			c.Answers = []Answer{teach(r, i/6, c.Domain, models.Splade)} // each is recorded twice
		}
		must(t, s.Record(context.Background(), c))
		must(t, s.LearnWeights(context.Background(), c.At))
	}
}

func TestNewService(t *testing.T) {
	st := newService(t).Status(noon)
	if !st.Enabled || st.Accuracy != .5 || st.Current != utl.Lifecycle(0) || st.Deviation != (utl.Lambdas{}) || st.Escalation != NotEscalated || !st.LastAdjustment.IsZero() || len(st.History) != 0 || st.Spaces[3] != .5 {
		t.Errorf("%+v", st)
	}
}

func TestRecordCorrects(t *testing.T) {
	s := newService(t)
	c := cycleAt(noon, .9, .4, models.Semantic, models.HDC)
	c.Domain, c.Predictions[1].Actual = "code", .6 // errors .5 and .3, mean .4
	must(t, s.Record(context.Background(), c))
	st := s.Status(noon)
	if math.Abs(st.Current.S-.48) > 1e-12 || math.Abs(st.Deviation.C-.02) > 1e-12 || st.Adjustments != 1 || !st.LastAdjustment.Equal(noon) || math.Abs(st.Accuracy-.6) > 1e-7 || st.Cycles != 1 {
		t.Errorf("%+v", st)
	}
	if d := st.Domains["code"]; len(st.Domains) != 1 || d.Predictions[models.HDC] != 1 || d.Predictions[models.Splade] != 0 {
		t.Errorf("domains %+v", st.Domains)
	}
	page := logOf(t, s, Query{Limit: 10})
	if page.Total != 1 || page.Events[0].Space != NoSpace || math.Abs(page.Events[0].Error-.4) > 1e-12 || page.Events[0].Type != LambdaAdjustment || page.Counts[LambdaAdjustment] != 1 || len(page.Counts) != 1 {
		t.Errorf("events %+v", page.Events)
	}
	if got := s.Lambdas(utl.Lambdas{S: .3, C: .7}); math.Abs(got.S-.28) > 1e-12 {
		t.Errorf("where the lifecycle gives .3, λ_s is %v", got.S)
	}
}

func TestClampIsAnEventOfItsOwn(t *testing.T) {
	s := newService(t)
	for i := range 9 {
		must(t, s.Record(context.Background(), cycleAt(noon.Add(time.Duration(i)), 1, 0, models.Semantic)))
	}
	if got := s.Status(noon).Current; got.S != usual.MinLambda {
		t.Errorf("λ_s %v", got.S)
	}
	clamped := logOf(t, s, Query{Type: WeightClamped, Limit: 10})
	if clamped.Total < 1 || clamped.Events[0].After.S != usual.MinLambda {
		t.Errorf("clamped: %+v", clamped)
	}
}

func TestBadCyclesChangeNothing(t *testing.T) {
	s := newService(t)
	before := s.bytes(t)
	good := func(edit func(*Cycle)) Cycle {
		c := cycleAt(noon, .5, .5, models.Semantic)
		edit(&c)
		return c
	}
	for name, c := range map[string]Cycle{
		"domain":    good(func(c *Cycle) { c.Domain = "cooking" }),
		"base":      good(func(c *Cycle) { c.Base.S = math.NaN() }),
		"ach":       good(func(c *Cycle) { c.ACh = math.NaN() }),
		"time":      good(func(c *Cycle) { c.At = time.Time{} }),
		"space":     good(func(c *Cycle) { c.Predictions[0].Space = models.Count }),
		"twice":     good(func(c *Cycle) { c.Predictions = append(c.Predictions, c.Predictions[0]) }),
		"predicted": good(func(c *Cycle) { c.Predictions[0].Predicted = 1.1 }),
		"actual":    good(func(c *Cycle) { c.Predictions[0].Actual = math.NaN() }),
		"outcome":   good(func(c *Cycle) { c.Outcome = &Outcome{Actual: -1} }),
		"entropy":   good(func(c *Cycle) { c.Outcome = &Outcome{Entropy: math.NaN()} }),
	} {
		if err := s.Record(context.Background(), c); err == nil {
			t.Errorf("%s: recorded", name)
		}
	}
	if s.bytes(t) != before {
		t.Error("something was written")
	}
}

func TestStateSurvivesRestart(t *testing.T) {
	shelves := store.NewInMemory()
	s := openService(t, shelves)
	fill(t, s, 250)
	sameServices(t, s, openService(t, shelves))
	if st := s.Status(noon); st.Outcomes != 246 || st.Cycles != 250 || len(st.History) != window {
		t.Errorf("%d outcomes, %d cycles, %d in the history", st.Outcomes, st.Cycles, len(st.History))
	}
}

func TestDryRunChangesNothing(t *testing.T) {
	s := newService(t)
	fill(t, s, 60)
	state, disk := s.state, s.bytes(t)
	for _, r := range []Request{{DryRun: true, ACh: MinACh}, {DryRun: true, ForceBayesian: true}, {DryRun: true, ForceBayesian: true, Domain: "code"}} {
		dry, err := s.Recalibrate(context.Background(), noon, r)
		if err != nil && r.Domain == "" {
			t.Fatal(err)
		}
		if s.state != state || s.bytes(t) != disk {
			t.Fatalf("%+v changed something", r)
		}
		if r.Domain != "" {
			continue
		}
		r.DryRun = false
		wet, err := openCopy(t, s).Recalibrate(context.Background(), noon, r)
		if err != nil || !reflect.DeepEqual(wet, dry) {
			t.Errorf("the dry run said %+v, the real one %+v, %v", dry, wet, err)
		}
	}
}

// openCopy returns another service with the same state.
func openCopy(t *testing.T, s *Service) *Service {
	t.Helper()
	out := newService(t)
	must(t, out.Import(context.Background(), bytes.NewReader([]byte(s.bytes(t)))))
	return out
}

func TestRecalibrate(t *testing.T) {
	s := newService(t)
	if _, err := s.Recalibrate(context.Background(), noon, Request{}); !errors.Is(err, ErrTooLittle) {
		t.Errorf("recalibrated by nothing: %v", err)
	}
	if fresh, err := s.Recalibrate(context.Background(), noon, Request{DryRun: true}); err != nil || fresh.Method != ByNone || fresh.Adjustment != nil || fresh.After != fresh.Before {
		t.Errorf("a dry run of a fresh service: %+v, %v", fresh, err)
	}
	if _, err := s.Recalibrate(context.Background(), noon, Request{ForceBayesian: true}); err == nil {
		t.Error("optimised over nothing")
	}
	for i := range 30 {
		c := cycleAt(noon.Add(time.Duration(i)), .5, .5, models.Semantic)
		must(t, s.Record(context.Background(), c))
		o := &Outcome{Entropy: float64(1+i%5) / 5, Coherence: float64(i%7) / 7, Importance: .5}
		o.Actual = utl.Learned(o.Entropy, o.Coherence, pair(.3), o.Importance)
		must(t, s.Record(context.Background(), Cycle{At: c.At, Base: c.Base, Outcome: o}))
	}
	none, err := s.Recalibrate(context.Background(), noon, Request{})
	if err != nil || none.Method != ByNone || none.Adjustment != nil || none.After != none.Before {
		t.Errorf("without an error: %+v, %v", none, err)
	}
	got, err := s.Recalibrate(context.Background(), noon, Request{ForceBayesian: true})
	if err != nil || got.Method != ByOptimiser || math.Abs(got.After.S-.3) > .02 || got.LossBefore < 1e-3 || got.Optimum.Value > 1e-4 {
		t.Fatalf("%+v, %v", got, err)
	}
	if now := s.Status(noon); now.Current != got.After || now.Adjustments != 1 {
		t.Errorf("λ is %+v after %+v", now, got)
	}
	must(t, s.Reset(context.Background(), noon))
	if now := s.Status(noon); now.Current != now.Base {
		t.Errorf("after a reset: %+v", now)
	}
}

func TestStopped(t *testing.T) {
	s := newService(t)
	must(t, s.Enable(context.Background(), false))
	for i := range 20 {
		must(t, s.Record(context.Background(), cycleAt(noon.Add(time.Duration(i)), 1, 0, models.Semantic)))
	}
	if st := s.Status(noon); st.Enabled || st.Adjustments != 0 || st.Accuracy != 0 || st.ConsecutiveLow != 0 || st.RecentEvents != 0 {
		t.Errorf("%+v", st)
	}
	for _, bayesian := range []bool{false, true} {
		was := s.Status(noon)
		if _, err := s.Recalibrate(context.Background(), noon, Request{ForceBayesian: bayesian, ACh: MinACh}); !errors.Is(err, ErrStopped) || !reflect.DeepEqual(s.Status(noon), was) {
			t.Errorf("corrections are off, but λ was chosen again: %v, %+v", err, s.Status(noon))
		}
	}
	if got, err := s.Recalibrate(context.Background(), noon, Request{DryRun: true, ACh: MinACh}); err != nil || got.Method != ByGradient {
		t.Errorf("a dry run: %+v, %v", got, err)
	}
	must(t, s.Enable(context.Background(), true))
	must(t, s.Record(context.Background(), cycleAt(noon, 1, 0, models.Semantic)))
	if st := s.Status(noon); st.Adjustments != 1 {
		t.Errorf("%+v", st)
	}
}

// TestManyCallers makes a hundred goroutines record and read at once, and checks the counts.
func TestManyCallers(t *testing.T) {
	const callers, each = 100, 20
	shelves := store.NewInMemory()
	s := openService(t, shelves)
	var all sync.WaitGroup
	for g := range callers {
		all.Go(func() {
			for i := range each {
				c := cycleAt(noon.Add(time.Duration(i)*time.Second), .25+.5*float64(i%2), .5, models.Semantic, models.HDC)
				c.Domain = Domains[g%len(Domains)]
				if err := s.Record(context.Background(), c); err != nil {
					t.Error(err)
				}
				s.Status(noon)
				if _, err := s.Log(context.Background(), Query{Limit: 5, Domain: c.Domain}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	st := s.Status(noon)
	if st.Cycles != callers*each {
		t.Errorf("%d cycles, want %d", st.Cycles, callers*each)
	}
	total := uint64(0)
	for _, d := range st.Domains {
		total += d.Predictions[models.Semantic] + d.Predictions[models.HDC]
	}
	if total != 2*callers*each {
		t.Errorf("%d predictions in domains, want %d", total, 2*callers*each)
	}
	adjusted, clamped := logOf(t, s, Query{Type: LambdaAdjustment, Limit: 1}).Total, logOf(t, s, Query{Type: WeightClamped, Limit: 1}).Total
	if uint64(adjusted) != st.Adjustments || adjusted > callers*each || adjusted+clamped < callers*each {
		t.Errorf("%d corrections and %d clampings in the log, %d corrections counted, of %d cycles that each moved λ or met its border", adjusted, clamped, st.Adjustments, callers*each)
	}
	sameServices(t, s, openService(t, shelves))
}

// failing are shelves whose writes fail: before anything was written, or after everything was written.
type failing struct {
	store.Shelves
	err   error
	first bool // fail before writing
}

func (f *failing) Put(ctx context.Context, entries ...store.Entry) error {
	if f.err != nil && f.first {
		return f.err
	}
	if err := f.Shelves.Put(ctx, entries...); err != nil {
		return err
	}
	return f.err
}

// TestFailedWrites checks that memory and disk agree after writes that failed, or whose outcome is unknown.
func TestFailedWrites(t *testing.T) {
	for _, c := range []failing{{err: errors.New("no space"), first: true}, {err: store.ErrUnknown, first: true}, {err: store.ErrUnknown}} {
		t.Run(fmt.Sprint(c.err, c.first), func(t *testing.T) {
			inner := store.NewInMemory()
			shelves := &failing{Shelves: inner}
			s := openService(t, shelves)
			fill(t, s, 20)
			shelves.err, shelves.first = c.err, c.first
			if err := s.Record(context.Background(), cycleAt(noon.Add(time.Hour), 1, 0, models.Semantic, models.HDC, models.Splade)); !errors.Is(err, c.err) {
				t.Fatalf("got %v", err)
			}
			shelves.err = nil
			must(t, s.Record(context.Background(), cycleAt(noon.Add(2*time.Hour), .5, .5, models.Semantic)))
			want := uint64(21)
			if !c.first {
				want++
			}
			if got := s.Status(noon).Cycles; got != want {
				t.Errorf("%d cycles, want %d", got, want)
			}
			sameServices(t, s, openService(t, inner))
		})
	}
}

// BenchmarkRecord measures what one inject adds: ten predictions, on a store that syncs.
func BenchmarkRecord(b *testing.B) {
	st, err := rocks.Open(context.Background(), rocks.Options{Dir: b.TempDir()})
	must(b, err)
	defer st.Close()
	s := openService(b, st)
	for i := 0; b.Loop(); i++ {
		c := cycleAt(noon.Add(time.Duration(i)*time.Second), float64(i%5)/4, .5, models.All.Without(models.OfOrigin(models.FromTime)).Spaces()...)
		c.Domain = "code"
		must(b, s.Record(context.Background(), c))
	}
}
