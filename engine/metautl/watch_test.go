package metautl

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"asterism/models"
)

// typesOf returns the types of all events except adjustments.
func typesOf(t *testing.T, s *Service) (out []EventType) {
	t.Helper()
	for _, e := range logOf(t, s, Query{Limit: MaxLimit}).Events {
		if e.Type != LambdaAdjustment && e.Type != WeightClamped {
			out = append(out, e.Type)
		}
	}
	return out
}

// predict records cycles with the same error.
func predict(t *testing.T, s *Service, cycles int, err float64) {
	t.Helper()
	for range cycles {
		must(t, s.Record(context.Background(), cycleAt(noon.Add(time.Duration(s.state.Cycles)*time.Second), err, 0, models.Semantic)))
	}
}

func TestLowAccuracyEscalates(t *testing.T) {
	s := newService(t)
	predict(t, s, 10, .6) // the first alone is not sure evidence
	if st := s.Status(noon); st.ConsecutiveLow != 9 || st.Escalation != NotEscalated {
		t.Fatalf("after 9 low cycles: %+v", st)
	}
	predict(t, s, 1, .6)
	if st := s.Status(noon); st.ConsecutiveLow != 0 || st.Escalation != Bayesian {
		t.Fatalf("after 10 low cycles: %+v", st)
	}
	predict(t, s, 20, .6)
	if st := s.Status(noon); st.Escalation != HumanRequired {
		t.Fatalf("after 30 low cycles: %+v", st)
	}
	predict(t, s, 30, .6)
	want := []EventType{AccuracyAlert, BayesianEscalation, BayesianEscalation, BayesianEscalation, HumanEscalation}
	if got := typesOf(t, s); !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
	must(t, s.Acknowledge(context.Background()))
	if st := s.Status(noon); st.Escalation != NotEscalated || st.ConsecutiveLow != 0 {
		t.Errorf("after being acknowledged: %+v", st)
	}
	predict(t, s, 10, .6)
	if st := s.Status(noon); st.Escalation != Bayesian {
		t.Errorf("10 low cycles later: %+v", st)
	}
}

func TestRecoveryHasHysteresis(t *testing.T) {
	s := newService(t)
	predict(t, s, 4, .35) // .65
	predict(t, s, 7, .24) // in the fourth of them the mean is .705; before, it is below .7, but not surely
	st := s.Status(noon)
	if st.Accuracy < usual.LowAccuracy || st.Accuracy >= usual.RecoveredAccuracy || st.ConsecutiveLow != 3 || s.state.Low != 1 {
		t.Fatalf("between the borders: %+v", st)
	}
	between := st.ConsecutiveLow
	predict(t, s, 3, .27)
	if st := s.Status(noon); st.ConsecutiveLow != between || len(typesOf(t, s)) != 1+int(s.state.Escalations) {
		t.Fatalf("a cycle between the borders counted: %+v", st)
	}
	predict(t, s, 60, .1)
	if st := s.Status(noon); st.ConsecutiveLow != 0 || st.Escalation != NotEscalated || s.state.Low != 0 {
		t.Errorf("after recovery: %+v", st)
	}
	got := typesOf(t, s)
	if i := slices.Index(got, AccuracyRecovery); i < 0 || slices.Index(got[i+1:], AccuracyRecovery) >= 0 {
		t.Errorf("events %v, want one recovery", got)
	}
}

func TestSelfHealing(t *testing.T) {
	s := newService(t)
	predict(t, s, 10, .5)
	predict(t, s, 40, 0)
	want := []EventType{AccuracyAlert, BayesianEscalation, AccuracyRecovery, SelfHealing}
	if got := typesOf(t, s); !slices.Equal(got[:2], want[:2]) || !slices.Equal(got[len(got)-2:], want[2:]) {
		t.Errorf("events %v, want %v", got, want)
	}
}

// TestNoiseIsNoAlarm: predictions exactly as good as the limit, with noise, are not reported as low.
func TestNoiseIsNoAlarm(t *testing.T) {
	alarms := 0
	for seed := range uint64(40) {
		s, r := newService(t), rand.New(rand.NewPCG(seed, 5))
		for range 30 {
			predict(t, s, 1, .29*2*r.Float64())
		}
		if slices.Contains(typesOf(t, s), BayesianEscalation) {
			alarms++
		}
	}
	if alarms > 4 {
		t.Errorf("%d of 40 services whose accuracy is .71 were optimised", alarms)
	}
}
