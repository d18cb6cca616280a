package cuda

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/backend"
	"asterism/engine/backend/onnx/safetensors"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/models"
)

var _ backend.Backend = (*Backend)(nil)

// Backend runs encoders on one card. It implements [backend.Backend].
type Backend struct {
	name   string
	owner  *owner
	rooms  activations
	models map[models.Space]*encoder
}

// encoder is one space's model on the card.
type encoder struct {
	info   models.Info
	bert   *bert
	window int
}

// openOn starts a backend on the machine that open makes.
func openOn(open func() (cuda.Machine, error)) (*Backend, error) {
	b := &Backend{models: map[models.Space]*encoder{}}
	var err error
	b.owner, err = own(func() (cuda.Machine, error) {
		m, err := open()
		if err == nil {
			b.name = "cuda on " + m.Name()
		}
		return m, err
	})
	if err != nil {
		return nil, fmt.Errorf("open cuda backend: %w", err)
	}
	return b, nil
}

// load brings the model of a space, a BERT encoder whose rows' mean is the value, from its repository's folder to the card. What was loaded of a model
// that fails is given back.
func (b *Backend) load(ctx context.Context, s models.Space, dir string) error {
	shape, err := readShape(dir)
	if err != nil {
		return fmt.Errorf("load model %v: %w", s, err)
	}
	set, err := safetensors.Open(ctx, dir)
	if err != nil {
		return fmt.Errorf("load model %v: %w", s, err)
	}
	err = b.owner.do(ctx, func(m cuda.Machine) error {
		l := &loader{ctx: ctx, set: set, card: m}
		e := &encoder{info: s.Info(), bert: loadBERT(l, shape), window: shape.Places}
		if l.err != nil {
			return errors.Join(l.err, release(m, l.loaded))
		}
		b.models[s] = e
		return nil
	})
	if err != nil {
		return fmt.Errorf("load model %v: %w", s, err)
	}
	return nil
}

// Name implements [backend.Backend].
func (b *Backend) Name() string { return b.name }

// Spaces implements [backend.Backend].
func (b *Backend) Spaces() models.Set {
	var s models.Set
	for space := range b.models {
		s = s.With(space)
	}
	return s
}

// Embed implements [backend.Backend]. When the card has no room for a batch, its halves are tried.
func (b *Backend) Embed(ctx context.Context, s models.Space, in *batch.Batch) ([]fingerprint.Value, error) {
	e, ok := b.models[s]
	if !ok {
		return nil, fmt.Errorf("embed %v: this backend has models for %v only", s, b.Spaces().Spaces())
	}
	l := layoutOf(in)
	for i := range l.texts() {
		if n := l.offsets[i+1] - l.offsets[i]; int(n) > e.window {
			return nil, fmt.Errorf("embed %v: row %d has %d tokens, at most %d; split longer texts into windows", s, l.rows[i], n, e.window)
		}
	}
	for at, id := range l.ids {
		if id < 0 || int(id) >= e.bert.shape.Vocabulary {
			return nil, fmt.Errorf("embed %v: token %d has the id %d, want 0 to %d", s, at, id, e.bert.shape.Vocabulary-1)
		}
	}
	out := make([]fingerprint.Value, in.Rows())
	if err := b.embed(ctx, e, l, out); err != nil {
		return nil, fmt.Errorf("embed %v on %s: %w", s, b.name, err)
	}
	return out, nil
}

func (b *Backend) embed(ctx context.Context, e *encoder, l *layout, out []fingerprint.Value) error {
	if l.texts() == 0 {
		return nil
	}
	var vectors [][]float32
	err := b.owner.do(ctx, func(m cuda.Machine) (err error) {
		k := walkerOf(m, &b.rooms, l)
		vectors, err = k.pooled(e.bert.walk(k), e.info.Width)
		return err
	})
	if errors.Is(err, cuda.ErrMemory) && l.texts() > 1 {
		first, second := l.halves()
		if err := b.embed(ctx, e, first, out); err != nil {
			return err
		}
		return b.embed(ctx, e, second, out)
	}
	for i, v := range vectors {
		out[l.rows[i]].Dense = v
	}
	return err
}

// Close implements [backend.Backend].
func (b *Backend) Close() error {
	b.owner.close()
	return nil
}
