package cuda

import (
	"bytes"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// layers is a network that is nothing but products of one width.
type layers struct{ tasks []task }

func (n *layers) lay(*batch.Batch, []int) (*layout, error) { return nil, errors.New("it has no texts") }
func (n *layers) needs(size) need                          { return need{} }
func (n *layers) values(*layout, []byte, outcome) error {
	return nil
}
func (n *layers) walk(k *walker) {
	for _, t := range n.tasks {
		k.product(t.f, t.out, t.x, t.d, t.residual)
	}
}

const warmTokens = 256

// TestProductsAreChosen: the fastest way is taken, from then on and by everybody, and all ways give the right numbers.
func TestProductsAreChosen(t *testing.T) {
	m, r, dir := newFakeMachine(t), rand.New(rand.NewPCG(1, 2)), t.TempDir()
	trials := []trial{
		newTrial(t, m, r, cuda.GELU, 144, 64, true, false),
		newTrial(t, m, r, cuda.Plain, 64, 160, true, true),
		newTrial(t, m, r, cuda.SwiGLU, 160, 64, false, false),
		newTrial(t, m, r, cuda.Plain, 66, 64, false, false), // no multiple of 8: wgmma cannot
	}
	net := &layers{}
	for _, p := range trials {
		net.tasks = append(net.tasks, p.task)
	}
	var log bytes.Buffer
	took := fast(m)
	p := newWays(dir, m, took, &log)
	if err := p.warm(t.Context(), m, []network{net}, warmTokens); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"gelu 144×64: up to 256 rows few rows (9 × mma.sync)",
		"product 66×64: up to 256 rows few rows (9 × mma.sync)",
		"product added 64×160: up to 256 rows few rows (9 × mma.sync)",
		"swiglu 160×64: up to 256 rows few rows (9 × mma.sync)",
	}
	if got := p.Choices(); !slices.Equal(got, want) {
		t.Errorf("chosen are\n%s", strings.Join(got, "\n"))
	}
	if err := p.close(m); err != nil {
		t.Fatal(err)
	}

	took["gemm_few"] = 8 * time.Millisecond
	p = newWays(t.TempDir(), m, took, &log)
	if err := p.warm(t.Context(), m, []network{net}, warmTokens); err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		for _, rows := range []int{1, 130} {
			if off := trial.run(t, m, m, p, r, rows); !(off <= check.OneRounding) {
				t.Errorf("%v of %d rows: off by %g", trial.shape(), rows, off)
			}
			want := "gemm_wgmma_256" + string(trial.f)
			if trial.d.out%8 != 0 {
				want = "gemm_few"
			}
			if m.last() != want {
				t.Errorf("%v of %d rows was made by %s, want %s", trial.shape(), rows, m.last(), want)
			}
		}
	}
	if strings.Contains(log.String(), "level=WARN") {
		t.Errorf("warned: %s", log.String())
	}
	if m.busiest == 0 {
		t.Error("no product was compared whose blocks make several tiles each")
	}
}

// TestStreamsWithoutTheLibraryKeepTheBestKernel: where cuBLASLt is the choice, a stream that has none multiplies by the fastest kernel of ours.
func TestStreamsWithoutTheLibraryKeepTheBestKernel(t *testing.T) {
	took := map[way]time.Duration{wayTiles: 5, wayFew: 9, wayNarrow: 3, wayWide: 2, wayBLAS: 1}
	ways := []way{wayFew, wayWide, wayNarrow, wayBLAS, wayTiles}
	if all, own := fastest(took, ways), fastest(took, slices.DeleteFunc(slices.Clone(ways), func(w way) bool { return w == wayBLAS })); all != wayBLAS || own != wayWide {
		t.Errorf("fastest is %s, of ours %s", all, own)
	}
	m, r := newFakeMachine(t), rand.New(rand.NewPCG(7, 8))
	job := newTrial(t, m, r, cuda.Plain, 64, 64, false, false)
	p := newWays(t.TempDir(), m, fast(m), &bytes.Buffer{})
	p.info = m.Device().Info()
	if err := p.makeTiles(m, job.task); err != nil {
		t.Fatal(err)
	}
	for own, kernel := range map[way]string{wayWide: "gemm_wgmma_256", wayNarrow: "gemm_wgmma_128", wayTiles: "gemm"} {
		p.chosen[job.shape()] = []choice{{Rows: 1024, Way: wayBLAS, Own: own}}
		if off := job.run(t, m, m, p, r, 300); !(off <= check.OneRounding) || m.last() != kernel {
			t.Errorf("with %s as ours it was made by %s, off by %g", own, m.last(), off)
		}
		if err := p.check(shapeChoices{job.shape(), p.chosen[job.shape()]}); err == nil {
			t.Error("a choice of a library that is not here is taken from the file")
		}
	}
	if err := p.check(shapeChoices{job.shape(), []choice{{Rows: 64, Way: wayWide, Gain: 2}}}); err != nil {
		t.Error(err)
	}
	if err := p.close(m); err != nil {
		t.Fatal(err)
	}
}

