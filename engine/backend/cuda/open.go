package cuda

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"asterism/engine/caught"
	"asterism/kernels/cuda"
	"asterism/models"
)

// Options define what to open.
type Options struct {
	Manifest *models.Manifest // of a pulled profile: repositories' folders with config.json and safetensors next to the graphs; required
	Ordinal  int              // the GPU's number, N in "cuda:N"
	Memory   uint64           // most bytes on the GPU; 0: what is free, less a reserve
	Tokens   int              // most tokens that go through a model at once; 0: 16,384
	Rows     int              // most texts at once; 0: 512
	Log      *slog.Logger     // nil: [slog.Default]

	Arithmetic bool // also run E2, E3, E4 and E9 on the GPU; arithmetic.go says why it seldom pays

	// Progress, where it is not nil, is called with the bytes of weights that are on the GPU so far, and of all. Calls come one at a time.
	Progress func(done, total uint64)
}

// Defaults of a batch.
const (
	defaultTokens = 16384
	defaultRows   = 512
)

func (o Options) withDefaults() Options {
	o.Tokens, o.Rows = cmp.Or(o.Tokens, defaultTokens), cmp.Or(o.Rows, defaultRows)
	o.Log = cmp.Or(o.Log, slog.Default())
	if o.Progress == nil {
		o.Progress = func(uint64, uint64) {}
	}
	return o
}

// Open loads the models of a profile into a GPU, as many as fit; [Backend.Residency] says which, and why not the others. When it returns, every
// kernel that they launch has been compiled. It is an error if no model is on the GPU.
func Open(ctx context.Context, o Options) (*Backend, error) {
	return openOn(ctx, o, func() (cuda.Machine, error) { return openDriver(o.Ordinal) })
}

// openOn is Open on the machine that open makes.
func openOn(ctx context.Context, o Options, open func() (cuda.Machine, error)) (*Backend, error) {
	if o.Manifest == nil {
		return nil, errors.New("open cuda backend: no manifest given")
	}
	if min(o.Ordinal, o.Tokens, o.Rows) < 0 {
		return nil, fmt.Errorf("open cuda backend: GPU %d with batches of %d tokens and %d texts; want 0, which is the first GPU and the default, or more", o.Ordinal, o.Tokens, o.Rows)
	}
	b := newBackend()
	err := b.start(ctx, o.withDefaults(), open)
	if err == nil {
		return b, nil
	}
	if errors.Is(err, cuda.ErrLost) {
		b.lost.lose(err)
		err = b.lost.cause()
	}
	return nil, errors.Join(fmt.Errorf("open cuda backend: %w", err), b.Close())
}

// newBackend is one without a GPU.
func newBackend() *Backend {
	b := &Backend{residents: map[models.Space]*resident{}, lost: newLatch(), clock: newWorkClock(time.Now)}
	b.lost.then = b.clock.stop
	return b
}

func (b *Backend) start(ctx context.Context, o Options, open func() (cuda.Machine, error)) error {
	var err error
	if b.spared, err = sparedBy(os.Getenv(sparedVariable)); err != nil {
		return err
	}
	if b.owner, err = startOwner(open); err != nil {
		return err
	}
	if err := b.owner.do(ctx, func(m cuda.Machine) (err error) {
		device := m.Device()
		b.name, b.root, b.info = "cuda on "+device.Name(), m, device.Info()
		b.free, b.total, err = device.Memory()
		return err
	}); err != nil {
		return err
	}
	candidates, err := b.estimateAll(ctx, &o)
	if err != nil {
		return err
	}
	if err := b.loadAll(ctx, &o, candidates); err != nil {
		return err
	}
	slices.SortFunc(b.places, func(x, y Place) int { return cmp.Compare(x.Space, y.Space) })
	if b.Spaces() == 0 {
		return fmt.Errorf("no model runs on %s: %s", b.name, b.reasons())
	}
	return nil
}

// estimateAll estimates the memory of all models of the manifest, in order of precedence. Those without kernels are assigned to the processor at once.
func (b *Backend) estimateAll(ctx context.Context, o *Options) (out []candidate, err error) {
	for _, s := range slices.Concat(precedence, arithmeticSpaces()) {
		d, dir := arithmeticModel(s), ""
		if s.Info().Origin == models.FromModel {
			var ok bool
			if d, ok = o.Manifest.Model(s); !ok {
				continue
			}
			dir = filepath.Dir(o.Manifest.Path(d.File))
		} else if !o.Arithmetic {
			b.places = append(b.places, Place{Space: s, Why: arithmeticWhy})
			continue
		}
		bytes, net, err := estimate(ctx, d, dir)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			b.places = append(b.places, Place{Space: s, Why: err.Error()})
			continue
		}
		c := candidate{model: d, dir: dir, weights: bytes, lanes: func(b budget) uint64 { return laneBytes(net, b) }}
		if cuda.CanWGMMA(b.info) {
			c.tiles = tilesBytes(net)
		}
		out = append(out, c)
	}
	return out, nil
}

