package cuda

import (
	"errors"
	"fmt"

	"asterism/kernels/cuda"
)

// ErrNoBLAS is the answer where NVIDIA's cuBLASLt is not installed, or has no way for a product.
var ErrNoBLAS = errors.New("cuBLASLt is not here")

// BLAS is cuBLASLt on one machine's stream, for benchmarks: products as they lie, without anything after them.
type BLAS struct {
	lib       library
	machine   cuda.Machine
	queue     uintptr
	workspace cuda.Pointer
}

// OpenBLAS finds cuBLASLt for a machine that [OpenGPU] opened; its calls come from the same goroutine. The error is ErrNoBLAS where there is none.
func OpenBLAS(m cuda.Machine) (*BLAS, error) {
	q, ok := m.(queued)
	if !ok {
		return nil, ErrNoBLAS
	}
	b := &BLAS{lib: openLibrary(), machine: m, queue: q.Queue()}
	if b.lib == nil {
		return nil, ErrNoBLAS
	}
	var err error
	if b.workspace, err = m.Alloc(blasWorkspace); err != nil {
		return nil, errors.Join(err, b.lib.close())
	}
	return b, nil
}

// Name is the library's with its version.
func (b *BLAS) Name() string { return b.lib.version() }

// Path is where it was found: a file, or a name that the loader knows.
func (b *BLAS) Path() string { return b.lib.found() }

// Multiply starts out = a·wᵀ, all in bf16: a [rows, depth], w [columns, depth], out [rows, columns].
func (b *BLAS) Multiply(out, a, w cuda.Pointer, rows, columns, depth int) error {
	ok, err := b.lib.multiply(b.queue, b.workspace, blasProduct{out: out, x: a, w: w, rows: rows, columns: columns, depth: depth})
	if err == nil && !ok {
		err = fmt.Errorf("multiply %d×%d×%d: %w: it has no way for this shape", rows, columns, depth, ErrNoBLAS)
	}
	return err
}

// Close gives the workspace back.
func (b *BLAS) Close() error { return errors.Join(b.machine.Free(b.workspace), b.lib.close()) }
