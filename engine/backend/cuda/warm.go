package cuda

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"

	"asterism/engine/batch"
	"asterism/kernels/cuda"
)

// newProducts returns products without any measurement.
func newProducts(log *slog.Logger) *products {
	return &products{log: log, time: timeOnGPU, cacheDir: os.UserCacheDir, library: openLibrary,
		refused: map[way]bool{}, chosen: map[shape][]choice{}, tiles: map[cuda.Pointer]cuda.Pointer{}, heads: map[int]float64{}}
}

// warm finds the ways in which these networks multiply, by measuring them on the GPU or from an earlier measurement on one of its kind, and makes what the
// ways need: weights in tiles, biases in bf16. tokens is how many rows a product has at most. It is called on the thread of the machine that was opened
// first, before the lanes start. What does not fit into the GPU's memory is left out; other errors are returned.
func (p *products) warm(ctx context.Context, m cuda.Machine, nets []network, tokens int) error {
	p.info = m.Device().Info()
	done := record(nets)
	all := done.tasks
	if len(all) == 0 {
		return nil
	}
	ones := slices.Clone(all)
	seen := map[shape]bool{}
	ones = slices.DeleteFunc(ones, func(t task) bool {
		had := seen[t.shape()]
		seen[t.shape()] = true
		return had
	})
	if err := p.openBLAS(m); err != nil {
		return err
	}
	key := p.key(m, ones, tokens)
	if err := p.readMarks(key); err != nil {
		p.log.Debug("what was tried before cannot be read", "cause", err)
	}
	if err := p.readChoices(key); err != nil {
		p.log.Info("the ways to multiply are measured: kernels are compiled for this GPU and compared, which takes some seconds", "because", err)
		if err := p.measure(ctx, m, ones, done.attentions, tokens); err != nil {
			return fmt.Errorf("choose ways to multiply: %w", err)
		}
		if err := p.writeChoices(key); err != nil {
			p.log.Warn("the ways to multiply were measured and will be again, because they could not be kept", "cause", err)
		}
	}
	if err := p.provide(m, all); err != nil {
		return fmt.Errorf("make ready the ways to multiply: %w", err)
	}
	if err := p.load(m, all); err != nil {
		return fmt.Errorf("load the kernels that multiply: %w", err)
	}
	for _, line := range p.Choices() {
		p.log.Info("way to multiply", "choice", line)
	}
	return nil
}

// loads is a machine that can load a kernel before it is launched.
type loads interface{ Load(kernel string) error }

