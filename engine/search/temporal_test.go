package search

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
)

func TestClosedFormsEqualTheVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	a, b := make([]float32, fingerprint.TemporalWidth), make([]float32, fingerprint.TemporalWidth)
	cosine := func() float64 {
		sum := 0.0
		for i := range a {
			sum += float64(a[i]) * float64(b[i])
		}
		return sum
	}
	ref := draw.Epoch.UnixNano()
	ages := []time.Duration{0, 1, time.Millisecond, time.Second, time.Hour, 24 * time.Hour, 365 * 24 * time.Hour,
		3000 * 24 * time.Hour, -time.Hour, 100_000 * 24 * time.Hour}
	for range 300 {
		ages = append(ages, time.Duration(math.Exp(r.Float64()*38))) // a nanosecond to a year
	}
	for _, age := range ages {
		at := ref - int64(age)
		fingerprint.RecentAt(a, ref, ref)
		fingerprint.RecentAt(b, at, ref)
		if got, want := float64(recency(ref, at)), cosine(); math.Abs(got-want) > 1e-6 {
			t.Errorf("E2 of age %v: %v, vectors say %v", age, got, want)
		}
		fingerprint.Periodic(a, ref)
		fingerprint.Periodic(b, at)
		if got, want := float64(phasesOf(ref).periodic(at, dirichlet())), cosine(); math.Abs(got-want) > 5e-6 {
			t.Errorf("E3 of age %v: %v, vectors say %v", age, got, want)
		}
		want := fingerprint.PositionalSimilarity(ref, at)
		if got := float64(positional(ref, at)); math.Abs(got-want) > 2e-4 {
			t.Errorf("E4 of age %v: %v, true %v", age, got, want)
		}
	}
}

func TestRecencyFallsWithAge(t *testing.T) {
	ref, last := draw.Epoch.UnixNano(), float32(2)
	for age := int64(0); age < 365*24*3600; age = age*5/4 + 60 {
		v := recency(ref, ref-age*1e9)
		if !(v < last) || v < 0.49 {
			t.Fatalf("at %d s: %v after %v", age, v, last)
		}
		last = v
	}
}
