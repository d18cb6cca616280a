package cuda

import (
	"bytes"
	"encoding/binary"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
	"asterism/kernels/cuda/emulate"
)

// fakeMachine is a machine of a test: the kernels that it launched, one that does nothing, and an end of its memory.
type fakeMachine struct {
	cuda.Machine
	launched []string
	busiest  int    // products of wgmma by few blocks: several tiles each
	idle     string // this kernel does nothing
	full     bool
	fails    func(kernel string) error // nil: none does
}

func (m *fakeMachine) Launch(l cuda.Launch) error {
	m.launched = append(m.launched, l.Kernel)
	if strings.HasPrefix(l.Kernel, "gemm_wgmma") && l.GridX == comparedBlocks {
		m.busiest++
	}
	if m.fails != nil {
		if err := m.fails(l.Kernel); err != nil {
			return err
		}
	}
	if m.idle != "" && strings.HasPrefix(l.Kernel, m.idle) {
		return nil
	}
	return m.Machine.Launch(l)
}

func (m *fakeMachine) Alloc(n int) (cuda.Pointer, error) {
	if m.full {
		return 0, cuda.ErrMemory
	}
	return m.Machine.Alloc(n)
}

// last is the kernel that was launched last.
func (m *fakeMachine) last() string { return m.launched[len(m.launched)-1] }

// upload puts numbers onto the GPU.
func (m *fakeMachine) upload(t testing.TB, data []byte) cuda.Pointer {
	t.Helper()
	at, err := m.Machine.Alloc(len(data))
	if err == nil {
		err = m.Machine.Upload(at, data)
	}
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func drawNumbers(r *rand.Rand, n int, deviation float64) (data []byte, numbers []float64) {
	for range n {
		v := cuda.ToBF16(float32(r.NormFloat64() * deviation))
		data = binary.LittleEndian.AppendUint16(data, uint16(v))
		numbers = append(numbers, float64(v.Float()))
	}
	return data, numbers
}

// trial is a task with what it multiplies, in float64.
type trial struct {
	task
	w    []float64
	bias []float32
}

func newTrial(t testing.TB, m *fakeMachine, r *rand.Rand, f cuda.Activation, columns, depth int, biased, added bool) trial {
	t.Helper()
	data, w := drawNumbers(r, columns*depth, 1/math.Sqrt(float64(depth)))
	out := trial{task: task{f: f, d: dense{w: m.upload(t, data), in: depth, out: columns}}, w: w}
	if biased {
		data = nil
		for range columns {
			v := float32(r.NormFloat64())
			out.bias, data = append(out.bias, v), binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		out.d.bias = m.upload(t, data)
	}
	if added {
		out.residual = 1 << 40 // anything: networks say where when they walk
	}
	return out
}

// run multiplies rows through a walker and returns how far that is from float64.
func (p trial) run(t testing.TB, m cuda.Machine, up *fakeMachine, ways *products, r *rand.Rand, rows int) float64 {
	t.Helper()
	width := p.d.out
	if p.f == cuda.SwiGLU {
		width /= 2
	}
	xData, x := drawNumbers(r, rows*p.d.in, 1)
	outData, added := drawNumbers(r, rows*width, 1)
	job := p.task
	job.x, job.out = up.upload(t, xData), up.upload(t, outData)
	if job.residual == 0 {
		added = nil
	} else {
		job.residual = job.out
	}
	k := &walker{gpu: m, rows: rows, products: ways}
	k.product(job.f, job.out, job.x, job.d, job.residual)
	got := make([]byte, len(outData))
	if err := errors.Join(k.err, m.Download(got, job.out)); err != nil {
		t.Fatal(err)
	}
	return check.Error(floatsOf(got), check.ReferenceGEMM(p.f, x, p.w, p.bias, added, rows, p.d.out, p.d.in), width)
}

func floatsOf(data []byte) (out []float64) {
	for i := 0; i < len(data); i += 2 {
		out = append(out, float64(cuda.BF16(binary.LittleEndian.Uint16(data[i:])).Float()))
	}
	return out
}

func newFakeMachine(t testing.TB) *fakeMachine {
	t.Helper()
	gpu, err := emulate.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { gpu.Close() })
	return &fakeMachine{Machine: gpu}
}

// newWays are products whose choices are kept in dir, on a GPU whose kernels take as long as is said; a kernel that is not named takes a second.
func newWays(dir string, m *fakeMachine, took map[string]time.Duration, log *bytes.Buffer) *products {
	p := newProducts(slog.New(slog.NewTextHandler(log, nil)))
	p.cacheDir = func() (string, error) { return dir, nil }
	p.time = func(_ cuda.Machine, run func() error) (time.Duration, error) {
		if err := run(); err != nil {
			return 0, err
		}
		for name, d := range took {
			if strings.HasPrefix(m.last(), name) {
				return d, nil
			}
		}
		return 9 * time.Millisecond, nil // gemm
	}
	return p
}

// fast is a GPU on which wgmma's wider tiles are best, and the kernel for few rows for those.
func fast(m *fakeMachine) map[string]time.Duration {
	return map[string]time.Duration{"gemm_wgmma_pair": 5 * time.Millisecond, "gemm_wgmma_256": 3 * time.Millisecond, "gemm_wgmma_128": 4 * time.Millisecond, "gemm_few": time.Millisecond}
}
