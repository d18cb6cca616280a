package cuda

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"asterism/kernels/cuda"
)

// loadingMachine records which kernels were loaded before a launch.
type loadingMachine struct {
	*fakeMachine
	loaded []string
}

func (m *loadingMachine) Load(kernel string) error {
	m.loaded = append(m.loaded, kernel)
	return nil
}

// TestWarmLoads the kernels of choices that were made by an earlier start, which launches none of them.
func TestWarmLoads(t *testing.T) {
	m, r, dir := newFakeMachine(t), rand.New(rand.NewPCG(15, 16)), t.TempDir()
	net := &layers{[]task{newTrial(t, m, r, cuda.GELU, 144, 64, true, false).task}}
	took := fast(m)
	took["gemm_few"] = 8 * time.Millisecond
	for start := range 2 {
		m.launched = nil
		l := &loadingMachine{fakeMachine: m}
		p := newWays(dir, m, took, &bytes.Buffer{})
		if err := p.warm(t.Context(), l, []network{net}, warmTokens); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(l.loaded, "gemm_wgmma_256_gelu") || start == 1 && slices.Contains(m.launched, "gemm_wgmma_256_gelu") {
			t.Errorf("start %d loaded %v and launched %v", start+1, l.loaded, m.launched)
		}
		if err := p.close(m); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTimeOnGPU: what is over at once is launched often, or who waits would be measured; what takes long, once more.
func TestTimeOnGPU(t *testing.T) {
	count := func(takes time.Duration) (n int) {
		_, err := timeOnGPU(idle{}, func() error {
			n++
			time.Sleep(takes)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count(slowest + time.Millisecond); n != 2 {
		t.Errorf("a slow launch was made %d times, want 2", n)
	}
	most := 0
	for range 5 { // a busy machine may look slow now and then
		most = max(most, count(0))
	}
	if most < 2+3*16 || most > 2+3*64 {
		t.Errorf("a fast launch was made %d times", most)
	}
}

// idle is a machine that has always done everything.
type idle struct{ cuda.Machine }

func (idle) Wait() error { return nil }

// TestWarmEnds when it is told to.
func TestWarmEnds(t *testing.T) {
	m, r := newFakeMachine(t), rand.New(rand.NewPCG(11, 12))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := newWays(t.TempDir(), m, fast(m), &bytes.Buffer{})
	job := newTrial(t, m, r, cuda.GELU, 64, 64, true, false)
	if err := p.warm(ctx, m, []network{&layers{[]task{job.task}}}, warmTokens); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if len(p.tiles) != 0 {
		t.Errorf("%d tiles are left", len(p.tiles))
	}
}
