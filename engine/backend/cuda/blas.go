package cuda

import (
	"fmt"
	"sync"

	"asterism/kernels/cuda"
)

// blasRows is from how many rows on cuBLASLt is used at all: fewer belong to small batches, which are captured in graphs that contain only our kernels.
const blasRows = 257

// blasWorkspace is the memory, in bytes, that NVIDIA advises for a Hopper GPU; each stream has its own.
const blasWorkspace = 32 << 20

// blas is NVIDIA's cuBLASLt in addition to our kernels. It reads only bf16, so biases are rounded. What its epilogues lack is a pass of ours over the
// result: of the functions it has only the tanh form of GELU. It cannot compute SwiGLU's pairs in place, so our kernels do that.
type blas struct {
	lib    library
	biases map[cuda.Pointer]cuda.Pointer // in bf16, by their address in float32

	mu     sync.Mutex
	spaces map[uintptr]cuda.Pointer // workspaces of the streams that joined
}

// library is cuBLASLt, found at run time.
type library interface {
	version() string
	found() string // the path that it was opened by
	// multiply puts a product into a stream; false: the library has no way for it.
	multiply(queue uintptr, workspace cuda.Pointer, p blasProduct) (bool, error)
	close() error
}

// blasProduct is out = x·wᵀ + bias + added, or, without added, the tanh form of GELU of that; bias and added may be 0, added may be out.
type blasProduct struct {
	out, x, w, bias, added cuda.Pointer
	rows, columns, depth   int
	tanh                   bool
}

// queued is a machine that returns the handle of its stream for a library.
type queued interface{ Queue() uintptr }

// can reports whether the library can compute a task.
func (b *blas) can(t task) bool {
	if b == nil || t.rows < blasRows || t.d.out%8 != 0 || t.d.in%8 != 0 {
		return false
	}
	return t.f == cuda.Plain || t.residual == 0 && t.f != cuda.SwiGLU
}

// prepare rounds a bias, so that the library can add it.
func (b *blas) prepare(m cuda.Machine, d dense) error {
	if d.bias == 0 || b.biases[d.bias] != 0 {
		return nil
	}
	at, err := m.Alloc(2 * d.out)
	if err != nil {
		return fmt.Errorf("allocate a bias of %d numbers: %w", d.out, err)
	}
	b.biases[d.bias] = at
	l, err := cuda.Narrow(at, d.bias, 1, d.out)
	if err == nil {
		err = m.Launch(l)
	}
	return err
}

// join gives a stream its workspace.
func (b *blas) join(m cuda.Machine) error {
	q, ok := m.(queued)
	if !ok {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.spaces[q.Queue()] != 0 {
		return nil
	}
	at, err := m.Alloc(blasWorkspace)
	if err == nil {
		b.spaces[q.Queue()] = at
	}
	return err
}

// leave frees the stream's workspace; no work of the stream may be running.
func (b *blas) leave(m cuda.Machine) error {
	q, ok := m.(queued)
	if !ok {
		return nil
	}
	b.mu.Lock()
	at := b.spaces[q.Queue()]
	delete(b.spaces, q.Queue())
	b.mu.Unlock()
	if at == 0 {
		return nil
	}
	return m.Free(at)
}

// do puts a task into the machine's stream; false: this stream has not joined, or the library has no way for it.
func (b *blas) do(m cuda.Machine, t task) (bool, error) {
	q, ok := m.(queued)
	if !ok || !b.can(t) {
		return false, nil
	}
	b.mu.Lock()
	workspace := b.spaces[q.Queue()]
	b.mu.Unlock()
	bias := b.biases[t.d.bias]
	if workspace == 0 || t.d.bias != 0 && bias == 0 {
		return false, nil
	}
	done, err := b.lib.multiply(q.Queue(), workspace, blasProduct{t.out, t.x, t.d.w, bias, t.residual, t.rows, t.d.out, t.d.in, t.f == cuda.GELUTanh})
	if err != nil || !done || t.f == cuda.Plain || t.f == cuda.GELUTanh {
		return done, err
	}
	l, err := cuda.Activate(t.f, t.out, t.rows*t.d.out)
	if err == nil {
		err = m.Launch(l)
	}
	return true, err
}
