package cuda

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"asterism/engine/backend/onnx/convert"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/reference"
)

// pulled is a drawn tiny model as a pull leaves it: the repository's folder, and its entry of the manifest.
type pulled struct {
	dir   string
	model *models.Model
}

var pulledModels struct {
	sync.Mutex
	dir string
	of  map[models.Space]pulled
}

// pullTiny makes the tiny model of a space, once.
func pullTiny(t testing.TB, s models.Space) pulled {
	t.Helper()
	all := &pulledModels
	all.Lock()
	defer all.Unlock()
	if p, ok := all.of[s]; ok {
		return p
	}
	if all.of == nil {
		all.of = map[models.Space]pulled{}
		dir, err := os.MkdirTemp("", "asterism-cuda")
		if err != nil {
			t.Fatal(err)
		}
		all.dir = dir
	}
	p := pullChanged(t, s, filepath.Join(all.dir, s.Code()), oneLayerIfWide)
	all.of[s] = p
	return p
}

// oneLayerIfWide: the emulation takes seconds for a layer of a wide model, and what a second one shows, the narrow models show.
func oneLayerIfWide(spec *drawn.Spec) {
	if spec.Hidden >= 768 {
		spec.Layers = 1
	}
}

// pullChanged makes a tiny model whose description is changed before.
func pullChanged(t testing.TB, s models.Space, dir string, change func(*drawn.Spec)) pulled {
	t.Helper()
	spec, err := drawn.Describe(s, drawn.Tiny)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&spec)
	}
	if err := spec.Write(dir, 1); err != nil {
		t.Fatal(err)
	}
	m, err := convert.Convert(context.Background(), convert.Options{Space: s, Dir: dir, Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	return pulled{dir, m}
}

// bench is an emulated GPU with networks on it, without lanes.
type bench struct {
	testing.TB
	gpu cuda.Machine
}

func newBench(t testing.TB) *bench {
	t.Helper()
	gpu, err := emulate.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { gpu.Close() })
	return &bench{t, gpu}
}

func (b *bench) load(p pulled) network {
	b.Helper()
	n, err := load(&loader{ctx: b.Context(), alloc: b.gpu.Alloc, upload: b.gpu.Upload}, p.model, p.dir)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

func (b *bench) embed(n network, in *batch.Batch) []fingerprint.Value {
	b.Helper()
	rows := make([]int, in.Rows())
	for i := range rows {
		rows[i] = i
	}
	l, err := n.lay(in, rows)
	out := make([]fingerprint.Value, in.Rows())
	if err == nil && len(l.rows) > 0 {
		err = runOnce(b.gpu, n, l, outcome{values: out})
	}
	if err != nil {
		b.Fatal(err)
	}
	return out
}

// walked are the values of a batch of so many rows that has been laid out.
func (b *bench) walked(n network, l *layout, rows int) []fingerprint.Value {
	b.Helper()
	out := make([]fingerprint.Value, rows)
	if err := runOnce(b.gpu, n, l, outcome{values: out}); err != nil {
		b.Fatal(err)
	}
	return out
}

// drawRows are rows of ids that are no special tokens, framed as the model wants them.
func drawRows(r *rand.Rand, p pulled, role batch.Role, lengths ...int) *batch.Batch {
	frame := p.model.PassageFrame
	if role == batch.Query {
		frame = p.model.QueryFrame
	}
	var rows [][]int32
	for _, n := range lengths {
		row := make([]int32, n)
		for i := range row {
			row[i] = 110 + r.Int32N(500)
		}
		rows = append(rows, row)
	}
	return batch.OfIDs(role, batch.Frame{Before: frame.Before, After: frame.After}, rows)
}

// embedders are the nine spaces.
func embedders() []models.Space { return models.OfOrigin(models.FromModel).Spaces() }

// referenceRows is a row as the reference wants it; E5's twice, with the words of each direction.
func referenceRows(n network, p pulled, role batch.Role, ids []int32) []reference.Row {
	switch n := n.(type) {
	case *nomic:
		cause, _ := n.directed(ids, n.directions[0])
		effect, _ := n.directed(ids, n.directions[1])
		return reference.Rows([][]int32{cause, effect})
	case *colbert:
		row := reference.Row{IDs: slices.Clone(ids), Mask: slices.Repeat([]int64{1}, len(ids))}
		for role == batch.Query && len(row.IDs) < p.model.QueryLength {
			row.IDs, row.Mask = append(row.IDs, p.model.MaskID), append(row.Mask, 2)
		}
		return []reference.Row{row}
	}
	return reference.Rows([][]int32{ids})
}

func cosine(a []float32, b []float64) float64 {
	var ab, aa, bb float64
	for i := range a {
		x := float64(a[i])
		ab, aa, bb = ab+x*b[i], aa+x*x, bb+b[i]*b[i]
	}
	if len(a) != len(b) {
		return math.NaN()
	}
	return ab / math.Sqrt(aa*bb)
}

// termsCosine is the cosine of sparse vectors, of which want has all terms and got the most weighty. Which terms stand at the border is rounding, so what is no
// further from it than that may be kept or not.
func termsCosine(got []fingerprint.TermWeight, want []float64, most int) float64 {
	const rounding = 0.05
	sorted := slices.Sorted(slices.Values(want))
	border := sorted[len(sorted)-most]
	all, left := make([]float32, len(want)), slices.Clone(want)
	for _, t := range got {
		all[t.ID] = t.Weight
		if want[t.ID] < border-rounding {
			return math.NaN()
		}
	}
	for i, v := range want {
		if all[i] == 0 && v <= border+rounding {
			left[i] = 0
		}
	}
	return cosine(all, left)
}

// least is the least cosine of a value's parts with the reference's.
func least(n network, v fingerprint.Value, role batch.Role, ids []int32, want []reference.Result) float64 {
	switch n := n.(type) {
	case *nomic:
		half := len(v.Dense) / 2
		return min(cosine(v.Dense[:half], want[0].Dense), cosine(v.Dense[half:], want[1].Dense))
	case *splade:
		return termsCosine(v.Terms, want[0].Terms, n.most)
	case *colbert:
		worst, width := 1.0, n.narrow.out
		own := v.Vectors
		for i, token := range want[0].Tokens {
			if role == batch.Passage && n.skip[ids[i]] {
				continue
			}
			if len(own) < width {
				return math.NaN()
			}
			worst, own = min(worst, cosine(own[:width], token)), own[width:]
		}
		if len(own) > 0 {
			return math.NaN()
		}
		return worst
	}
	return cosine(v.Dense, want[0].Dense)
}
