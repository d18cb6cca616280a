package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"asterism/engine/batch"
	moments "asterism/engine/temporal"
	"asterism/kernels/cuda"
	"asterism/models"
)

// temporal computes E2, E3 or E4 of times; in its layouts a row is a text of two tokens, the halves of a number of 64 bits.
type temporal struct {
	space       models.Space
	frequencies cuda.Pointer // E4's
}

func loadTemporal(l *loader, s models.Space) *temporal {
	t := &temporal{space: s}
	if s == models.TemporalPositional {
		t.frequencies = l.allocate(8 * len(cuda.TemporalFrequencies()))
		if l.err == nil && !l.dry {
			var data []byte
			for _, f := range cuda.TemporalFrequencies() {
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(f))
			}
			l.send(t.frequencies, data)
		}
	}
	return t
}

func (t *temporal) lay(in *batch.Batch, rows []int) (*layout, error) {
	if len(in.Times) != in.Rows() {
		return nil, fmt.Errorf("check batch: %d rows but %d times; fill them for every row", in.Rows(), len(in.Times))
	}
	l := newLayout(in.Role)
	for _, row := range rows {
		l.rows = append(l.rows, row)
		v := t.number(in.Times[row], in.Ref)
		l.text([]int32{int32(uint32(v)), int32(uint32(v >> 32))}, nil, 2, 0)
	}
	return l.closed(), nil
}

// number is what the kernel reads of a time: an age or seconds as a float64, or the time itself.
func (t *temporal) number(at, ref int64) uint64 {
	switch t.space {
	case models.TemporalRecent:
		return math.Float64bits(moments.AgeSeconds(at, ref))
	case models.TemporalPeriodic:
		return uint64(at)
	}
	return math.Float64bits(float64(at) / 1e9)
}

func (t *temporal) needs(s size) need { return need{result: 4 * cuda.TemporalWidth * s.texts} }

func (t *temporal) walk(k *walker) {
	numbers, rows := k.whole[wholeIDs], k.texts()
	switch t.space {
	case models.TemporalRecent:
		k.launch(cuda.TemporalRecent(k.result, numbers, rows), nil)
	case models.TemporalPeriodic:
		k.launch(cuda.TemporalPeriodic(k.result, numbers, rows), nil)
	default:
		k.launch(cuda.TemporalPositional(k.result, numbers, t.frequencies, rows), nil)
	}
}

func (t *temporal) values(l *layout, data []byte, out outcome) error {
	return denseValues(l, data, cuda.TemporalWidth, out)
}
