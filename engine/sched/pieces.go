package sched

import (
	"sync/atomic"

	"asterism/engine/fingerprint"
)

// pieces collects the windows of one text in one lane. Each window's worker writes its own index; the worker of the
// last one pools them.
type pieces struct {
	values  []fingerprint.Value
	lengths []int
	left    atomic.Int64
	err     atomic.Pointer[error] // of a window that failed
}

func newPieces(n int) *pieces {
	p := &pieces{values: make([]fingerprint.Value, n), lengths: make([]int, n)}
	p.left.Store(int64(n))
	return p
}

// put stores one window and reports whether it was the last.
func (p *pieces) put(i int, v fingerprint.Value, err error) bool {
	p.values[i] = v
	if err != nil {
		p.err.Store(&err)
	}
	return p.left.Add(-1) == 0
}
