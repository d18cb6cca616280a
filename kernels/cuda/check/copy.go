package check

import (
	"bytes"

	"asterism/kernels/cuda"
)

// copyChecks have shapes of rows × bytes of a row.
func copyChecks() []Check {
	s := []Shape{{Rows: 1, Columns: 16, Small: true}, {Rows: 1025, Columns: 16, Small: true}, {Rows: 33, Columns: 4096, Small: true}, {Rows: 1 << 15, Columns: 1 << 15}}
	return []Check{{Name: "copy", Shapes: s, Run: checkCopy, Work: func(s Shape) Work { return Work{Bytes: 2 * float64(s.Rows) * float64(s.Columns)} }}}
}

// checkCopy requires the same bytes.
func checkCopy(b *Bench, s Shape) (wrong, limit float64, err error) {
	data := make([]byte, s.Rows*s.Columns)
	for i, v := range b.DrawInts(len(data)/64+1, 256) {
		data[min(64*i+int(v)%64, len(data)-1)] = byte(v)
	}
	out := b.Poison(len(data))
	b.Launch(cuda.Copy(out, b.Bytes(data), len(data)))
	if !bytes.Equal(b.ReadBytes(out), data) {
		wrong = 1
	}
	return wrong, exact, nil
}
