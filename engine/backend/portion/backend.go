package portion

import (
	"context"
	"fmt"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

var _ backend.Backend = (*Backend)(nil)

// Size is what one portion of a space may take.
type Size struct {
	Budget batch.Budget
	Filled int // the length to which the model behind fills up a question's row; 0: it does not
	Image  int // tokens of a text that cost as much as an image; 0: as one
}

// cost is what a row of that many tokens costs.
func (z Size) cost(role batch.Role, tokens int) int {
	if role == batch.Query {
		return max(tokens, z.Filled)
	}
	return tokens
}

// Backend runs batches on another backend in portions. It implements [backend.Backend]: a text's value does not depend on its batch, so the values
// are those of the whole batch.
type Backend struct {
	inner backend.Backend
	size  func(models.Space) Size
	slots slots
}

// New makes a backend over inner, which it closes, that runs at most parallel portions at a time, at least one.
func New(inner backend.Backend, parallel int, size func(models.Space) Size) *Backend {
	return &Backend{inner: inner, size: size, slots: slots{free: max(parallel, 1)}}
}

// Name implements [backend.Backend].
func (b *Backend) Name() string { return b.inner.Name() }

// Spaces implements [backend.Backend].
func (b *Backend) Spaces() models.Set { return b.inner.Spaces() }

// Close implements [backend.Backend].
func (b *Backend) Close() error { return b.inner.Close() }

// Embed implements [backend.Backend]. Between two portions of a batch, portions of other batches may run.
func (b *Backend) Embed(ctx context.Context, s models.Space, in *batch.Batch) ([]fingerprint.Value, error) {
	parts := split(in, b.size(s))
	if len(parts) < 2 {
		return b.embed(ctx, s, in)
	}
	out := make([]fingerprint.Value, in.Rows())
	for _, rows := range parts {
		values, err := b.embed(ctx, s, pick(in, rows))
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			out[row] = values[i]
		}
	}
	return out, nil
}

func (b *Backend) embed(ctx context.Context, s models.Space, part *batch.Batch) ([]fingerprint.Value, error) {
	if err := b.slots.acquire(ctx, part.Role); err != nil {
		return nil, err
	}
	defer b.slots.release()
	values, err := b.inner.Embed(ctx, s, part)
	if err == nil && len(values) != part.Rows() {
		err = fmt.Errorf("embed %v: %d values for %d rows", s, len(values), part.Rows())
	}
	return values, err
}

// split returns which rows of a batch form each portion; rows without tokens are in one, too.
func split(in *batch.Batch, z Size) [][]int {
	lengths := make([]int, in.Rows())
	for i := range lengths {
		switch {
		case in.Images != nil:
			lengths[i] = max(z.Image, 1)
		case in.IDs != nil:
			lengths[i] = z.cost(in.Role, len(in.Row(i)))
		}
	}
	return batch.Plan(lengths, z.Budget)
}

// pick is a batch of some rows of another.
func pick(in *batch.Batch, rows []int) *batch.Batch {
	out := &batch.Batch{Role: in.Role, Ref: in.Ref}
	switch {
	case in.Images != nil:
		for _, r := range rows {
			out.Images = append(out.Images, in.Images[r])
		}
	case in.Texts != nil:
		for _, r := range rows {
			out.Texts = append(out.Texts, in.Texts[r])
		}
	case in.Times != nil:
		for _, r := range rows {
			out.Times = append(out.Times, in.Times[r])
		}
	default:
		ids := make([][]int32, len(rows))
		for i, r := range rows {
			ids[i] = in.Row(r)
		}
		out = batch.OfIDs(in.Role, batch.Frame{}, ids)
	}
	return out
}
