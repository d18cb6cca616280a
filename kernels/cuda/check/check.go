package check

import (
	"errors"
	"fmt"
	"hash/fnv"

	"asterism/kernels/cuda"
)

// Check runs one kernel against its reference on a machine. Every kernel has one; tests run its small shapes on the emulation, gpu-check all of them
// on a GPU.
type Check struct {
	Name   string               // the kernel's: "gemm_gelu"
	Needs  func(cuda.Info) bool // nil: every GPU that the project supports, sm_80 and later
	Shapes []Shape              // the small ones first; the one with the most work is timed
	// Run makes random inputs, poisons outputs, launches the kernel and compares: it returns the relative error ([Error]) and how much of it is allowed.
	Run func(b *Bench, s Shape) (err, limit float64, e error)
	// Work is what one launch at a shape must do at least; nil: the kernel is not timed.
	Work func(s Shape) Work
}

// Shape is the size of one launch. Each check defines the meaning of the three numbers; a depth of 0 means that it uses none.
type Shape struct {
	Rows, Columns, Depth int
	Small                bool // the emulation does it too, in well under a second
}

// String names a shape: "1025×384".
func (s Shape) String() string {
	if s.Depth == 0 {
		return fmt.Sprintf("%d×%d", s.Rows, s.Columns)
	}
	return fmt.Sprintf("%d×%d×%d", s.Rows, s.Columns, s.Depth)
}

// Work is arithmetic on the tensor cores, in bf16 or on whole numbers of one byte, which they do twice as fast, and the bytes that must be read from or
// written to device memory. A kernel takes at least the longer of the two times.
type Work struct{ FLOPs, ByteOps, Bytes float64 }

// Finding is what a check found at one shape.
type Finding struct{ Error, Limit float64 }

// OK reports whether the error is within the limit; an error that is NaN is not.
func (f Finding) OK() bool { return f.Error <= f.Limit }

// On runs the check at a shape. The seed, the check's name and the shape determine the inputs. A failure to run, or a write outside of a
// buffer, is an error.
func (c *Check) On(m cuda.Machine, s Shape, seed uint64) (f Finding, err error) {
	b := c.Bench(m, s, seed)
	f.Error, f.Limit, err = c.Run(b, s)
	if err = errors.Join(err, b.Close()); err != nil {
		return f, fmt.Errorf("check %s at %v: %w", c.Name, s, err)
	}
	return f, nil
}

// Bench returns the bench that [Check.On] uses, for callers that continue with it: [Bench.Again].
func (c *Check) Bench(m cuda.Machine, s Shape, seed uint64) *Bench {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %v", seed, c.Name, s)
	return NewBench(m, h.Sum64())
}

// Fits reports whether the GPU can run the check's kernel.
func (c *Check) Fits(i cuda.Info) bool { return c.Needs == nil || c.Needs(i) }

// shapes are the row counts that every kernel over rows is tried with (one, around a warp, beyond a thousand), small below a hundred, and then real ones.
func shapes(columns, depth int, real ...int) (out []Shape) {
	for _, rows := range append([]int{1, 31, 32, 33, 1025}, real...) {
		out = append(out, Shape{Rows: rows, Columns: columns, Depth: depth})
	}
	return out
}
