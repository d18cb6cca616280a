package fingerprint

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"asterism/models"
)

func TestPoolDenseIsTheWeightedMean(t *testing.T) {
	a, b := []float32{1, 0}, []float32{0, 1}
	got, dropped := PoolWindows(models.Dense, []Value{{Dense: a}, {}, {Dense: b}}, []int{3, 100, 4})
	if want := []float32{.6, .8}; dropped != 0 || !nearly(got.Dense, want) {
		t.Errorf("pooled to %v, want %v", got.Dense, want)
	}
}

func TestPoolPairScalesEachHalf(t *testing.T) {
	windows := []Value{{Dense: []float32{1, 0, 0, 1}}, {Dense: []float32{0, 1, 0, 1}}}
	got, _ := PoolWindows(models.Pair, windows, []int{1, 1})
	if want := []float32{math.Sqrt2 / 2, math.Sqrt2 / 2, 0, 1}; !nearly(got.Dense, want) {
		t.Errorf("pooled to %v, want %v", got.Dense, want)
	}
}

func TestPoolTermsTakesTheLargest(t *testing.T) {
	windows := []Value{{Terms: []TermWeight{{2, 1}, {9, .5}}}, {Terms: []TermWeight{{1, .1}, {9, .75}}}}
	got, _ := PoolWindows(models.Terms, windows, []int{9, 1})
	if want := []TermWeight{{1, .1}, {2, 1}, {9, .75}}; !reflect.DeepEqual(got.Terms, want) {
		t.Errorf("pooled to %v, want %v", got.Terms, want)
	}
}

func TestPoolBitsTakesTheMajority(t *testing.T) {
	windows := []Value{{Bits: []uint64{0b1100}}, {Bits: []uint64{0b1010}}, {Bits: []uint64{0b1001}}}
	if got, _ := PoolWindows(models.Binary, windows, []int{1, 1, 1}); got.Bits[0] != 0b1000 {
		t.Errorf("of equal windows pooled to %04b", got.Bits[0])
	}
	if got, _ := PoolWindows(models.Binary, windows, []int{1, 5, 1}); got.Bits[0] != 0b1010 {
		t.Errorf("the long window has the majority, pooled to %04b", got.Bits[0])
	}
	if got, _ := PoolWindows(models.Binary, windows[:2], []int{1, 1}); got.Bits[0] != 0b1100 {
		t.Errorf("at a tie the first window decides, pooled to %04b", got.Bits[0])
	}
}

func TestPoolTokensSaysWhatItDropped(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	width := models.LateInteraction.Info().Width
	first, second := sample(rng, models.LateInteraction, 2000), sample(rng, models.LateInteraction, 100)
	got, dropped := PoolWindows(models.Tokens, []Value{first, second}, []int{2000, 100})
	if dropped != 52 || len(got.Vectors) != MaxTokenVectors*width {
		t.Errorf("kept %d and dropped %d, want %d and 52", len(got.Vectors)/width, dropped, MaxTokenVectors)
	}
	if !reflect.DeepEqual(got.Vectors[2000*width:], second.Vectors[:48*width]) {
		t.Error("the second window does not follow the first")
	}
	if _, err := Pack(models.LateInteraction, got); err != nil {
		t.Error(err)
	}
}

func TestPoolOfOneWindowIsThatWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, space := range kept {
		v := sample(rng, space, 5)
		if got, _ := PoolWindows(space.Info().Kind, []Value{{}, v}, []int{7, 5}); !reflect.DeepEqual(got, v) {
			t.Errorf("%v: one window changed by pooling", space)
		}
	}
}

func TestPoolOfNothingIsAbsent(t *testing.T) {
	for _, space := range kept {
		if got, _ := PoolWindows(space.Info().Kind, []Value{{}, {}}, []int{1, 1}); !got.Absent() {
			t.Errorf("%v: pooled to %v, want absent", space, got)
		}
	}
}

func TestPoolOfBadWindowsIsRefusedByPack(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	v := sample(rng, models.Graph, 0)
	opposite := Value{Dense: make([]float32, len(v.Dense))}
	for i, x := range v.Dense {
		opposite.Dense[i] = -x
	}
	for name, second := range map[string]Value{"opposite": opposite, "narrow": {Dense: v.Dense[:7]}} {
		got, _ := PoolWindows(models.Dense, []Value{v, second}, []int{1, 1})
		if _, err := Pack(models.Graph, got); err == nil {
			t.Errorf("%s: Pack accepted the pooled value", name)
		}
	}
}

func nearly(a, b []float32) bool {
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > 1e-6 {
			return false
		}
	}
	return len(a) == len(b)
}
