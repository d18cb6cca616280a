package cuda

import (
	"encoding/binary"
	"math"
	"sync"

	"asterism/engine/temporal"
)

// The tables of a scan are those of engine/search/temporal_rough.go, which explains them.
const (
	ScanAgeShift   = 23 - 6
	ScanAges       = 34 << 6  // entries by age: 64 for each doubling of 1 + the age in seconds
	ScanFirstAge   = 127 << 6 // the upper bits of 1 as a float32
	ScanTurns      = 1 << 12  // entries of a turn of E3's kernel
	scanTableBytes = 8*ScanAges + 4*ScanTurns/2
)

// ScanTables are the constants that a scan looks up, the same for all questions: they are uploaded once, to a multiple of 16.
//
//	float32 pairs [2176], by age: E2 in the middle of the entry, the mean of E4 over it
//	float32 [2048]: the first half of E3's kernel of one turn, each entry's middle; it is even, so entry 4095−i is entry i
func ScanTables() []byte { return append([]byte(nil), scanTables()...) }

var scanTables = sync.OnceValue(func() []byte {
	const parts = 8
	out, le := make([]byte, 0, scanTableBytes), binary.LittleEndian
	for i := range ScanAges {
		low, high := scanAgeAt(i), scanAgeAt(i+1)
		sum := float32(0)
		for k := range parts {
			sum += temporal.Order(int64((low+(high-low)*(float64(k)+0.5)/parts)*1e9), 0)
		}
		out = le.AppendUint32(out, math.Float32bits(temporal.Recency(int64(min((low+high)/2, temporal.MaxAgeSeconds)*1e9), 0)))
		out = le.AppendUint32(out, math.Float32bits(sum/parts))
	}
	full := temporal.Dirichlet()
	const step = temporal.DirichletSteps / ScanTurns
	for i := range ScanTurns / 2 {
		out = le.AppendUint32(out, math.Float32bits(full[i*step+step/2]))
	}
	return out
})

// scanAgeAt is the least age of an entry in seconds; at most 2³² of them, which nanoseconds can still count.
func scanAgeAt(entry int) float64 {
	return min(float64(math.Float32frombits(uint32(entry+ScanFirstAge)<<ScanAgeShift))-1, 1<<32)
}
