package arith

import (
	"asterism/engine/temporal"
	"context"
	"fmt"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// Bound is how far a value alone may be from the same value in a batch: they are equal.
const Bound = 0

var _ backend.Backend = (*Backend)(nil)

// Backend computes the arithmetic spaces. It implements [backend.Backend] and needs no closing.
type Backend struct{ items itemCache }

// New returns a backend for the spaces of models.FromTime and models.FromText.
func New() *Backend { return new(Backend) }

// Name says what it is and where it runs.
func (b *Backend) Name() string { return "arithmetic on cpu" }

// Spaces is the set of the arithmetic spaces.
func (b *Backend) Spaces() models.Set {
	return models.OfOrigin(models.FromTime) | models.OfOrigin(models.FromText)
}

// Close implements [backend.Backend]; there is nothing to free.
func (b *Backend) Close() error { return nil }

// Embed implements [backend.Backend]. E2, E3 and E4 read Times (E2 also Ref), E9 reads Texts; a text without
// letters is absent.
func (b *Backend) Embed(ctx context.Context, s models.Space, in *batch.Batch) (out []fingerprint.Value, err error) {
	defer caught.Into(&err)
	if !b.Spaces().Has(s) {
		return nil, fmt.Errorf("embed %v: the arithmetic backend computes %v only", s, b.Spaces().Spaces())
	}
	if err := check(s, in); err != nil {
		return nil, fmt.Errorf("embed %v: %w", s, err)
	}
	out = make([]fingerprint.Value, in.Rows())
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("embed %v: %w", s, err)
		}
		if s == models.HDC {
			out[i].Bits = b.Code(in.Texts[i])
		} else {
			out[i].Dense = timeVector(s, in.Times[i], in.Ref)
		}
	}
	return out, ctx.Err()
}

// check refuses a batch whose rows are not all given in the field that the space reads.
func check(s models.Space, in *batch.Batch) error {
	n, field := len(in.Times), "times"
	if s == models.HDC {
		n, field = len(in.Texts), "texts"
	}
	if n != in.Rows() {
		return fmt.Errorf("check batch: %d rows but %d %s; fill them for every row", in.Rows(), n, field)
	}
	return nil
}

func timeVector(s models.Space, t, ref int64) []float32 {
	v := make([]float32, temporal.Width)
	switch s {
	case models.TemporalRecent:
		temporal.Recent(v, temporal.AgeSeconds(t, ref))
	case models.TemporalPeriodic:
		temporal.Periodic(v, t)
	default:
		temporal.Positional(v, t)
	}
	return v
}