// load loads the kernels of all chosen ways, as measuring does. Else they would be compiled at the first large batch, and all lanes would wait for that.
func (p *products) load(m cuda.Machine, all []task) error {
	l, ok := m.(loads)
	if !ok {
		return nil
	}
	for _, t := range all {
		for _, t.rows = range measuredRows {
			launch, err := p.describe(p.choiceOf(t.shape(), t.rows).own(), t)
			if err == nil {
				err = l.Load(launch.Kernel)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// recording is what networks do: products, and attention.
type recording struct {
	tasks      []task
	attentions []attentionShape
}

// record returns what the networks do.
func record(nets []network) (out recording) {
	for _, n := range nets {
		for _, images := range []bool{false, true} {
			l := newLayout(batch.Passage)
			l.images = images
			l.text(make([]int32, 32), nil, 32, 0)
			k := &walker{gpu: nothing{}, layout: l.closed(), rows: 32, products: &products{recorded: &out}}
			for i := range k.buffers {
				k.buffers[i] = cuda.Pointer(i+1) << 32
			}
			n.walk(k)
		}
	}
	return out
}

// nothing is a machine that launches nothing.
type nothing struct{ cuda.Machine }

func (nothing) Launch(cuda.Launch) error { return nil }

// tilesBytes returns the size of a copy of a network's weights in tiles.
func tilesBytes(n network) (bytes uint64) {
	seen := map[cuda.Pointer]bool{}
	for _, t := range record([]network{n}).tasks {
		if !seen[t.d.weights()] {
			bytes += uint64(aligned(t.d.tilesBytes()))
		}
		seen[t.d.weights()] = true
	}
	return bytes
}

// begin prepares the first weights of each shape for all ways, so that these can be tried.
func (p *products) begin(m cuda.Machine, ones []task) error {
	for _, t := range ones {
		err := p.guarded(func() error { return p.makeTiles(m, t) }, hopper...)
		if !errors.Is(err, cuda.ErrMemory) {
			err = p.refuse(err, hopper...)
		}
		if err != nil && !errors.Is(err, cuda.ErrMemory) {
			return err
		}
		if p.blas == nil || t.d.int8 != nil {
			continue
		}
		if err := p.blas.prepare(m, t.d); err != nil {
			return err
		}
	}
	return nil
}

// makeTiles copies a product's weights into tiles, where the GPU and the shape allow that.
func (p *products) makeTiles(m cuda.Machine, t task) error {
	if !cuda.CanWGMMA(p.info) || p.allRefused(hopper) || t.d.in%16 != 0 || t.d.out%8 != 0 || p.tiles[t.d.weights()] != 0 {
		return nil
	}
	at, err := m.Alloc(t.d.tilesBytes())
	if err != nil {
		return fmt.Errorf("allocate tiles of %v: %w", t.shape(), err)
	}
	p.tiles[t.d.weights()] = at
	l, err := t.d.tiles(at)
	if err == nil {
		err = m.Launch(l)
	}
	if err == nil {
		err = m.Wait() // so that a fault is of these tiles
	}
	return err
}

func (p *products) allRefused(ways []way) bool {
	return !slices.ContainsFunc(ways, func(w way) bool { return !p.refused[w] })
}

// provide prepares all weights for the chosen ways. A shape for which the GPU has too little memory uses the plain way.
func (p *products) provide(m cuda.Machine, all []task) error {
	for _, t := range all {
		if err := p.provideFor(t, func() error { return p.makeTiles(m, t) }, hopper...); err != nil {
			return err
		}
		if err := p.provideFor(t, func() error { return p.blas.prepare(m, t.d) }, wayBLAS); err != nil {
			return err
		}
	}
	for _, choices := range p.chosen {
		if slices.ContainsFunc(choices, func(c choice) bool { return c.Way == wayBLAS }) {
			return m.Wait()
		}
	}
	return errors.Join(p.leave(m), p.closeBLAS(), m.Wait())
}

// provideFor makes something that the ways need, if they are chosen for the task's shape.
func (p *products) provideFor(t task, make func() error, ways ...way) error {
	if !slices.ContainsFunc(p.chosen[t.shape()], func(c choice) bool { return slices.Contains(ways, c.Way) || slices.Contains(ways, c.own()) }) {
		return nil
	}
	err := make()
	if err == nil || errors.Is(err, cuda.ErrLost) {
		return err
	}
	p.log.Warn("a product goes on in the plain way, what a faster one needs could not be made", "product", t.shape().String(), "way", string(ways[0]), "cause", err)
	for i, c := range p.chosen[t.shape()] {
		switch {
		case slices.Contains(ways, c.own()) && c.Way == wayBLAS:
			p.chosen[t.shape()][i].Own = wayTiles
		case c.Way == wayBLAS && slices.Contains(ways, wayBLAS):
			p.chosen[t.shape()][i] = choice{Rows: c.Rows, Way: c.Own, Gain: 1}
		case slices.Contains(ways, c.Way):
			p.chosen[t.shape()][i] = choice{Rows: c.Rows, Way: wayTiles, Gain: 1}
		}
	}
	return nil
}

// openBLAS looks for cuBLASLt, where the machine gives the handles of its streams.
func (p *products) openBLAS(m cuda.Machine) error {
	if _, ok := m.(queued); !ok {
		return nil
	}
	lib := p.library()
	if lib == nil {
		return nil
	}
	p.blas = &blas{lib: lib, biases: map[cuda.Pointer]cuda.Pointer{}, spaces: map[uintptr]cuda.Pointer{}}
	err := p.blas.join(m)
	if err == nil || errors.Is(err, cuda.ErrLost) {
		return err
	}
	p.log.Warn("cuBLASLt is left out, the GPU has too little memory for it", "cause", err)
	return p.closeBLAS()
}

func (p *products) closeBLAS() error {
	if p.blas == nil {
		return nil
	}
	err := p.blas.lib.close()
	p.blas = nil
	return err
}

// join gives a stream what it needs for the chosen ways; it is called once, on the stream's thread. Without memory for it the stream multiplies in the plain way.
func (p *products) join(m cuda.Machine) error {
	if p == nil || p.blas == nil {
		return nil
	}
	err := p.blas.join(m)
	if errors.Is(err, cuda.ErrMemory) {
		p.log.Warn("a stream goes on without cuBLASLt, the GPU has too little memory for its workspace", "cause", err)
		return nil
	}
	return err
}

// leave frees it, when no work of the stream is left.
func (p *products) leave(m cuda.Machine) error {
	if p == nil || p.blas == nil {
		return nil
	}
	return p.blas.leave(m)
}

// release frees the tiles and biases; no product may run any more.
func (p *products) release(m cuda.Machine) (err error) {
	for w, at := range p.tiles {
		err = errors.Join(err, m.Free(at))
		delete(p.tiles, w)
	}
	if p.blas != nil {
		for bias, at := range p.blas.biases {
			err = errors.Join(err, m.Free(at))
			delete(p.blas.biases, bias)
		}
	}
	return err
}

// close releases everything, the library too; no product may run any more.
func (p *products) close(m cuda.Machine) error {
	if p == nil {
		return nil
	}
	err := p.release(m)
	if p.blas != nil {
		err = errors.Join(err, p.blas.leave(m), p.closeBLAS())
	}
	return err
}

// Choices returns for each shape how it is multiplied, a line each, in order; nothing if nothing was measured.
func (p *products) Choices() []string {
	if p == nil {
		return nil
	}
	var out []string
	for s, choices := range p.chosen {
		var parts []string
		for i, c := range choices {
			if i+1 < len(choices) && choices[i+1].Way == c.Way {
				continue // reported with the next
			}
			part := fmt.Sprintf("up to %d rows %s", c.Rows, c.Way)
			if i+1 == len(choices) && len(parts) > 0 {
				part = fmt.Sprintf("then %s", c.Way)
			}
			if c.Way != wayTiles {
				part += fmt.Sprintf(" (%.2g × %s)", c.Gain, wayTiles)
			}
			parts = append(parts, part)
		}
		out = append(out, s.String()+": "+strings.Join(parts, ", "))
	}
	for width, gain := range p.heads {
		out = append(out, fmt.Sprintf("attention of long texts, heads of %d: %s (%.2g × %s)", width, wayAttend, gain, wayTiles))
	}
	slices.Sort(out)
	return out
}