// TestProductsRefuseWrongNumbers: a way that computes something else is left out, however fast, and somebody is told.
func TestProductsRefuseWrongNumbers(t *testing.T) {
	m, r := newFakeMachine(t), rand.New(rand.NewPCG(3, 4))
	job := newTrial(t, m, r, cuda.GELU, 64, 64, true, false)
	took := fast(m)
	delete(took, "gemm_few")
	m.idle = "gemm_wgmma_256"
	var log bytes.Buffer
	p := newWays(t.TempDir(), m, took, &log)
	if err := p.warm(t.Context(), m, []network{&layers{[]task{job.task}}}, warmTokens); err != nil {
		t.Fatal(err)
	}
	if w := p.choiceOf(job.shape(), 200).Way; w != wayNarrow {
		t.Errorf("chosen is %s, want %s", w, wayNarrow)
	}
	if !strings.Contains(log.String(), "left out") || !strings.Contains(log.String(), string(wayWide)) {
		t.Errorf("the log says %q", log.String())
	}
}

// TestProductsAreMeasuredOnce: choices are kept for a GPU, and what cannot be read is measured again.
func TestProductsAreMeasuredOnce(t *testing.T) {
	m, r, dir := newFakeMachine(t), rand.New(rand.NewPCG(5, 6)), t.TempDir()
	net := &layers{[]task{newTrial(t, m, r, cuda.Plain, 64, 64, true, false).task}}
	warm := func() (measured bool) {
		t.Helper()
		p := newWays(dir, m, fast(m), &bytes.Buffer{})
		inner := p.time
		p.time = func(m cuda.Machine, run func() error) (time.Duration, error) {
			measured = true
			return inner(m, run)
		}
		if err := p.warm(t.Context(), m, []network{net}, warmTokens); err != nil {
			t.Fatal(err)
		}
		if len(p.Choices()) != 1 {
			t.Errorf("choices are %v", p.Choices())
		}
		return measured
	}
	if !warm() || warm() {
		t.Error("the first start measures, the second does not")
	}
	files, err := filepath.Glob(filepath.Join(dir, "asterism", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("kept are %v, %v", files, err)
	}
	good, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"cut off":        string(good[:len(good)/2]),
		"another GPU":    strings.Replace(string(good), "emulated", "another", 1),
		"other version":  strings.Replace(string(good), `"Version": 2`, `"Version": 7`, 1),
		"unknown way":    strings.Replace(string(good), string(wayFew), "abacus", 1),
		"no library":     strings.Replace(string(good), string(wayFew), string(wayBLAS), 1),
		"rows that fall": strings.Replace(string(good), `"Rows": 256`, `"Rows": 1`, 1),
	} {
		if data == string(good) {
			t.Fatalf("%s: nothing was changed", name)
		}
		if err := os.WriteFile(files[0], []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if !warm() {
			t.Errorf("%s: it was believed", name)
		}
	}
	if warm() {
		t.Error("what was measured again is not kept")
	}
}

// TestProductsWithoutMemory: where the GPU has no memory for tiles the products go on by the kernels that need none.
func TestProductsWithoutMemory(t *testing.T) {
	m, r, dir := newFakeMachine(t), rand.New(rand.NewPCG(7, 8)), t.TempDir()
	job := newTrial(t, m, r, cuda.GELU, 64, 64, true, false)
	took := fast(m)
	delete(took, "gemm_few")
	var log bytes.Buffer
	for range 2 { // measured, then remembered
		p := newWays(dir, m, took, &log)
		if err := p.warm(t.Context(), m, []network{&layers{[]task{job.task}}}, warmTokens); err != nil {
			t.Fatal(err)
		}
		if m.full {
			if off := job.run(t, m, m, p, r, 100); !(off <= check.OneRounding) || m.last() != "gemm_gelu" {
				t.Errorf("off by %g by %s", off, m.last())
			}
			if !strings.Contains(log.String(), "could not be made") {
				t.Errorf("the log says %q", log.String())
			}
		}
		m.full = true
	}
}

// TestProductsOnASlowMachine: on what is emulated nothing is measured or kept, and few rows have their kernel all the same.
func TestProductsOnASlowMachine(t *testing.T) {
	m, r, dir := newFakeMachine(t), rand.New(rand.NewPCG(9, 10)), t.TempDir()
	job := newTrial(t, m, r, cuda.GELU, 64, 64, true, false)
	p := newWays(dir, m, nil, &bytes.Buffer{})
	p.time = func(cuda.Machine, func() error) (time.Duration, error) { return slowest + 1, nil }
	if err := p.warm(t.Context(), m, []network{&layers{[]task{job.task}}}, 16384); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 || len(p.Choices()) != 0 || len(p.tiles) != 0 {
		t.Errorf("kept are %v, %v; chosen %v; %d tiles", left, err, p.Choices(), len(p.tiles))
	}
	for rows, kernel := range map[int]string{1: "gemm_few_gelu", fewRows: "gemm_few_gelu", fewRows + 1: "gemm_gelu"} {
		if off := job.run(t, m, m, p, r, rows); !(off <= check.OneRounding) || m.last() != kernel {
			t.Errorf("%d rows: off by %g by %s, want %s", rows, off, m.last(), kernel)
		}
	}
}

// TestProductsThatLoseTheGPU: a way that ends a start is not tried at the next, and one that only fails is left out at once.
func TestProductsThatLoseTheGPU(t *testing.T) {
	m, r, dir := newFakeMachine(t), rand.New(rand.NewPCG(13, 14)), t.TempDir()
	net := &layers{[]task{newTrial(t, m, r, cuda.GELU, 64, 64, true, false).task}}
	warm := func(fault error, by string) (*products, string, error) {
		var log bytes.Buffer
		took := fast(m)
		delete(took, "gemm_few")
		p := newWays(dir, m, took, &log)
		m.fails = func(kernel string) error {
			if strings.HasPrefix(kernel, by) {
				return fault
			}
			return nil
		}
		err := p.warm(t.Context(), m, []network{net}, warmTokens)
		return p, log.String(), err
	}
	marks := func() int {
		files, err := filepath.Glob(filepath.Join(dir, "asterism", "*.trial"))
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	s := net.tasks[0].shape()
	if p, log, err := warm(errors.New("invalid PTX"), "gemm_wgmma_256"); err != nil || p.choiceOf(s, 200).Way != wayNarrow || !strings.Contains(log, "invalid PTX") || marks() != 0 {
		t.Errorf("a kernel that the driver refuses: %v, %v, %d marks; %s", p.Choices(), err, marks(), log)
	}
	if err := os.RemoveAll(filepath.Join(dir, "asterism")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := warm(cuda.ErrLost, "gemm_wgmma_256"); !errors.Is(err, cuda.ErrLost) || marks() != 1 {
		t.Errorf("a kernel that loses the GPU: %v, %d marks", err, marks())
	}
	if p, log, err := warm(cuda.ErrLost, "gemm_wgmma_256"); err != nil || p.choiceOf(s, 200).Way != wayNarrow || !strings.Contains(log, "not tried") || marks() != 1 {
		t.Errorf("the next start: %v, %v, %d marks; %s", p.Choices(), err, marks(), log)
	}
	if p, _, err := warm(nil, ""); err != nil || p.choiceOf(s, 200).Way != wayNarrow || marks() != 1 {
		t.Errorf("the one after it: %v, %v, %d marks", p.Choices(), err, marks())
	}
	if err := os.RemoveAll(filepath.Join(dir, "asterism")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := warm(cuda.ErrLost, "weight_tiles"); !errors.Is(err, cuda.ErrLost) {
		t.Errorf("tiles that lose the GPU: %v", err)
	}
	if p, _, err := warm(cuda.ErrLost, "weight_tiles"); err != nil || p.choiceOf(s, 200).Way != wayTiles {
		t.Errorf("the next start: %v, %v", p.Choices(), err)
	}
}

// FuzzKeptChoices: whatever a file says, only choices that this program makes come of it.
func FuzzKeptChoices(f *testing.F) {
	dir := f.TempDir()
	p := newProducts(slog.New(slog.DiscardHandler))
	p.cacheDir = func() (string, error) { return dir, nil }
	path, err := p.file("key")
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"Version":1,"Key":"key","Shapes":[{"F":"_gelu","Columns":8,"Depth":8,"Choices":[{"Rows":64,"Way":"few rows","Gain":2}]}]}`))
	f.Add([]byte(`{"Version":1,"Key":"key","Shapes":[{"Choices":[]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := writeAtomically(path, data); err != nil {
			t.Fatal(err)
		}
		clear(p.chosen)
		if err := p.readChoices("key"); err != nil && len(p.chosen) > 0 {
			t.Errorf("%v, and chosen are %v", err, p.Choices())
		}
		for s := range p.chosen {
			if w := p.choiceOf(s, 1000).Way; w != wayTiles && w != wayFew {
				t.Errorf("%v is made by %q", s, w)
			}
		}
	})
}
