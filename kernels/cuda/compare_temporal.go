package cuda

import (
	"encoding/binary"
	"math"
	"sync"
)

// The similarities of two times in E2, E3 and E4, and the tables they are looked up in: the formulas of engine/search/temporal.go, which explains them, bit for bit.
// They stand here too since the kernels' tables and references are made of them.

// recencyRates are E2's decay rates a second, mostAge its greatest age in seconds.
var recencyRates = [...]float64{1.0 / 3600, 1.0 / 86400, 1.0 / 604800, 1.0 / 2592000}

const mostAge = 31_536_000

// recencyOf is E2 of a memory of time t against a question asked at ref, both in Unix nanoseconds.
func recencyOf(ref, t int64) float32 {
	age := min(max(float64(ref)-float64(t), 0)/1e9, mostAge)
	dot, sum := 0.0, 0.0
	for _, rate := range recencyRates {
		x := rate * age
		if x > 40 {
			continue
		}
		a, phase := math.Exp(-x), 0.001*x
		p2 := phase * phase
		dot += float64(a * (1 - p2/2 + p2*p2/24)) // each product rounded, on every processor
		sum += float64(a * a)
	}
	return float32(dot / (2 * math.Sqrt(sum)))
}

// turnPeriods are E3's periods in nanoseconds.
var turnPeriods = [...]int64{3600e9, 86400e9, 604800e9, 2_592_000e9, 31_536_000e9}

// turnHarmonics is E3's number of sine and cosine pairs a period, turnSteps that of a turn's entries in its table.
const (
	turnHarmonics = 51
	turnSteps     = 1 << 16
)

// phasesOf is where a time stands in each period, in table steps.
func phasesOf(t int64) (out [len(turnPeriods)]float64) {
	for i, p := range turnPeriods {
		m := t % p
		if m < 0 {
			m += p
		}
		out[i] = float64(m) / float64(p) * turnSteps
	}
	return out
}

// periodicOf is E3 of two times.
func periodicOf(ref, t int64) float32 {
	a, b, table, sum := phasesOf(ref), phasesOf(t), dirichletTable(), 0.0
	for i := range a {
		x := math.Abs(a[i] - b[i])
		k := int(x)
		f := x - float64(k)
		sum += float64(float64(table[k])*(1-f)) + float64(float64(table[k+1])*f) // each product rounded, on every processor
	}
	return float32(sum / float64(len(a)))
}

// dirichletTable is the mean of cos nθ over n = 1 … 51 at θ = 2πi/65536, one step more than a turn.
var dirichletTable = sync.OnceValue(func() *[turnSteps + 2]float32 {
	t := &[turnSteps + 2]float32{}
	for i := range t {
		half := math.Pi * float64(i%turnSteps) / turnSteps
		t[i] = 1
		if i%turnSteps != 0 {
			t[i] = float32((math.Sin((2*turnHarmonics+1)*half)/(2*math.Sin(half)) - 0.5) / turnHarmonics)
		}
	}
	return t
})

// cosineSteps is the number of entries of E4's table of one turn.
const cosineSteps = 1 << 14

// positionalOf is E4 of two times.
func positionalOf(ref, t int64) float32 {
	steps, table := positionalSteps(), cosineTable()
	delta, sum := (float64(ref)-float64(t))/1e9, float32(0)
	for _, step := range steps {
		sum += table[int64(delta*step)&(cosineSteps-1)]
	}
	return sum / float32(len(steps))
}

// positionalSteps are E4's angular frequencies, in entries a second.
var positionalSteps = sync.OnceValue(func() *[TemporalWidth / 2]float64 {
	t := &[TemporalWidth / 2]float64{}
	for i := range t {
		t[i] = math.Pow(10000, -2*float64(i)/TemporalWidth) * cosineSteps / (2 * math.Pi)
	}
	return t
})

// cosineTable holds the cosines in the middle of each entry.
var cosineTable = sync.OnceValue(func() *[cosineSteps]float32 {
	t := &[cosineSteps]float32{}
	for i := range t {
		t[i] = float32(math.Cos((float64(i) + 0.5) * 2 * math.Pi / cosineSteps))
	}
	return t
})

// ReferenceTimes is what [Compare] should make of two times, in Unix nanoseconds, in E2, E3 and E4. It is exported so that engine/search can hold its own formulas to it.
func ReferenceTimes(ref, t int64) (recent, periodic, positional float32) {
	return recencyOf(ref, t), periodicOf(ref, t), positionalOf(ref, t)
}

// compareTables lays the tables out as [CompareTables] says.
func compareTables() []byte {
	le := binary.LittleEndian
	var out []byte
	double := func(v float64) { out = le.AppendUint64(out, math.Float64bits(v)) }
	for _, v := range recencyRates {
		double(v)
	}
	for _, v := range turnPeriods {
		double(float64(v))
	}
	for _, v := range turnPeriods {
		double(1 / float64(v))
	}
	for _, v := range positionalSteps() {
		double(v)
	}
	for _, v := range cosineTable() {
		out = le.AppendUint32(out, math.Float32bits(v))
	}
	for _, v := range dirichletTable() {
		out = le.AppendUint32(out, math.Float32bits(v))
	}
	return out
}
