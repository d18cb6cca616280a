package cuda

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// measuredRows are the numbers of rows at which ways are compared: a question, the greatest graph, and batches up to the largest that models get.
var measuredRows = []int{64, 256, 1024, 4096, 16384}

// slowest is the time of a product of 64 rows above which nothing is measured: a GPU that takes longer is emulated, or another program is using it.
const slowest = 10 * time.Millisecond

// comparedRows is at how many rows the numbers of a way are compared with those of wayTiles: more than two tiles, and a last one that is not full.
const comparedRows = 300

// comparedBlocks is how many blocks of wgmma share them: fewer than there are tiles, so that a block computes one after another as in real batches.
const comparedBlocks = 4

// meter measures the ways of one backend's products.
type meter struct {
	*products
	gpu    cuda.Machine
	x, out cuda.Pointer // buffers for the widest product
	added  cuda.Pointer
	rows   int // that fit into the buffers
}

// measure finds the fastest way for each shape at each number of rows. It frees what it allocated.
func (p *products) measure(ctx context.Context, m cuda.Machine, tasks []task, attentions []attentionShape, tokens int) (err error) {
	t := &meter{products: p, gpu: m}
	defer func() { err = errors.Join(err, t.free(), p.release(m)) }()
	if err := t.makeBuffers(tasks, slices.Min([]int{tokens, measuredRows[0]})); err != nil {
		return err
	}
	if took, err := p.time(m, func() error { return t.run(wayTiles, tasks[0], t.rows) }); err != nil || took > slowest {
		return err
	}
	if err := p.begin(m, tasks); err != nil {
		return err
	}
	if err := t.makeBuffers(tasks, min(tokens, measuredRows[len(measuredRows)-1])); err != nil {
		return err
	}
	for _, task := range tasks {
		if err := t.shape(ctx, task); err != nil {
			return fmt.Errorf("measure %v: %w", task.shape(), err)
		}
	}
	return p.measureAttention(ctx, m, attentions)
}

// makeBuffers allocates the buffers of products of that many rows, with random numbers in them. If the GPU has too little memory, it halves the rows until they fit.
func (t *meter) makeBuffers(tasks []task, rows int) error {
	if err := t.free(); err != nil {
		return err
	}
	deepest, widest := 0, 0
	for _, task := range tasks {
		deepest, widest = max(deepest, task.d.in), max(widest, task.d.out)
	}
	for t.rows = rows; ; t.rows /= 2 {
		err := t.alloc(2*max(t.rows, comparedRows)*deepest, 2*max(t.rows, comparedRows)*widest)
		if err == nil || !errors.Is(err, cuda.ErrMemory) || t.rows < 2*measuredRows[0] {
			return err
		}
		if err := t.free(); err != nil {
			return err
		}
	}
}

func (t *meter) alloc(x, out int) (err error) {
	for _, a := range []struct {
		at    *cuda.Pointer
		bytes int
	}{{&t.x, x}, {&t.added, out}, {&t.out, out}} {
		if *a.at, err = t.gpu.Alloc(a.bytes); err != nil {
			return err
		}
		if err = fill(t.gpu, *a.at, a.bytes); err != nil {
			return err
		}
	}
	return nil
}

func (t *meter) free() (err error) {
	for _, p := range []*cuda.Pointer{&t.x, &t.added, &t.out} {
		if *p != 0 {
			err = errors.Join(err, t.gpu.Free(*p))
		}
		*p = 0
	}
	return err
}

// fill fills a buffer with normally distributed numbers, the same million repeated.
func fill(m cuda.Machine, at cuda.Pointer, bytes int) error {
	r := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, min(bytes, 2<<20))
	for i := 0; i+1 < len(data); i += 2 {
		v := uint16(cuda.ToBF16(float32(r.NormFloat64())))
		data[i], data[i+1] = byte(v), byte(v>>8)
	}
	for from := 0; from < bytes; from += len(data) {
		if err := m.Upload(at+cuda.Pointer(from), data[:min(len(data), bytes-from)]); err != nil {
			return err
		}
	}
	return nil
}

// run makes a product by a way in the meter's buffers.
func (t *meter) run(w way, job task, rows int) error {
	job.out, job.x, job.scales, job.rows = t.out, t.x, t.x, rows // the same numbers are scales, where there are some
	if job.residual != 0 {
		job.residual = t.added
	}
	if w != wayBLAS {
		return t.launch(t.gpu, w, job)
	}
	done, err := t.blas.do(t.gpu, job)
	if err == nil && !done {
		err = errNoWay
	}
	return err
}

// errNoWay is the error of a way that cannot compute a product.
var errNoWay = errors.New("there is no way for it")

