package ptxrun

import (
	"fmt"

	"asterism/kernels/cuda"
)

// Launch implements [cuda.Machine]; it returns when the kernel is done. Blocks run one after another, in random order, those of a cluster concurrently.
func (g *GPU) Launch(l cuda.Launch) error {
	if g.ended != nil {
		return g.ended
	}
	k := g.kernels[l.Kernel]
	if k == nil {
		return fmt.Errorf("launch %s: there is no such kernel", l.Kernel)
	}
	if err := fits(k, l); err != nil {
		return fmt.Errorf("launch %s: %w", l.Kernel, err)
	}
	steps, size := 0, max(k.cluster, 1)
	for _, i := range g.random.Perm(l.GridX * l.GridY / size) {
		x, y := i*size%l.GridX, i*size/l.GridX
		if err := g.cluster(k, l, x, y, &steps); err != nil {
			g.ended = fmt.Errorf("%w: launch %s: block %d, %d: %w", cuda.ErrLost, l.Kernel, x, y, err)
			return g.ended
		}
	}
	return nil
}

// fits checks a launch against the kernel's text.
func fits(k *kernel, l cuda.Launch) error {
	if l.Threads%32 != 0 || l.Threads < 32 || k.threads > 0 && l.Threads > k.threads || l.GridX < 1 || l.GridY < 1 {
		return fmt.Errorf("%d × %d blocks of %d threads, at most %d", l.GridX, l.GridY, l.Threads, k.threads)
	}
	if l.GridX%max(k.cluster, 1) != 0 {
		return fmt.Errorf("%d blocks in clusters of %d", l.GridX, k.cluster)
	}
	if len(l.Args) != len(k.params) {
		return fmt.Errorf("%d arguments, want %d", len(l.Args), len(k.params))
	}
	for i, a := range l.Args {
		kind := "none"
		switch a.(type) {
		case cuda.Pointer:
			kind = "u64"
		case int32:
			kind = "u32"
		case float32:
			kind = "f32"
		}
		if kind != k.params[i] {
			return fmt.Errorf("argument %d is a %T, want %s", i, a, k.params[i])
		}
	}
	return nil
}

// cluster runs the blocks of a cluster, which begins at x. A fault of its kernel is an error that names the line of the PTX.
func (g *GPU) cluster(k *kernel, l cuda.Launch, x, y int, steps *int) (err error) {
	c := &cluster{base: uint64(128 * (2 + g.random.IntN(15))), random: g.random}
	var now *warp
	defer func() {
		switch f := recover().(type) {
		case nil:
		case fault:
			err = fmt.Errorf("%s", f.says)
			if now != nil && now.at != nil {
				err = fmt.Errorf("warp %d, line %d: %.80s: %s", now.index, now.at.line, now.at.text, f.says)
			}
		default:
			panic(f)
		}
	}()
	for rank := range max(k.cluster, 1) {
		b := &block{kernel: k, memory: &g.memory, random: g.random, steps: steps, gates: map[int]*phases{}, cluster: c, rank: rank}
		c.blocks = append(c.blocks, b)
		b.start(l, x+rank, y)
	}
	c.run(func(w *warp) { now = w })
	return nil
}
