package cuda

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
)

// bytesTask is a product of drawn weights as bytes.
func bytesTask(t *testing.T, m *fakeMachine, r *rand.Rand, f cuda.Activation, out, in int, added bool) task {
	t.Helper()
	l := &loader{ctx: t.Context(), alloc: m.Alloc, upload: m.Upload}
	d := l.quantise(dense{in: in, out: out}, func(_, rows int) []float32 {
		v := make([]float32, rows*in)
		for i := range v {
			v[i] = float32(r.NormFloat64() / math.Sqrt(float64(in)))
		}
		return v
	})
	if l.err != nil {
		t.Fatal(l.err)
	}
	job := task{f: f, d: d}
	if added {
		job.residual = 1 << 40 // anything: networks say where when they walk
	}
	return job
}

// bytesRun is what a walker computes of drawn rows, the same for the same seed.
func bytesRun(t *testing.T, m *fakeMachine, p *products, job task, rows int) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(5, uint64(rows)))
	width := job.d.out
	if job.f == cuda.SwiGLU {
		width /= 2
	}
	x, _ := drawNumbers(r, rows*job.d.in, 1)
	out, _ := drawNumbers(r, rows*width, 1)
	at := m.upload(t, out)
	if job.residual != 0 {
		job.residual = at
	}
	k := &walker{gpu: m, layout: newLayout(batch.Passage), rows: rows, products: p, quantised: m.upload(t, make([]byte, roundUp(4*rows)+rows*job.d.in))}
	k.layout.text(make([]int32, rows), nil, rows, 0)
	k.product(job.f, at, m.upload(t, x), job.d, job.residual)
	if err := errors.Join(k.err, m.Download(out, at)); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestProductsOfBytesAreChosen: they are measured as those of numbers are, by the ways that there are for bytes, and whichever is taken gives the same bits.
func TestProductsOfBytesAreChosen(t *testing.T) {
	m, r := newFakeMachine(t), rand.New(rand.NewPCG(1, 9))
	net := &layers{tasks: []task{
		bytesTask(t, m, r, cuda.GELU, 144, 96, false),
		bytesTask(t, m, r, cuda.Plain, 64, 160, true),
		bytesTask(t, m, r, cuda.SwiGLU, 160, 64, false),
		bytesTask(t, m, r, cuda.Plain, 66, 64, false), // no multiple of 8: wgmma cannot
	}}
	var log bytes.Buffer
	took := map[string]time.Duration{"gemm_wgmma_int8_pair": 3 * time.Millisecond, "gemm_wgmma_int8_128": 2 * time.Millisecond}
	p := newWays(t.TempDir(), m, took, &log)
	if err := p.warm(t.Context(), m, []network{net}, warmTokens); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"int8 gelu 144×96: up to 256 rows wgmma 128 (4.5 × mma.sync)",
		"int8 product 66×64: up to 256 rows mma.sync",
		"int8 product added 64×160: up to 256 rows wgmma 128 (4.5 × mma.sync)",
		"int8 swiglu 160×64: up to 256 rows wgmma 128 (4.5 × mma.sync)",
	}
	if got := p.Choices(); !slices.Equal(got, want) {
		t.Errorf("chosen are\n%s", strings.Join(got, "\n"))
	}
	for _, job := range net.tasks {
		for _, rows := range []int{1, 130} {
			plain := bytesRun(t, m, nil, job, rows)
			got := bytesRun(t, m, p, job, rows)
			if want := "gemm_wgmma_int8_128" + string(job.f); job.d.out%8 == 0 && m.last() != want {
				t.Errorf("%v of %d rows was made by %s, want %s", job.shape(), rows, m.last(), want)
			}
			if !bytes.Equal(got, plain) {
				t.Errorf("%v of %d rows has other bits by %s than by the plain way", job.shape(), rows, m.last())
			}
		}
	}
	if strings.Contains(log.String(), "level=WARN") {
		t.Errorf("warned: %s", log.String())
	}
	for _, w := range []way{wayWide, wayFew, wayBLAS} {
		if err := p.check(shapeChoices{net.tasks[0].shape(), []choice{{Rows: 64, Way: w, Own: wayTiles, Gain: 2}}}); err == nil {
			t.Errorf("a file's choice of %s, which there is not for bytes, is taken", w)
		}
	}
	if err := p.close(m); err != nil {
		t.Fatal(err)
	}
}