// shape measures one shape. A way whose numbers differ from those of wayTiles is left out with a warning.
func (t *meter) shape(ctx context.Context, job task) error {
	ways, err := t.ways(job)
	if err != nil {
		return err
	}
	for _, rows := range measuredRows {
		if rows > t.rows && rows != measuredRows[0] {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		best, err := t.best(job, ways, min(rows, t.rows))
		if err != nil {
			return err
		}
		best.Rows = rows
		t.chosen[job.shape()] = append(t.chosen[job.shape()], best)
	}
	return nil
}

// ways returns those that can compute a product, with the same numbers.
func (t *meter) ways(job task) (out []way, err error) {
	want, err := t.numbers(wayTiles, job)
	if err != nil {
		return nil, err
	}
	for _, w := range t.candidates(job) {
		var got []float64
		err := t.guarded(func() (err error) {
			got, err = t.numbers(w, job)
			return err
		}, w)
		if errors.Is(err, errNoWay) {
			continue
		}
		if err := t.refuse(err, w); err != nil {
			return nil, fmt.Errorf("%s: %w", w, err)
		}
		if err != nil {
			continue
		}
		if off := check.Error(got, want, len(want)/comparedRows); !(off <= check.OneRounding) {
			t.log.Warn("a way to multiply is left out, because its numbers are wrong", "way", string(w), "product", job.shape().String(), "error", off, "limit", check.OneRounding)
			continue
		}
		out = append(out, w)
	}
	return append(out, wayTiles), nil
}

// candidates are the ways besides wayTiles that this GPU, library and shape allow.
func (p *products) candidates(job task) (out []way) {
	unit := 8
	if job.f == cuda.SwiGLU {
		unit = 16
	}
	laid := job.d.out%unit == 0 && p.tiles[job.d.weights()] != 0
	for _, w := range p.ownWays(job.shape()) {
		if w != wayTiles && (laid || !slices.Contains(hopper, w)) {
			out = append(out, w)
		}
	}
	job.rows = blasRows
	if job.d.int8 == nil && p.blas.can(job) {
		out = append(out, wayBLAS)
	}
	return slices.DeleteFunc(out, func(w way) bool { return p.refused[w] })
}

// numbers returns what a way computes for comparedRows rows.
func (t *meter) numbers(w way, job task) ([]float64, error) {
	defer func(sms int) { t.info.SMs = sms }(t.info.SMs)
	t.info.SMs = min(t.info.SMs, comparedBlocks)
	width := job.d.out
	if job.f == cuda.SwiGLU {
		width /= 2
	}
	data := make([]byte, 2*comparedRows*width)
	for i := range data {
		data[i] = 0xff // what nobody writes is NaN
	}
	if err := errors.Join(t.gpu.Upload(t.out, data), t.run(w, job, comparedRows), t.gpu.Download(data, t.out)); err != nil {
		return nil, err
	}
	return bf16s(data), nil
}

// bf16s are numbers as a GPU stores them.
func bf16s(data []byte) []float64 {
	out := make([]float64, len(data)/2)
	for i := range out {
		out[i] = float64(cuda.BF16(uint16(data[2*i]) | uint16(data[2*i+1])<<8).Float())
	}
	return out
}

// best is the fastest of the ways.
func (t *meter) best(job task, ways []way, rows int) (best choice, err error) {
	took := map[way]time.Duration{}
	for _, w := range ways {
		if w == wayBLAS && rows < blasRows || w == wayFew && rows > 4*fewRows { // the latter reads the weights again for every 32 rows
			continue
		}
		d, err := t.timed(w, job, rows)
		if errors.Is(err, errNoWay) {
			continue
		}
		if w == wayTiles && err != nil {
			return best, err
		}
		if err := t.refuse(err, w); err != nil {
			return best, fmt.Errorf("%s: %w", w, err)
		}
		if err == nil {
			took[w] = d
		}
	}
	best.Way = fastest(took, ways)
	if best.Way == wayBLAS {
		best.Own = fastest(took, slices.DeleteFunc(slices.Clone(ways), func(w way) bool { return w == wayBLAS }))
	}
	best.Gain = math.Round(100*float64(took[wayTiles])/float64(max(took[best.Way], 1))) / 100
	return best, nil
}

// fastest returns the fastest of the ways that were timed; wayTiles always was.
func fastest(took map[way]time.Duration, ways []way) way {
	best := wayTiles
	for _, w := range ways {
		if d, ok := took[w]; ok && d < took[best] {
			best = w
		}
	}
	return best
}

// timed returns how long a way takes.
func (t *meter) timed(w way, job task, rows int) (took time.Duration, err error) {
	try := func() (err error) {
		took, err = t.time(t.gpu, func() error { return t.run(w, job, rows) })
		return err
	}
	if w == wayTiles {
		err = try()
	} else {
		err = t.guarded(try, w)
	}
	return took, err
}

// timeOnGPU returns how long a launch takes: the median of three runs of several launches, one after another. A run has at least three launches and takes
// about a millisecond, so that the time in which the waiting thread wakes up does not matter. A launch that takes longer than slowest is timed once.
func timeOnGPU(m cuda.Machine, run func() error) (time.Duration, error) {
	const rounds, least, most = 3, 3, 64
	if _, err := timeRow(m, run, 1); err != nil { // the driver compiles what it runs for the first time
		return 0, err
	}
	once, err := timeRow(m, run, 1)
	if err != nil || once > slowest {
		return once, err
	}
	repeats := min(max(int(time.Millisecond/max(once, 1)), least), most)
	took := make([]time.Duration, rounds)
	for i := range took {
		row, err := timeRow(m, run, repeats)
		if err != nil {
			return 0, err
		}
		took[i] = row / time.Duration(repeats)
	}
	slices.SortFunc(took, cmp.Compare[time.Duration])
	return took[rounds/2], nil
}

// timeRow returns how long n launches take.
func timeRow(m cuda.Machine, run func() error, n int) (time.Duration, error) {
	from := time.Now()
	for range n {
		if err := run(); err != nil {
			return 0, err
		}
	}
	err := m.Wait()
	return time.Since(from), err
}
