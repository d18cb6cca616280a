package sched

import (
	"context"
	"fmt"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// packer is a backend that can return a batch's values in stored form, equal to the bit to those that fingerprint.Pack makes from Embed's.
type packer interface {
	EmbedPacked(ctx context.Context, space models.Space, b *batch.Batch) ([]fingerprint.Packed, error)
}

// values are what a backend returned for a batch, one per row: as floats, or packed. The other slice is nil.
type values struct {
	plain  []fingerprint.Value
	packed []fingerprint.Packed
}

// value is that of one row; packed is nil if it is in floats.
type value struct {
	plain  fingerprint.Value
	packed *fingerprint.Packed
}

func (v values) at(i int) value {
	if v.packed != nil {
		return value{packed: &v.packed[i]}
	}
	return value{plain: v.plain[i]}
}

// packs reports whether the space runs on a backend that can pack.
func (e *embedder) packs() bool {
	return e.s.packs && canPack(e.s.backends[e.backends[e.current.Load()]])
}

func canPack(b backend.Backend) bool {
	_, ok := b.(packer)
	return ok
}

// mayPack reports whether a row's value may be packed, because it is only stored. The value of a window is first pooled with those of the text's other
// windows, which needs floats. The values of spaces without a model are computed on the processor, where packing early saves nothing.
func (l *lane) mayPack(r *row) bool {
	return r.source().Packed && r.pieces == nil && l.info.Origin == models.FromModel
}

// allMayPack reports whether the values of all rows may be packed.
func (l *lane) allMayPack(rows []row) bool {
	for i := range rows {
		if !l.mayPack(&rows[i]) {
			return false
		}
	}
	return true
}

// ask embeds a batch on a backend and checks the values: packed if that is allowed and the backend can pack, otherwise as floats.
func (e *embedder) ask(which backend.Backend, b *batch.Batch, packed bool) (values, error) {
	if p, ok := which.(packer); ok && packed {
		out, err := p.EmbedPacked(e.s.ctx, e.space, b)
		return values{packed: out}, checkAll(len(out), b, err, func(i int) error { return out[i].Check(e.space) })
	}
	out, err := which.Embed(e.s.ctx, e.space, b)
	return values{plain: out}, checkAll(len(out), b, err, func(i int) error { return checkShape(e.info, &out[i]) })
}

// checkAll refuses a wrong number of values, and values of the wrong shape, which would be stored under a space that promises another.
func checkAll(got int, b *batch.Batch, err error, check func(i int) error) error {
	if err != nil {
		return err
	}
	if got != b.Rows() {
		return fmt.Errorf("embed %d rows: the backend gave %d values", b.Rows(), got)
	}
	for i := range got {
		if err := check(i); err != nil {
			return fmt.Errorf("embed row %d: %w", i, err)
		}
	}
	return nil
}
