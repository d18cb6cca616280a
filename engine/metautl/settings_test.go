package metautl

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/utl"

	"pgregory.net/rapid"
)

var usual = DefaultSettings()

// TestSettingsOfTheSpecification: the defaults are the specification's values, one by one.
func TestSettingsOfTheSpecification(t *testing.T) {
	want := Settings{ErrorThreshold: .2, LowAccuracy: .7, RecoveredAccuracy: .75, LowCycles: 10, Escalations: 3, MinLambda: .1, MaxLambda: .9, Alpha: .05, MinAlpha: .01, MaxAlpha: .1,
		LearnEvery: 100, MinAnswers: 20, FullDays: 7, HourlyDays: 90, Stages: utl.DefaultStages}
	if usual != want || usual.Check() != nil || len(usual.Changed()) != 0 {
		t.Errorf("defaults %+v (%v), changed %v", usual, usual.Check(), usual.Changed())
	}
}

func TestSettingsAreRefused(t *testing.T) {
	for list, says := range map[string]string{
		"":                            "NAME=NUMBER",
		"error-threshold":             "NAME=NUMBER",
		"eror-threshold=.1":           "there are error-threshold, low-accuracy",
		"error-threshold=much":        "not a number",
		"error-threshold=2":           "outside 0.01 to 1 (default 0.2)",
		"error-threshold=NaN":         "outside",
		"low-cycles=2.5":              "no whole number",
		"low-cycles=NaN":              "no whole number",
		"low-cycles=-1e300":           "outside 1 to 1000",
		"low-accuracy=.8":             "above recovered-accuracy",
		"alpha=.2":                    "between min-alpha",
		"growth-until=90":             "infancy-until 50",
		"min-lambda=.2":               "give max-lambda 0.8",
		"low-cycles=20,escalations=0": "escalations 0",
		"low-cycles=20,,":             "NAME=NUMBER",
	} {
		s := usual
		s.LowCycles = 7
		was := s
		if err := s.Set(list); err == nil || !strings.Contains(err.Error(), says) || s != was {
			t.Errorf("%q: %v, settings %+v; want words that say %q and no change", list, err, s, says)
		}
	}
	if _, err := Open(context.Background(), store.NewInMemory(), Settings{LowCycles: 7}); err == nil {
		t.Error("settings of which most are 0 were taken")
	}
}

// TestSettingsAdd: a second list adds to the values of the first, and every name can be set to each of its bounds that fits the
// others.
func TestSettingsAdd(t *testing.T) {
	var s Settings
	must(t, s.Set("low-cycles=20"))
	must(t, s.Set("min-lambda=.2, max-lambda=.8"))
	if c := s.Changed(); len(c) != 3 || s.LowCycles != 20 || s.MinLambda != .2 || s.ErrorThreshold != .2 {
		t.Errorf("settings %+v, changed %v", s, c)
	}
	for _, c := range s.Each() {
		next := s
		if err := next.Set(c.Name + "=" + strconv.FormatFloat(c.Value, 'g', -1, 64)); err != nil || next != s {
			t.Errorf("%s to what it is: %v, %+v", c.Name, err, next)
		}
	}
}

