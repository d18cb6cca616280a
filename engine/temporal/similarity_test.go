package temporal

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestClosedFormsEqualTheVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	a, b := make([]float64, Width), make([]float64, Width)
	cosine := func() float64 {
		sum := 0.0
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	ref := someTimes[6]
	ages := []time.Duration{0, 1, time.Millisecond, time.Second, time.Hour, 24 * time.Hour, 365 * 24 * time.Hour,
		3000 * 24 * time.Hour, -time.Hour, 100_000 * 24 * time.Hour}
	for range 300 {
		ages = append(ages, time.Duration(math.Exp(r.Float64()*38))) // a nanosecond to a year
	}
	for _, age := range ages {
		at := ref - int64(age)
		Recent(a, 0)
		Recent(b, AgeSeconds(at, ref))
		if got, want := float64(Recency(ref, at)), cosine(); math.Abs(got-want) > 1e-6 {
			t.Errorf("E2 of age %v: %v, vectors say %v", age, got, want)
		}
		Periodic(a, ref)
		Periodic(b, at)
		if got, want := float64(PhasesOf(ref).Periodicity(at)), cosine(); math.Abs(got-want) > 5e-6 {
			t.Errorf("E3 of age %v: %v, vectors say %v", age, got, want)
		}
		Positional(a, ref)
		Positional(b, at)
		if got, want := float64(Order(ref, at)), cosine(); math.Abs(got-want) > 2e-4 {
			t.Errorf("E4 of age %v: %v, true %v", age, got, want)
		}
	}
}

func TestRecencyFallsWithAge(t *testing.T) {
	ref, last := someTimes[6], float32(2)
	for age := int64(0); age < 365*24*3600; age = age*5/4 + 60 {
		v := Recency(ref, ref-age*1e9)
		if !(v < last) || v < 0.49 {
			t.Fatalf("at %d s: %v after %v", age, v, last)
		}
		last = v
	}
}

// times returns how similar two times are in E2, E3 and E4.
func times(ref, t int64) (recent, periodic, positional float32) {
	return Recency(ref, t), PhasesOf(ref).Periodicity(t), Order(ref, t)
}

// TestLikenessOfTimes: a memory of now has the greatest similarity in every space; E2 falls with age and stays at its maximum for the future.
func TestLikenessOfTimes(t *testing.T) {
	const now = 1_700_000_000_000_000_000
	if recent, periodic, positional := times(now, now); recent != 1 || periodic != 1 || math.Abs(float64(positional)-1) > 1e-6 {
		t.Errorf("now: %v, %v, %v", recent, periodic, positional)
	}
	if recent, _, _ := times(now, now+1e15); recent != 1 {
		t.Errorf("what is to come has %v in E2", recent)
	}
	last := float32(2)
	for age := int64(1e9); age < 4e17; age *= 3 {
		recent, periodic, positional := times(now, now-age)
		if recent > last || recent < 0.49 || periodic < -1 || periodic > 1 || positional < -1 || positional > 1 {
			t.Errorf("%d s: %v after %v, %v, %v", age/1e9, recent, last, periodic, positional)
		}
		last = recent
	}
	if _, periodic, _ := times(now, now-31_536_000e9); periodic < 0.19 { // the same hour of the day and day of the year, but different in week and month
		t.Errorf("a year ago has %v in E3", periodic)
	}
}
