package cuda

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/models"
)

// provePacking packs random values on this GPU and compares them with the processor's, bit for bit. If they differ, or the kernels fail, it logs that once; values come
// back as float32 then, and the processor packs them. A lost GPU is an error.
func (b *Backend) provePacking(ctx context.Context, log *slog.Logger) error {
	err := b.owner.do(ctx, func(m cuda.Machine) error {
		r := rand.New(rand.NewPCG(1, 0x7061636b))
		return cmp.Or(proveDense(m, r), proveTokens(m, r), proveTerms(m, r))
	})
	if err != nil && (ctx.Err() != nil || errors.Is(err, cuda.ErrLost)) {
		return fmt.Errorf("pack drawn values: %w", err)
	}
	if b.packs = err == nil; !b.packs {
		log.Warn("the GPU does not pack values as the processor does: they come back as they are, and the processor packs them", "cause", err)
	}
	return nil
}

// provenRows is how many vectors are packed in a proof, and provenTerms how many terms.
const (
	provenRows  = 37
	provenTerms = 500
)

// proveDense packs vectors of the widest space.
func proveDense(m cuda.Machine, r *rand.Rand) error {
	width := models.Code.Info().Width
	x := drawUnits(r, provenRows, width)
	data, err := packedBy(m, bytesOfFloats(x), bytesOfBytes(provenRows, width), func(out, in cuda.Pointer) (cuda.Launch, error) {
		return cuda.PackBytes(out+cuda.Pointer(roundUp(4*provenRows)), out, in, provenRows, width, lengthSlack)
	})
	if err != nil {
		return err
	}
	l, got := newLayout(batch.Passage), make([]fingerprint.Packed, provenRows)
	for row := range got {
		l.rows = append(l.rows, row)
		l.text([]int32{0}, nil, 1, 0)
	}
	if err := readPackedDense(l, data, width, got); err != nil {
		return err
	}
	for row := range got {
		if err := proven(models.Code, fingerprint.Value{Dense: x[row*width : (row+1)*width]}, &got[row]); err != nil {
			return err
		}
	}
	return nil
}

// proveTokens packs the vectors of a text's tokens.
func proveTokens(m cuda.Machine, r *rand.Rand) error {
	b := &colbert{narrow: dense{out: models.LateInteraction.Info().Width}}
	x := drawUnits(r, provenRows, b.narrow.out)
	data, err := packedBy(m, bytesOfFloats(x), bytesOfNibbles(provenRows, b.narrow.out), func(out, in cuda.Pointer) (cuda.Launch, error) {
		return cuda.PackNibbles(out+cuda.Pointer(roundUp(4*provenRows)), out, in, provenRows, b.narrow.out, lengthSlack)
	})
	if err != nil {
		return err
	}
	l, got := newLayout(batch.Passage), make([]fingerprint.Packed, 1)
	l.rows = []int{0}
	l.text(make([]int32, provenRows), nil, provenRows, 0)
	if err := b.readPacked(l, data, got); err != nil {
		return err
	}
	return proven(models.LateInteraction, fingerprint.Value{Vectors: x}, &got[0])
}

// proveTerms packs weights of all sizes that half precision can represent, and some below.
func proveTerms(m cuda.Machine, r *rand.Rand) error {
	s := &splade{bert: &bert{texts: texts{vocabulary: models.Sparse.Info().Width}}, most: provenTerms}
	ids, weights := binary.LittleEndian.AppendUint32(nil, provenTerms), []byte(nil)
	var terms []fingerprint.TermWeight
	for i := range provenTerms {
		t := fingerprint.TermWeight{ID: uint16(i * s.vocabulary / provenTerms), Weight: float32(math.Exp2(42*r.Float64() - 26))}
		terms = append(terms, t)
		ids, weights = binary.LittleEndian.AppendUint32(ids, uint32(t.ID)), binary.LittleEndian.AppendUint32(weights, math.Float32bits(t.Weight))
	}
	data, err := packedBy(m, append(ids, weights...), 4*cuda.PackTermsRecord(provenTerms), func(out, in cuda.Pointer) (cuda.Launch, error) {
		return cuda.PackTerms(out, in, 1, provenTerms)
	})
	if err != nil {
		return err
	}
	l, got := newLayout(batch.Passage), make([]fingerprint.Packed, 1)
	l.rows = []int{0}
	if err := s.readPacked(l, data, got); err != nil {
		return err
	}
	return proven(models.Sparse, fingerprint.Value{Terms: terms}, &got[0])
}

// proven compares what the GPU made of a value with what the processor makes of it.
func proven(s models.Space, v fingerprint.Value, got *fingerprint.Packed) error {
	want, err := fingerprint.Pack(s, v)
	if err == nil && !got.Equal(&want) {
		err = fmt.Errorf("%v: drawn values have other bytes than the processor's", s)
	}
	return err
}

// drawUnits returns random rows of unit length.
func drawUnits(r *rand.Rand, rows, width int) []float32 {
	x := make([]float32, rows*width)
	for row := range rows {
		numbers, squares := x[row*width:(row+1)*width], 0.0
		for i := range numbers {
			v := r.NormFloat64()
			numbers[i] = float32(v)
			squares += v * v
		}
		for i := range numbers {
			numbers[i] = float32(float64(numbers[i]) / math.Sqrt(squares))
		}
	}
	return x
}

// packedBy runs one launch over data on a machine and returns the n bytes that it wrote.
func packedBy(m cuda.Machine, data []byte, n int, describe func(out, in cuda.Pointer) (cuda.Launch, error)) (got []byte, err error) {
	in, err := m.Alloc(len(data))
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, m.Free(in)) }()
	out, err := m.Alloc(n)
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, m.Free(out)) }()
	launch, err := describe(out, in)
	if err == nil {
		err = m.Upload(in, data)
	}
	if err == nil {
		err = m.Launch(launch)
	}
	if err != nil {
		return nil, err
	}
	got = make([]byte, n)
	return got, m.Download(got, out)
}
