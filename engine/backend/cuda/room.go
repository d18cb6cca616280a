package cuda

import (
	"fmt"

	"asterism/kernels/cuda"
)

// room is device memory that is kept from one batch to the next and grows with the largest.
type room struct {
	at    cuda.Pointer
	bytes int
}

// need returns room for n bytes; what was in it before is lost when it grows.
func (r *room) need(m cuda.Machine, n int) (cuda.Pointer, error) {
	if n <= r.bytes {
		return r.at, nil
	}
	if r.at != 0 {
		if err := m.Free(r.at); err != nil {
			return 0, fmt.Errorf("free %d bytes: %w", r.bytes, err)
		}
		*r = room{}
	}
	n = (n + 1<<16 - 1) >> 16 << 16 // in steps, so that slowly growing batches do not allocate each time
	at, err := m.Alloc(n)
	if err != nil {
		return 0, fmt.Errorf("allocate %d bytes: %w", n, err)
	}
	r.at, r.bytes = at, n
	return at, nil
}

// fill is need with what will lie there.
func (r *room) fill(m cuda.Machine, data []byte) (cuda.Pointer, error) {
	at, err := r.need(m, len(data))
	if err != nil {
		return 0, err
	}
	return at, m.Upload(at, data)
}
