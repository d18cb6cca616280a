package cuda

import (
	"encoding/binary"
	"math"

	"asterism/engine/temporal"
)

// compareTables writes the tables of E2, E3 and E4 in the layout of [CompareTables].
func compareTables() []byte {
	le := binary.LittleEndian
	var out []byte
	double := func(v float64) { out = le.AppendUint64(out, math.Float64bits(v)) }
	for _, v := range temporal.Rates {
		double(v)
	}
	for _, v := range temporal.Periods {
		double(float64(v))
	}
	for _, v := range temporal.Periods {
		double(1 / float64(v))
	}
	cosines := temporal.Cosines()
	for _, v := range cosines.Steps {
		double(v)
	}
	for _, v := range cosines.Cosine {
		out = le.AppendUint32(out, math.Float32bits(v))
	}
	for _, v := range temporal.Dirichlet() {
		out = le.AppendUint32(out, math.Float32bits(v))
	}
	return out
}
