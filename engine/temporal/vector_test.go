package temporal

import (
	"math"
	"math/big"
	"testing"
	"time"
)

var someTimes = []int64{
	0, 1, -1, 1e9, -86400e9 * 400,
	time.Date(2024, 2, 29, 13, 37, 5, 123456789, time.UTC).UnixNano(),
	time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano(),
	time.Date(2026, 1, 1, 0, 0, 0, 1, time.UTC).UnixNano(),
	time.Date(2200, 6, 1, 0, 0, 0, 0, time.UTC).UnixNano(),
	time.Date(1700, 6, 1, 0, 0, 0, 0, time.UTC).UnixNano(),
	math.MaxInt64, math.MinInt64,
}

func dot32(a, b []float32) float64 {
	var s float64
	for i := range a {
		s += float64(a[i]) * float64(b[i])
	}
	return s
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tol {
		t.Errorf("%s = %v, want %v ± %g", what, got, want, tol)
	}
}

// TestTemporalUnitLength checks that every vector has length one at ordinary and extreme times, for any earlier
// content of dst.
func TestTemporalUnitLength(t *testing.T) {
	v := make([]float32, Width)
	for _, at := range someTimes {
		for _, ref := range someTimes {
			Recent(v, AgeSeconds(at, ref))
			near(t, "|E2|²", dot32(v, v), 1, 1e-6)
		}
		for i := range v {
			v[i] = 7
		}
		Periodic(v, at)
		near(t, "|E3|²", dot32(v, v), 1, 1e-6)
		if v[510] != 0 || v[511] != 0 {
			t.Errorf("E3 at %d: last two values are %v, want zeros", at, v[510:])
		}
		Positional(v, at)
		near(t, "|E4|²", dot32(v, v), 1, 1e-6)
	}
}

// TestRecentKnownValues compares with the formula of the specification, normalised by brute force.
func TestRecentKnownValues(t *testing.T) {
	ref := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixNano()
	got := make([]float32, Width)
	for _, age := range []float64{0, 1, 59.5, 3600, 86400, 30 * 86400, 364 * 86400, 31_536_000} {
		want := make([]float64, 0, 512)
		var norm float64
		for _, horizon := range []float64{3600, 86400, 604800, 2592000} {
			for i := 0; i < 128; i++ {
				x := math.Exp(-age/horizon) * math.Cos(float64(i)*math.Pi/64+0.001*age/horizon)
				want = append(want, x)
				norm += x * x
			}
		}
		Recent(got, AgeSeconds(ref-int64(age*1e9), ref))
		for i := range want {
			near(t, "E2", float64(got[i]), want[i]/math.Sqrt(norm), 1e-6)
		}
	}
}

// TestRecentClamps: the future has age 0, and ages over a year are one year.
func TestRecentClamps(t *testing.T) {
	near(t, "age of the future", AgeSeconds(10e9, 5e9), 0, 0)
	near(t, "age of 2 s", AgeSeconds(3e9, 5e9), 2, 0)
	near(t, "age of 1 ns", AgeSeconds(5e9-1, 5e9), 1e-9, 1e-12)
	near(t, "age over a year", AgeSeconds(math.MinInt64, math.MaxInt64), MaxAgeSeconds, 0)
	near(t, "age under minus infinity", AgeSeconds(math.MaxInt64, math.MinInt64), 0, 0)
}

// TestPeriodicKnownValues computes θ with big integers, independently of phase.
func TestPeriodicKnownValues(t *testing.T) {
	got := make([]float32, Width)
	for _, at := range someTimes {
		Periodic(got, at)
		i := 0
		for _, seconds := range []int64{3600, 86400, 604800, 2592000, 31536000} {
			p := new(big.Int).Mul(big.NewInt(seconds), big.NewInt(1e9))
			m := new(big.Int).Mod(big.NewInt(at), p) // Euclidean
			q, _ := new(big.Rat).SetFrac(m, p).Float64()
			for n := 1; n <= 51; n++ {
				x := 2 * math.Pi * q * float64(n)
				near(t, "E3 sin", float64(got[i]), math.Sin(x)/math.Sqrt(255), 1e-6)
				near(t, "E3 cos", float64(got[i+1]), math.Cos(x)/math.Sqrt(255), 1e-6)
				i += 2
			}
		}
	}
}

// TestPositionalKnownValues compares with the formula at times near today's.
func TestPositionalKnownValues(t *testing.T) {
	got := make([]float32, Width)
	for _, sec := range []float64{0, 1, 100, 1.7e9, -5} {
		Positional(got, int64(sec*1e9))
		for i := 0; i < 256; i++ {
			x := sec / math.Exp(math.Log(10000)*float64(2*i)/512)
			near(t, "E4 sin", float64(got[2*i]), math.Sin(x)/16, 2e-6)
			near(t, "E4 cos", float64(got[2*i+1]), math.Cos(x)/16, 2e-6)
		}
	}
}

// TestTemporalOrder checks the purpose of each space: nearer in time, or at the same hour, is more similar.
func TestTemporalOrder(t *testing.T) {
	const now, hour, day = int64(1_780_000_000e9), int64(3600e9), int64(86400e9)
	if a, b := Recency(now, now-60e9), Recency(now, now-7*day); a <= b {
		t.Errorf("a minute-old memory is %v like now, a week-old one %v: want the first above", a, b)
	}
	if a, b := PhasesOf(now).Periodicity(now-7*day), PhasesOf(now).Periodicity(now-7*day-5*hour-17*60e9); a <= b {
		t.Errorf("same weekday and hour is %v, another hour %v: want the first above", a, b)
	}
	if a, b := Order(now, now-10e9), Order(now, now-1000e9); a <= b {
		t.Errorf("10 s apart is %v, 1000 s apart %v: want the first above", a, b)
	}
}