// loadAll plans which models go to the GPU, loads them and starts their lanes. A model that cannot be loaded stays on the processor; a lost GPU and an ended ctx are errors.
func (b *Backend) loadAll(ctx context.Context, o *Options, candidates []candidate) error {
	free := b.free - min(b.free, reserve(b.total))
	if o.Memory > 0 {
		free = min(free, o.Memory)
	}
	fits, most := planResidency(candidates, free, budget{o.Tokens, o.Rows})
	p := &progress{tell: o.Progress}
	var loaded []*candidate
	for i := range candidates {
		c := &candidates[i]
		if !fits[i] {
			b.assign(c, most, fmt.Errorf("it takes %s, more than is left of the GPU's %s by the models that come first", bytesWords(c.bytes(most)), bytesWords(free)))
			continue
		}
		p.total += c.weights
		loaded = append(loaded, c)
	}
	err := b.each(ctx, most, loaded, "load its weights", func(ctx context.Context, c *candidate) error { return b.load(ctx, c, p) })
	if err != nil {
		return err
	}
	if err := b.warmProducts(ctx, o, loaded, most.tokens); err != nil {
		return err
	}
	if err := b.provePacking(ctx, o.Log); err != nil {
		return err
	}
	refused := &refusal{log: o.Log}
	return b.each(ctx, most, loaded, "start its lanes", func(ctx context.Context, c *candidate) error { return b.run(ctx, c, most, refused) })
}

// warmPatience is how long the ways to multiply may be tried. It takes seconds on an idle GPU, and perhaps a minute while another program works.
var warmPatience = 3 * time.Minute

// errNoPatience is the error when warmPatience is over.
var errNoPatience = errors.New("the ways to multiply were tried for too long")

// warmProducts finds out how this GPU multiplies fastest. If that fails, products use the kernels that run on every GPU. If a tried kernel never ends, the GPU is
// lost; a mark in a file names the way that was tried, so that the next start does not try it again (trial.go).
func (b *Backend) warmProducts(ctx context.Context, o *Options, loaded []*candidate, tokens int) error {
	var nets []network
	for _, c := range loaded {
		if !c.failed {
			nets = append(nets, c.net)
		}
	}
	whole := ctx
	ctx, cancel := context.WithTimeoutCause(ctx, warmPatience, errNoPatience)
	defer cancel()
	return b.owner.attempt(ctx, closeGrace, func(m cuda.Machine) error {
		p := newProducts(o.Log)
		err := p.warm(ctx, m, nets, tokens)
		if err == nil {
			err = m.Wait() // other streams do not wait for this one
		}
		if err == nil {
			b.products = p
			return nil
		}
		if whole.Err() != nil || errors.Is(err, cuda.ErrLost) {
			return err
		}
		o.Log.Warn("how the GPU multiplies best could not be measured: the kernels that every GPU has do it", "cause", err)
		return p.close(m)
	})
}

// each does a step for several models at a time, except for those that failed an earlier one. A model that fails is assigned to the processor.
func (b *Backend) each(ctx context.Context, most budget, all []*candidate, what string, step func(context.Context, *candidate) error) error {
	group, ctx := caught.WithContext(ctx)
	group.SetLimit(loaders)
	for _, c := range all {
		if c.failed {
			continue
		}
		group.Go(func() error {
			err := step(ctx, c)
			if err != nil && (ctx.Err() != nil || errors.Is(err, cuda.ErrLost)) {
				return fmt.Errorf("%v: %s: %w", c.model.Space, what, err)
			}
			if err != nil {
				c.failed = true
				b.assign(c, most, fmt.Errorf("%s: %w", what, err))
			}
			return nil
		})
	}
	return group.Wait()
}

// loaders is how many models are loaded at the same time: reading and converting weights takes a core each.
const loaders = 4

// assign records where a model runs: on the GPU, or with a reason on the processor.
func (b *Backend) assign(c *candidate, most budget, reason error) {
	p := Place{Space: c.model.Space, Bytes: c.bytes(most), OnGPU: reason == nil}
	if p.OnGPU {
		p.Why = fmt.Sprintf("%s of weights, and room for batches of %d tokens", bytesWords(c.weights), most.tokens)
	} else {
		p.Why = reason.Error()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.places = append(b.places, p)
}