// TestSettingsHaveEffect: each setting changes the result of the same cycles.
func TestSettingsHaveEffect(t *testing.T) {
	wrong := func(s *Service, n int, err float64) {
		for i := range n {
			must(t, s.Record(context.Background(), cycleAt(noon.Add(time.Duration(i)*time.Minute), .5+err/2, .5-err/2, 0)))
		}
	}
	open := func(list string) *Service {
		var rules Settings
		if list != "" {
			must(t, rules.Set(list))
		}
		s, err := Open(context.Background(), store.NewInMemory(), rules)
		must(t, err)
		return s
	}
	tell := func(list string, err float64, n int) Status {
		s := open(list)
		wrong(s, n, err)
		return s.Status(noon.Add(time.Hour))
	}
	for _, c := range []struct {
		list string
		err  float64
		n    int
		is   func(was, now Status) bool
	}{
		{"error-threshold=.5", .4, 1, func(was, now Status) bool { return was.Adjustments == 1 && now.Adjustments == 0 }},
		{"alpha=.02", .4, 1, func(was, now Status) bool { return now.Deviation.C < was.Deviation.C && now.Deviation.C > 0 }},
		{"min-alpha=.05,alpha=.05,max-alpha=.05", .4, 1, func(was, now Status) bool { return now.Deviation.C == was.Deviation.C }},
		{"min-lambda=.4,max-lambda=.6", .4, 30, func(was, now Status) bool { return was.Current.S < .4 && now.Current.S == .4 }},
		{"low-cycles=5", .8, 9, func(was, now Status) bool { return was.Escalation == NotEscalated && now.Escalation == Bayesian }},
		{"escalations=1", .8, 14, func(was, now Status) bool { return was.Escalation == Bayesian && now.Escalation == HumanRequired }},
		{"low-accuracy=.1", .8, 9, func(was, now Status) bool { return was.ConsecutiveLow > 0 && now.ConsecutiveLow == 0 }},
	} {
		was, now := tell("", c.err, c.n), tell(c.list, c.err, c.n)
		if !c.is(was, now) {
			t.Errorf("%s: λ %v, %s, %d low, %d adjustments; as specified %v, %s, %d, %d", c.list, now.Current, now.Escalation, now.ConsecutiveLow, now.Adjustments, was.Current, was.Escalation, was.ConsecutiveLow, was.Adjustments)
		}
	}
}

// TestStagesHaveEffect: the stages set the weights of a new store, and thinning and learning follow their settings.
func TestStagesHaveEffect(t *testing.T) {
	var rules Settings
	must(t, rules.Set("infancy-lambda=.8,full-days=1,hourly-days=2,learn-every=10,min-answers=10,infancy-until=30,growth-until=100"))
	s, err := Open(context.Background(), store.NewInMemory(), rules)
	must(t, err)
	if got := s.Status(noon); got.Current.S != .8 || got.Settings != rules || s.WeightsStatus().Next != 10 {
		t.Errorf("a new store: λ %v, %d to go, settings %+v", got.Current, s.WeightsStatus().Next, got.Settings)
	}
	if rules.Stages.Name(29) != "infancy" || rules.Stages.Name(30) != "growth" || rules.Stages.Name(100) != "maturity" {
		t.Errorf("stages of %+v", rules.Stages)
	}
	for i := range 10 {
		must(t, s.Record(context.Background(), cycleAt(noon.Add(time.Duration(i)*time.Minute), .9, .3, 0)))
	}
	removed, err := s.Thin(context.Background(), noon.Add(4*24*time.Hour))
	if err != nil || removed == 0 {
		t.Errorf("four days later %d events went, %v", removed, err)
	}
	if p, err := s.Log(context.Background(), Query{Limit: 10}); err != nil || p.Total != 0 {
		t.Errorf("four days later: %+v, %v", p, err)
	}
}

// TestStagesStayWithin: for any stages, λ_s is between those of the stages.
func TestStagesStayWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.Float64Range(0, 1)
		s := utl.Stages{Infancy: rapid.IntRange(25, 1000).Draw(t, "infancy"), Young: share.Draw(t, "young"), Growing: share.Draw(t, "growing"), Mature: share.Draw(t, "mature")}
		s.Growth = s.Infancy + rapid.IntRange(50, 1000).Draw(t, "more")
		l := s.Lambdas(rapid.IntRange(0, 3000).Draw(t, "memories"))
		low, high := min(s.Young, s.Growing, s.Mature), max(s.Young, s.Growing, s.Mature)
		if l.S < low-1e-9 || l.S > high+1e-9 || l.S+l.C != 1 {
			t.Fatalf("%+v: %+v", s, l)
		}
	})
}
