package cuda

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"asterism/engine/backend/onnx/safetensors"
	"asterism/kernels/cuda"
)

// norm is a layer normalisation's scale and shift, float32 [width]; without a shift it is an RMS norm.
type norm struct {
	scale, shift cuda.Pointer
	width        int
	epsilon      float32
}

// rotaryTables is a rotary embedding's tables, see cuda.RotaryTables.
type rotaryTables struct{ cosines, sines cuda.Pointer }

// dense is a matrix [out, in] with its bias, which may be 0.
type dense struct {
	w, bias cuda.Pointer
	in, out int
	int8    *cuda.Int8Rows // in place of w
}

// weights is the address of the matrix, of numbers or of bytes.
func (d dense) weights() cuda.Pointer {
	if d.int8 != nil {
		return d.int8.Data
	}
	return d.w
}

// tilesBytes returns the size of a copy of the matrix in tiles.
func (d dense) tilesBytes() int {
	if d.int8 != nil {
		return cuda.WeightTilesBytes(d.out, d.in/2)
	}
	return cuda.WeightTilesBytes(d.out, d.in)
}

// tiles describes the launch that copies the matrix into tiles.
func (d dense) tiles(at cuda.Pointer) (cuda.Launch, error) {
	if d.int8 != nil {
		return cuda.Int8Tiles(at, d.int8.Data, d.out, d.in)
	}
	return cuda.WeightTiles(at, d.w, d.out, d.in)
}

// loader loads a repository's tensors into a GPU. It stores the first error, so that the loading of a model reads as a list of its weights.
type loader struct {
	ctx    context.Context
	alloc  func(bytes int) (cuda.Pointer, error)
	upload func(at cuda.Pointer, data []byte) error
	dry    bool // tensors are looked up and counted by alloc, and nothing is read or uploaded
	int8   bool // the large matrices become bytes
	widest int  // depth of the widest of these

	set    *safetensors.Set
	prefix string // in front of every name
	err    error
}

func (l *loader) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf(format, args...)
	}
}

// has reports whether the repository has a tensor.
func (l *loader) has(name string) bool {
	_, ok := l.set.Tensor(l.prefix + name)
	return ok
}

// find returns a tensor that must have the shape.
func (l *loader) find(name string, shape ...int) (t safetensors.Tensor) {
	if l.err != nil {
		return t
	}
	t, ok := l.set.Tensor(l.prefix + name)
	if !ok {
		l.fail("the weights lack the tensor %s", l.prefix+name)
	} else if !slices.Equal(t.Shape, shape) {
		l.fail("tensor %s has the shape %v, but config.json says %v", t.Name, t.Shape, shape)
	}
	return t
}

// pieceNumbers is about how many numbers are read, converted and uploaded at a time.
const pieceNumbers = 4 << 20

// matrix loads rows of `in` numbers as bf16.
func (l *loader) matrix(in, out int, rows source) cuda.Pointer {
	at := l.allocate(2 * in * out)
	if l.err != nil || l.dry {
		return at
	}
	n := max(1, pieceNumbers/in)
	data := make([]byte, 0, 2*in*min(n, out))
	for from := 0; from < out; from += n {
		v := rows(from, min(n, out-from))
		if l.err != nil {
			return 0
		}
		data = data[:0]
		for _, x := range v {
			data = binary.LittleEndian.AppendUint16(data, uint16(cuda.ToBF16(x)))
		}
		l.send(at+cuda.Pointer(2*in*from), data)
	}
	return at
}

// depths are what a product's depth must be a multiple of.
const depths = 32

// dense loads a matrix of a layer, as bytes if the model is int8.
func (l *loader) dense(in, out int, bias cuda.Pointer, rows source) dense {
	d := l.projection(in, out)
	d.bias = bias
	if l.int8 {
		return l.quantise(d, rows)
	}
	d.w = l.matrix(in, out, rows)
	return d
}

// small loads a matrix behind the layers. It is always bf16, because no later layer reduces its rounding errors.
func (l *loader) small(in, out int, rows source) dense {
	d := l.projection(in, out)
	d.w = l.matrix(in, out, rows)
	return d
}

// projection is a matrix that is still empty.
func (l *loader) projection(in, out int) dense {
	if in%depths != 0 || out%2 != 0 {
		l.fail("a matrix of %d × %d: the GPU's products take a depth in multiples of %d and an even number of rows", out, in, depths)
	}
	return dense{in: in, out: out}
}

// vector loads float32 numbers: tensors of one dimension one after another, such as a bias of a stack.
func (l *loader) vector(parts ...part) cuda.Pointer {
	var all []float32
	n := 0
	for _, p := range parts {
		all = append(all, l.numbers(p)...)
		n += p.rows
	}
	return l.floats(n, all)
}

// gatedVector is a bias of gated rows.
func (l *loader) gatedVector(gates, values part) cuda.Pointer {
	g, v := l.numbers(gates), l.numbers(values)
	all := make([]float32, 0, 2*len(g))
	for i := range g {
		all = append(all, g[i], v[i])
	}
	return l.floats(2*gates.rows, all)
}

// numbers reads a tensor of one dimension; nothing in a dry run.
func (l *loader) numbers(p part) []float32 {
	t := l.find(p.name, p.rows)
	if l.err != nil || l.dry {
		return nil
	}
	v, err := l.set.Floats(l.ctx, t)
	l.err = err
	return v
}

// floats loads n numbers.
func (l *loader) floats(n int, v []float32) cuda.Pointer {
	at := l.allocate(4 * n)
	if l.err != nil || l.dry {
		return at
	}
	l.send(at, bytesOfFloats(v))
	return at
}

// bytesOfFloats are numbers as a GPU stores them.
func bytesOfFloats(v []float32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, x := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}

// norm loads a norm's scale and shift, by their current names or those of the first checkpoints.
func (l *loader) norm(name string, width int, epsilon float64) norm {
	scale, shift := name+".weight", name+".bias"
	if l.has(name + ".gamma") {
		scale, shift = name+".gamma", name+".beta"
	}
	return norm{l.vector(part{scale, width}), l.vector(part{shift, width}), width, float32(epsilon)}
}

// rms loads an RMS norm's scale.
func (l *loader) rms(name string, width int, epsilon float64) norm {
	return norm{scale: l.vector(part{name + ".weight", width}), width: width, epsilon: float32(epsilon)}
}

// rotaryTables makes the tables of a rotary embedding.
func (l *loader) rotaryTables(places, width int, base float64) rotaryTables {
	if l.dry {
		return rotaryTables{l.floats(places*width/2, nil), l.floats(places*width/2, nil)}
	}
	cosines, sines := cuda.RotaryTables(places, width, base)
	return rotaryTables{l.floats(len(cosines), cosines), l.floats(len(sines), sines)}
}

// allocate allocates bytes on the GPU.
func (l *loader) allocate(bytes int) cuda.Pointer {
	if l.err != nil {
		return 0
	}
	at, err := l.alloc(bytes)
	l.err = err
	return at
}

func (l *loader) send(at cuda.Pointer, data []byte) {
	if l.err == nil {
		l.err = l.ctx.Err()
	}
	if l.err == nil {
		l.err = l.upload(at, data)
	}
}
