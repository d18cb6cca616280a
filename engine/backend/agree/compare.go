package agree

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// DifferError says that two backends' values do not even have the same shape. It is a result of the comparison, not a failure of it.
type DifferError struct {
	Batch, Row int
	Cause      error
}

func (e *DifferError) Error() string {
	return fmt.Sprintf("row %d of batch %d: %v", e.Row, e.Batch, e.Cause)
}

// Unwrap returns the cause.
func (e *DifferError) Unwrap() error { return e.Cause }

// Compare embeds the batches on both backends and returns how near the values of the first are to those of the second. A value that only one of
// them has, or of another shape, is a [DifferError]. An error of a backend is returned as it is.
func Compare(ctx context.Context, first, second backend.Backend, s models.Space, batches ...*batch.Batch) (Figures, error) {
	var t tally
	for i, b := range batches {
		want, err := second.Embed(ctx, s, b)
		if err != nil {
			return Figures{}, fmt.Errorf("%s: %w", second.Name(), err)
		}
		got, err := first.Embed(ctx, s, b)
		if err != nil {
			return Figures{}, fmt.Errorf("%s: %w", first.Name(), err)
		}
		if len(got) != b.Rows() || len(want) != b.Rows() {
			return Figures{}, fmt.Errorf("%d and %d values for %d rows", len(got), len(want), b.Rows())
		}
		for row := range got {
			if err := t.value(s.Info(), &got[row], &want[row]); err != nil {
				return Figures{}, &DifferError{Batch: i, Row: row, Cause: err}
			}
		}
	}
	return t.figures().finite(), nil
}

// value adds the vectors of two values.
func (t *tally) value(info models.Info, got, want *fingerprint.Value) error {
	if got.Absent() || want.Absent() {
		if got.Absent() != want.Absent() {
			return fmt.Errorf("the first backend's value is absent: %v, the second's: %v", got.Absent(), want.Absent())
		}
		return nil
	}
	switch info.Kind {
	case models.Terms:
		t.add(nearTerms(got.Terms, want.Terms))
		return nil
	case models.Binary:
		return t.bits(info, got.Bits, want.Bits)
	case models.Tokens:
		return t.rows(info, got.Vectors, want.Vectors)
	}
	return t.rows(info, got.Dense, want.Dense)
}

func (t *tally) rows(info models.Info, got, want []float32) error {
	if len(got) != len(want) || len(want)%info.Width != 0 {
		return fmt.Errorf("%d and %d numbers, want as many, in vectors of %d", len(got), len(want), info.Width)
	}
	for at := 0; at < len(want); at += info.Width {
		t.add(nearVectors(got[at:at+info.Width], want[at:at+info.Width]))
	}
	return nil
}

func (t *tally) bits(info models.Info, got, want []uint64) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d and %d words of bits", len(got), len(want))
	}
	differ := 0
	for i := range want {
		differ += bits.OnesCount64(got[i] ^ want[i])
	}
	t.add(1 - float64(differ)/float64(info.Width))
	return nil
}

// nearTerms takes terms as vectors over the vocabulary.
func nearTerms(got, want []fingerprint.TermWeight) float64 {
	var difference, square float64
	for _, w := range want {
		square += float64(w.Weight) * float64(w.Weight)
		d := float64(w.Weight)
		if at, ok := slices.BinarySearchFunc(got, w.ID, byID); ok {
			d -= float64(got[at].Weight)
		}
		difference += d * d
	}
	for _, g := range got {
		if _, ok := slices.BinarySearchFunc(want, g.ID, byID); !ok {
			difference += float64(g.Weight) * float64(g.Weight)
		}
	}
	return nearness(difference, square)
}

func byID(t fingerprint.TermWeight, id uint16) int { return int(t.ID) - int(id) }
