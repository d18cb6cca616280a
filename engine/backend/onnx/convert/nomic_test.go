package convert

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"asterism/models"
	"asterism/models/drawn/reference"
)

// TestNomic compares both directions with the reference on rows that hold the direction's words.
func TestNomic(t *testing.T) {
	for name, c := range map[string]struct {
		precision string
		bound     float64
	}{"float32": {models.PrecisionF32, 1e-5}, "int8": {models.PrecisionInt8, 0.03}} {
		t.Run(name, func(t *testing.T) {
			m := makeTiny(t, models.Causal, c.precision, nil)
			rows := drawRows(m.model, 500, 7, 64, 65, 12)
			s := m.text(t)
			out := s.runRows(t, rows)
			for direction, prefix := range []string{CausePrefix, EffectPrefix} {
				checkDirection(t, m, rows, cutRows(out[direction], len(rows)), prefix, c.bound)
			}
			checkBits(t, s, rows)
		})
	}
}

func checkDirection(t *testing.T, m made, rows [][]int32, got [][]float32, prefix string, bound float64) {
	t.Helper()
	want := directionReference(t, m, rows, prefix)
	worst := 0.0
	for i := range rows {
		worst = max(worst, distance(got[i], want[i]))
	}
	t.Logf("%q: ‖out − ref‖/‖ref‖ is at most %.2g over %d rows", prefix, worst, len(rows))
	if !(worst <= bound) {
		t.Errorf("%q: ‖out − ref‖/‖ref‖ is %.3g, want at most %g", prefix, worst, bound)
	}
	if d := distance(got[0], want[1]); d < 0.1 {
		t.Errorf("two texts are %.3g apart: this shows nothing", d)
	}
}

// directionReference embeds rows with the words of a direction put in by hand.
func directionReference(t *testing.T, m made, rows [][]int32, prefix string) [][]float64 {
	t.Helper()
	tok := loadTokenizer(t, m.dir)
	at := len(m.model.PassageFrame.Before)
	var whole [][]int32
	for _, r := range rows {
		whole = append(whole, slices.Concat(r[:at], tok.Encode(nil, prefix), r[at:]))
	}
	ref, err := reference.Open(m.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Close()
	out, err := ref.Embed(context.Background(), reference.Rows(whole)...)
	if err != nil {
		t.Fatal(err)
	}
	var dense [][]float64
	for _, v := range out {
		dense = append(dense, v.Dense)
	}
	return dense
}

// TestHeads: matrices of the user's own turn the directions; the identity leaves one as it was, a permutation of the
// numbers permutes the other.
func TestHeads(t *testing.T) {
	const width = 768
	dir := writeTiny(t, models.Causal, nil)
	heads := filepath.Join(dir, "heads.safetensors")
	identity, turned := make([]float32, width*width), make([]float32, width*width)
	order := rand.New(rand.NewPCG(1, 1)).Perm(width)
	for i, j := range order {
		identity[i*width+i], turned[i*width+j] = 1, 1
	}
	writeTensors(t, heads, map[string][]float32{"cause.weight": identity, "effect.weight": turned}, width, width)
	o := Options{Space: models.Causal, Dir: dir, Root: filepath.Dir(dir)}
	plain, err := Convert(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	rows := drawRows(plain, 500, 7, 30)
	before := made{dir, plain}.text(t).runRows(t, rows)
	o.Heads = heads
	headed, err := Convert(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(headed.Weights) != 2 {
		t.Errorf("weights are %v, want the repository's and the heads", headed.Weights)
	}
	after := made{dir, headed}.text(t).runRows(t, rows)
	for i := range before[1] {
		row, k := i/width*width, i%width
		// Multiplying by 1 and adding zeros changes nothing; the length is summed in another order.
		if d := after[1][i] - before[1][row+order[k]]; d > 1e-6 || d < -1e-6 {
			t.Fatalf("effect number %d of row %d is %v, want number %d, %v", k, i/width, after[1][i], order[k], before[1][row+order[k]])
		}
		if d := after[0][i] - before[0][i]; d > 1e-6 || d < -1e-6 {
			t.Fatalf("cause number %d of row %d is %v, want %v", k, i/width, after[0][i], before[0][i])
		}
	}
}
