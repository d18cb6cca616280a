package cuda

import (
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"asterism/kernels/cuda"
)

// way is how a product of matrices is made. Which one is fastest depends on the GPU, the matrix and the number of rows, so it is measured (measure.go).
type way string

const (
	wayTiles  way = "mma.sync"   // kernels/cuda/gemm.cu, or gemm_int8.cu, on every GPU: what the others are compared with
	wayFew    way = "few rows"   // gemm_few.cu
	wayPair   way = "wgmma pair" // gemm_wgmma.cu, or gemm_wgmma_int8.cu, by clusters of two blocks with tiles of 256 columns, sm_90 only
	wayWide   way = "wgmma 256"  // with tiles of 256 columns, each block alone
	wayNarrow way = "wgmma 128"  // with tiles of 128
	wayBLAS   way = "cuBLASLt"   // NVIDIA's library, where it is installed
)

// fewRows is up to how many rows wayFew is used where nothing was measured.
const fewRows = 64

// task is one product: out = f(x·wᵀ + bias) + residual over a number of rows.
type task struct {
	f        cuda.Activation
	out, x   cuda.Pointer
	scales   cuda.Pointer // of x's rows, where both are bytes
	d        dense
	residual cuda.Pointer
	rows     int
	spared   int // multiprocessors that it leaves to others, where it would occupy all
}

// shape is what decides how long a product takes for a number of rows.
type shape struct {
	F              cuda.Activation
	Columns, Depth int
	Biased, Added  bool
	Int8           bool `json:",omitempty"`
}

func (t task) shape() shape {
	return shape{t.f, t.d.out, t.d.in, t.d.bias != 0, t.residual != 0, t.d.int8 != nil}
}

// String describes it for people: "gelu 4096×1024".
func (s shape) String() string {
	name := "product"
	if s.F != cuda.Plain {
		name = string(s.F[1:])
	}
	if s.Added {
		name += " added"
	}
	if s.Int8 {
		name = "int8 " + name
	}
	return fmt.Sprintf("%s %d×%d", name, s.Columns, s.Depth)
}

// product is out = f(x·wᵀ + bias) + residual over k.rows rows.
func (k *walker) product(f cuda.Activation, out, x cuda.Pointer, d dense, residual cuda.Pointer) {
	if d.int8 != nil {
		k.product8(f, out, x, d, residual)
		return
	}
	k.multiply(task{f: f, out: out, x: x, d: d, residual: residual})
}

// multiply makes a product of the walker's rows.
func (k *walker) multiply(t task) {
	if k.err == nil {
		t.rows, t.spared = k.rows, k.spared
		k.err = k.products.do(k.gpu, t)
	}
}

// products are the ways in which a backend multiplies. After [products.warm] they are read only, except for the streams that join and leave. Nil uses
// the kernels that every GPU has.
type products struct {
	info     cuda.Info
	chosen   map[shape][]choice            // by rows, rising
	tiles    map[cuda.Pointer]cuda.Pointer // weights in tiles for wgmma, by the address of the plain ones
	blas     *blas                         // nil: there is none
	recorded *recording                    // if not nil, what networks do is recorded and not done
	heads    map[int]float64               // widths of heads whose long texts' attention a warpgroup computes, and how many times faster it is
	refused  map[way]bool                  // not tried, or failed
	marked   []way                         // refused by an earlier start
	marks    string                        // file of the marks; empty: none can be written

	log      *slog.Logger
	time     func(m cuda.Machine, run func() error) (time.Duration, error) // of one launch
	cacheDir func() (string, error)                                        // where choices are stored
	library  func() library                                                // opens cuBLASLt; nil: it is not installed
}

// choice is the way of products of up to a number of rows; the last choice of a shape is also for more rows.
type choice struct {
	Rows int
	Way  way
	Gain float64 // how many times faster than wayTiles; 1 for itself
	Own  way     `json:",omitempty"` // where Way is cuBLASLt, our fastest kernel: for streams without it, and for what it cannot compute
}

// own is the way by a kernel of ours.
func (c choice) own() way {
	if c.Way == wayBLAS {
		return c.Own
	}
	return c.Way
}

// choiceOf returns the choice for a number of rows of a shape.
func (p *products) choiceOf(s shape, rows int) choice {
	if p != nil {
		for i, c := range p.chosen[s] {
			if rows <= c.Rows || i == len(p.chosen[s])-1 {
				return c
			}
		}
	}
	if rows <= fewRows {
		return choice{Way: wayFew}
	}
	return choice{Way: wayTiles}
}

