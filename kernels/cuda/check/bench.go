package check

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"asterism/kernels/cuda"
)

// Bench gives a check its machine, its random numbers and its buffers. It keeps the first fault and does nothing after it, so that a check reads as a
// list; [Bench.Close] returns it.
type Bench struct {
	Machine cuda.Machine
	Rand    *rand.Rand
	buffers map[cuda.Pointer]buffer
	order   []cuda.Pointer // as they were made
	last    cuda.Launch
	err     error
}

// buffer is between two guards of NaN: a kernel that reads too far finds no plausible numbers there, and one that writes too far is detected.
type buffer struct {
	from  cuda.Pointer // of the guard before it
	bytes int
}

// guardBytes keeps what follows aligned as the machine does.
const guardBytes = 4096

var guard = bytes.Repeat([]byte{0xff}, guardBytes)

// NewBench returns a bench whose random numbers depend on the seed.
func NewBench(m cuda.Machine, seed uint64) *Bench {
	return &Bench{Machine: m, Rand: rand.New(rand.NewPCG(seed, 0x6b65726e)), buffers: map[cuda.Pointer]buffer{}}
}

func (b *Bench) keep(err error) {
	if b.err == nil {
		b.err = err
	}
}

// Poison adds a buffer of n bytes that reads as NaN, for outputs.
func (b *Bench) Poison(n int) cuda.Pointer { return b.add(n, bytes.Repeat([]byte{0xff}, n)) }

// Bytes adds a buffer with the data.
func (b *Bench) Bytes(data []byte) cuda.Pointer { return b.add(len(data), data) }

func (b *Bench) add(n int, data []byte) cuda.Pointer {
	if b.err != nil {
		return 0
	}
	from, err := b.Machine.Alloc(n + 2*guardBytes)
	if err != nil {
		b.keep(fmt.Errorf("allocate %d bytes: %w", n, err))
		return 0
	}
	p := from + guardBytes
	b.buffers[p], b.order = buffer{from, n}, append(b.order, p)
	b.keep(errors.Join(b.Machine.Upload(from, guard), b.Machine.Upload(p, data), b.Machine.Upload(p+cuda.Pointer(n), guard)))
	return p
}

// Floats adds a buffer of float32.
func (b *Bench) Floats(v []float32) cuda.Pointer {
	data := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(x))
	}
	return b.Bytes(data)
}

// Ints adds a buffer of int32.
func (b *Bench) Ints(v []int32) cuda.Pointer {
	data := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(data[4*i:], uint32(x))
	}
	return b.Bytes(data)
}

// BF16s adds a buffer of bf16.
func (b *Bench) BF16s(v []cuda.BF16) cuda.Pointer {
	data := make([]byte, 2*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint16(data[2*i:], uint16(x))
	}
	return b.Bytes(data)
}

// Launch starts a kernel; the error is that of its description.
func (b *Bench) Launch(l cuda.Launch, err error) {
	b.keep(err)
	if b.err == nil {
		b.last = l
		b.keep(b.Machine.Launch(l))
	}
}

// Again starts the newest launch n times more and waits until all is done; benchmarks time it.
func (b *Bench) Again(n int) error {
	for range n {
		b.Launch(b.last, nil)
	}
	if b.err == nil {
		b.keep(b.Machine.Wait())
	}
	return b.err
}

// ReadBytes returns the content of a buffer.
func (b *Bench) ReadBytes(p cuda.Pointer) []byte {
	if b.err != nil {
		return nil
	}
	held, ok := b.buffers[p]
	if !ok {
		b.keep(fmt.Errorf("read a buffer at %#x: there is none", uint64(p)))
		return nil
	}
	data := make([]byte, held.bytes)
	b.keep(b.Machine.Download(data, p))
	return data
}

// ReadBF16s reads a buffer of bf16.
func (b *Bench) ReadBF16s(p cuda.Pointer) []float64 {
	data := b.ReadBytes(p)
	out := make([]float64, len(data)/2)
	for i := range out {
		out[i] = float64(cuda.BF16(binary.LittleEndian.Uint16(data[2*i:])).Float())
	}
	return out
}

// ReadFloats reads a buffer of float32.
func (b *Bench) ReadFloats(p cuda.Pointer) []float64 {
	data := b.ReadBytes(p)
	out := make([]float64, len(data)/4)
	for i := range out {
		out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
	}
	return out
}

// ReadInts reads a buffer of int32.
func (b *Bench) ReadInts(p cuda.Pointer) []int32 {
	data := b.ReadBytes(p)
	out := make([]int32, len(data)/4)
	for i := range out {
		out[i] = int32(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return out
}

// Close checks that nothing was written outside the buffers, frees them, and returns the first fault of all.
func (b *Bench) Close() error {
	if b.err == nil {
		b.keep(b.Machine.Wait())
	}
	for i, p := range b.order {
		if b.err == nil {
			b.keep(b.intact(i, p))
		}
	}
	var errs []error
	for _, p := range b.order {
		errs = append(errs, b.Machine.Free(b.buffers[p].from))
	}
	clear(b.buffers)
	b.order = nil
	if b.err == nil { // a machine that has failed cannot free either, and reports nothing new
		b.err = errors.Join(errs...)
	}
	return b.err
}

// intact checks a buffer's guards.
func (b *Bench) intact(i int, p cuda.Pointer) error {
	data := make([]byte, guardBytes)
	for _, at := range []struct {
		from cuda.Pointer
		side string
	}{{b.buffers[p].from, "before"}, {p + cuda.Pointer(b.buffers[p].bytes), "behind"}} {
		if err := b.Machine.Download(data, at.from); err != nil {
			return err
		}
		if !bytes.Equal(data, guard) {
			return fmt.Errorf("a kernel wrote %s buffer %d of %d bytes (counted from 0 in the order in which the check made them)", at.side, i, b.buffers[p].bytes)
		}
	}
	return nil
}
