package cuda

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/models"
)

// TestArithmeticKeepsTheContract runs the tests that every backend must pass over the spaces without a model.
func TestArithmeticKeepsTheContract(t *testing.T) {
	suite.Run(t, suite.Config{Batches: 2, Open: func(t *testing.T) backend.Backend { return mustOpen(t, &watch{}, Options{Arithmetic: true}) }})
}

// TestArithmeticIsTheProcessors: E9 bit for bit, the others within a few roundings, whatever the GPU and the processor are asked.
func TestArithmeticIsTheProcessors(t *testing.T) {
	b, cpu, r := mustOpen(t, &watch{}, Options{Arithmetic: true}), arith.New(), rand.New(rand.NewPCG(1, 1))
	texts := []string{"", " \n\t", "a", "ab", "😀", "\x00", "a\xffb", "  Hello\t\r\nWORLD ", "Ünïcode 世界 😀", strings.Repeat("long text ", 60)}
	times := []int64{0, 1, -1, math.MaxInt64, math.MinInt64, 1_780_000_000e9}
	for range 20 {
		text := make([]rune, r.IntN(200))
		for i := range text {
			text[i] = []rune{'a' + r.Int32N(26), ' ', 0x4e00 + r.Int32N(9000)}[r.IntN(3)]
		}
		texts, times = append(texts, string(text)), append(times, 1_780_000_000e9-r.Int64N(800*86400e9))
	}
	for _, s := range arithmeticSpaces() {
		in := batch.OfTimes(batch.Passage, times, 1_780_000_000e9)
		if s == models.HDC {
			in = batch.OfTexts(batch.Query, texts)
		}
		want, err := cpu.Embed(t.Context(), s, in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.Embed(t.Context(), s, in)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			squares := 0.0
			for j, v := range want[i].Dense {
				squares += float64(got[i].Dense[j]-v) * float64(got[i].Dense[j]-v)
			}
			if !slices.Equal(got[i].Bits, want[i].Bits) || !(math.Sqrt(squares) <= 1e-6) || got[i].Absent() != want[i].Absent() {
				t.Errorf("%v: row %d is off by %g, its bits are the same: %v", s, i, math.Sqrt(squares), slices.Equal(got[i].Bits, want[i].Bits))
			}
		}
	}
}

func TestArithmeticRefuses(t *testing.T) {
	b := mustOpen(t, &watch{}, Options{Arithmetic: true})
	for s, in := range map[models.Space]*batch.Batch{
		models.HDC:            {Times: []int64{1}},
		models.TemporalRecent: {Texts: []string{"a"}},
	} {
		if _, err := b.Embed(t.Context(), s, in); err == nil {
			t.Errorf("%v: no error", s)
		}
	}
}

// TestArithmeticStaysOnTheProcessor unless it is asked for, and says why.
func TestArithmeticStaysOnTheProcessor(t *testing.T) {
	b := mustOpen(t, &watch{}, Options{}, models.Graph)
	found := 0
	for _, p := range b.Residency() {
		if p.Space.Info().Origin == models.FromModel {
			continue
		}
		found++
		if p.OnGPU || p.Why != arithmeticWhy || b.Spaces().Has(p.Space) {
			t.Errorf("%+v", p)
		}
	}
	if found != len(arithmeticSpaces()) {
		t.Errorf("%d spaces without a model are told, want %d", found, len(arithmeticSpaces()))
	}
}
