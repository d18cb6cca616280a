package ptxrun

import (
	"fmt"

	"asterism/kernels/cuda"
)

// Launch implements [cuda.Machine]; it returns when the kernel is done. Blocks run one after another, in an order that is drawn.
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
	steps := 0
	for _, i := range g.random.Perm(l.GridX * l.GridY) {
		if err := g.block(k, l, i%l.GridX, i/l.GridX, &steps); err != nil {
			g.ended = fmt.Errorf("%w: launch %s: block %d, %d: %w", cuda.ErrLost, l.Kernel, i%l.GridX, i/l.GridX, err)
			return g.ended
		}
	}
	return nil
}

// fits holds a launch to what the kernel's text says.
func fits(k *kernel, l cuda.Launch) error {
	if l.Threads%32 != 0 || l.Threads < 32 || k.threads > 0 && l.Threads > k.threads || l.GridX < 1 || l.GridY < 1 {
		return fmt.Errorf("%d × %d blocks of %d threads, at most %d", l.GridX, l.GridY, l.Threads, k.threads)
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

// block runs one block. What its kernel does wrong is an error that names the line of the PTX.
func (g *GPU) block(k *kernel, l cuda.Launch, x, y int, steps *int) (err error) {
	b := &block{kernel: k, memory: &g.memory, random: g.random, steps: steps, gates: map[int]*phases{}}
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
	b.start(l, x, y)
	b.run(func(w *warp) { now = w })
	return nil
}