// do puts a product into the machine's stream.
func (p *products) do(m cuda.Machine, t task) error {
	if p != nil && p.recorded != nil {
		p.recorded.tasks = append(p.recorded.tasks, t)
		return nil
	}
	c := p.choiceOf(t.shape(), t.rows)
	if c.Way == wayBLAS {
		if done, err := p.blas.do(m, t); done || err != nil {
			return err
		}
	}
	return p.launch(m, c.own(), t)
}

// launch makes a product by a kernel of ours.
func (p *products) launch(m cuda.Machine, w way, t task) error {
	l, err := p.describe(w, t)
	if err != nil {
		return err
	}
	return m.Launch(l)
}

func (p *products) describe(w way, t task) (cuda.Launch, error) {
	if t.d.int8 != nil {
		return p.describe8(w, t)
	}
	switch w {
	case wayFew:
		return cuda.GEMMFew(t.f, t.out, t.x, t.d.w, t.d.bias, t.residual, t.rows, t.d.out, t.d.in)
	case wayPair, wayWide, wayNarrow:
		tiles, ok := p.tiles[t.d.w]
		if !ok {
			return cuda.Launch{}, fmt.Errorf("%v by %s: the weights are not in tiles", t.shape(), w)
		}
		return cuda.GEMMWGMMA(t.f, hopperWays[w], t.out, t.x, tiles, t.d.bias, t.residual, t.rows, t.d.out, t.d.in, p.multiprocessors(t))
	}
	return cuda.GEMM(t.f, t.out, t.x, t.d.w, t.d.bias, t.residual, t.rows, t.d.out, t.d.in)
}

// describe8 is describe for bytes. Their kernel for every GPU handles few rows itself.
func (p *products) describe8(w way, t task) (cuda.Launch, error) {
	x := cuda.Int8Rows{Data: t.x, Scales: t.scales}
	if !slices.Contains(hopper, w) {
		return cuda.GEMMInt8(t.f, t.out, x, *t.d.int8, t.d.bias, t.residual, t.rows, t.d.out, t.d.in)
	}
	tiles, ok := p.tiles[t.d.int8.Data]
	if !ok {
		return cuda.Launch{}, fmt.Errorf("%v by %s: the weights are not in tiles", t.shape(), w)
	}
	laid := cuda.Int8Rows{Data: tiles, Scales: t.d.int8.Scales}
	return cuda.GEMMWGMMAInt8(t.f, hopperWays[w], t.out, x, laid, t.d.bias, t.residual, t.rows, t.d.out, t.d.in, p.multiprocessors(t))
}

// sparedVariable sets how many multiprocessors passages' products of wgmma leave to questions. Such a product occupies its multiprocessors for all of its time,
// up to 250 µs, and a question's kernels would wait for its end whatever their priority.
const sparedVariable = "ASTERISM_GPU_SPARED"

// sparedUsually is the default: enough for a question's kernels for few rows, at 6 % of the passages' speed on 132 multiprocessors. It is computed and not measured;
// gpu-bench shows both effects (questions under ingest, and memories a second).
const sparedUsually = 8

// sparedBy reads the variable; at most half of the multiprocessors are spared, whatever it says.
func sparedBy(value string) (int, error) {
	if value == "" {
		return sparedUsually, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 1024 {
		return 0, fmt.Errorf("$%s is %q: want how many multiprocessors passages leave to questions, 0 to 1024; without it they are %d", sparedVariable, value, sparedUsually)
	}
	return n, nil
}

// multiprocessors returns how many blocks of wgmma share a task, one on each multiprocessor for all of its time: a question's kernels start at once on the others.
func (p *products) multiprocessors(t task) int { return max(p.info.SMs-t.spared, (p.info.SMs+1)/2) }

// hopperWays are the ways of wgmma; all need the weights in tiles.
var hopperWays = map[way]cuda.WGMMAWay{wayPair: cuda.WGMMAPair, wayWide: cuda.WGMMAWide, wayNarrow: cuda.WGMMANarrow}

// hopper are their names, in the order in which they are tried; hopper8 are those for bytes.
var (
	hopper  = []way{wayPair, wayWide, wayNarrow}
	hopper8 = []way{wayPair, wayNarrow}
)

// ownWays are our kernels that can multiply a shape.
func (p *products) ownWays(s shape) []way {
	out, laid := []way{wayTiles, wayFew}, hopper
	if s.Int8 {
		out, laid = []way{wayTiles}, hopper8
	}
	if cuda.CanWGMMA(p.info) {
		out = append(out, laid...)
	}
	return out
}
