package cuda

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
)

// attending is a network of one product and attention.
type attending struct {
	layers
	shapes []attentionShape
}

func (n *attending) walk(k *walker) {
	n.layers.walk(k)
	for _, as := range n.shapes {
		k.attention(1<<20, 1<<21, as)
	}
}

// TestAttentionIsChosen: the faster way is used for each width of heads that has two, stored in the file, and reported.
func TestAttentionIsChosen(t *testing.T) {
	m, dir := newFakeMachine(t), t.TempDir()
	net := &attending{layers: layers{tasks: []task{newTrial(t, m, rand.New(rand.NewPCG(3, 3)), cuda.Plain, 64, 64, false, false).task}},
		shapes: []attentionShape{{heads: 1, keyHeads: 1, width: 64}, {heads: 2, keyHeads: 1, width: 128, causal: true}, {heads: 2, keyHeads: 2, width: 32}, {heads: 2, keyHeads: 1, width: 64}}}
	defer func(texts []int32) { timedTexts = texts }(timedTexts)
	timedTexts = []int32{80} // the emulation is slow
	took := fast(m)
	took["attention_wgmma_64"], took["attention_64"] = 2*time.Millisecond, 5*time.Millisecond
	took["attention_wgmma_128"], took["attention_128"] = 5*time.Millisecond, 4*time.Millisecond
	var log bytes.Buffer
	for _, from := range []string{"measured", "the file"} {
		p := newWays(dir, m, took, &log)
		if err := p.warm(t.Context(), m, []network{net}, warmTokens); err != nil {
			t.Fatal(err)
		}
		want := "attention of long texts, heads of 64: wgmma attention (2.5 × mma.sync)"
		if got := p.Choices(); !slices.Contains(got, want) || len(p.heads) != 1 {
			t.Errorf("%s: chosen are\n%s", from, strings.Join(got, "\n"))
		}
		k := &walker{gpu: m, layout: newLayout(batch.Passage), products: p}
		k.layout.text(make([]int32, 100), nil, 100, 0)
		k.layout.closed()
		for width, kernel := range map[int]string{64: "attention_wgmma_64", 128: "attention_128", 32: "attention_32"} {
			as := attentionShape{heads: 1, keyHeads: 1, width: width}
			if l := launchedBy(k, as); l != kernel {
				t.Errorf("%s: heads of %d are attended for by %s, want %s", from, width, l, kernel)
			}
		}
		if err := p.close(m); err != nil {
			t.Fatal(err)
		}
		clear(took) // the file says it
	}
	if strings.Contains(log.String(), "level=WARN") {
		t.Errorf("warned: %s", log.String())
	}
}

// launchedBy is the kernel that a walker would attend by.
func launchedBy(k *walker, as attentionShape) string {
	var noted named
	gpu := k.gpu
	k.gpu = &noted
	k.attention(1<<20, 1<<21, as)
	k.gpu = gpu
	return noted.kernel
}

// named is a machine that notes what it is to launch.
type named struct {
	cuda.Machine
	kernel string
}

func (n *named) Launch(l cuda.Launch) error {
	n.kernel = l.Kernel
	return nil
}

// TestAttentionThatIsWrongIsLeftOut: numbers that are not those of the plain kernel, and a kernel that fails, leave the plain one.
func TestAttentionThatIsWrongIsLeftOut(t *testing.T) {
	for name, spoil := range map[string]func(cuda.Launch) (cuda.Launch, error){
		"other numbers": func(l cuda.Launch) (cuda.Launch, error) {
			l.Args = slices.Clone(l.Args)
			l.Args[len(l.Args)-1] = l.Args[len(l.Args)-1].(float32) * 2 // the scale of its scores
			return l, nil
		},
		"no memory":           func(l cuda.Launch) (cuda.Launch, error) { return l, cuda.ErrMemory },
		"a kernel that fails": func(l cuda.Launch) (cuda.Launch, error) { return l, errors.New("it cannot be compiled") },
	} {
		m := newFakeMachine(t)
		var log bytes.Buffer
		p := newWays(t.TempDir(), m, map[string]time.Duration{"attention_wgmma": time.Millisecond}, &log)
		p.info = m.Device().Info()
		bad := &spoiling{m, spoil}
		if err := p.measureAttention(t.Context(), bad, []attentionShape{{heads: 1, keyHeads: 1, width: 64}}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		says := map[string]string{"other numbers": "its numbers are wrong", "a kernel that fails": "it cannot be compiled"}[name]
		if len(p.heads) != 0 || !strings.Contains(log.String(), says) || (says == "") != (log.Len() == 0) || p.refused[wayAttend] != (name == "a kernel that fails") {
			t.Errorf("%s: chosen %v, refused %v; %s", name, p.heads, p.refused, log.String())
		}
	}
}

// spoiling is a machine on which the kernel of warpgroups is wrong.
type spoiling struct {
	cuda.Machine
	spoil func(cuda.Launch) (cuda.Launch, error)
}

func (s *spoiling) Launch(l cuda.Launch) error {
	if strings.HasPrefix(l.Kernel, "attention_wgmma") {
		var err error
		if l, err = s.spoil(l); err != nil {
			return err
		}
	}
	return s.Machine.Launch(l)
}
