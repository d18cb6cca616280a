package cuda

import (
	"encoding/binary"
	"math"
	"runtime"
	"slices"

	"asterism/engine/caught"
	"asterism/kernels/cuda"
)

// Weights as signed bytes, for models whose manifest says Precision int8. The large matrices of the layers have a scale for each row, computed here from the float32 weights.
// Their inputs have a scale for each token, computed on the GPU at run time. The result is bf16 again. This takes half of the memory and has twice the tensor cores' rate; on
// sm_90 by the products of a warpgroup, where these are measured to be faster. Embedding tables, norms and the matrices behind the layers stay as they are.
//
// The loss, against float64: of one product of normal numbers 1.1 % (bf16's weights 0.2 %). For an encoder of E8's width with random weights 1 − cosine is 1e-4 for
// 2 layers, 6e-4 for 12 and 8e-4 for 24 (bf16 1e-5, 6e-5, 8e-5; int8_test.go has the first), so the code model's 28 layers must be expected at a cosine of .999.
// Neither has a few channels that are far greater than the others, as trained models have. With one such number among 1,536 in every token a product is off by 2.4 %
// when it is 10 times as large as the others are on average, 5.6 % for 30 times and 8.7 % for 100 times; a scale for each 128 of the depth would leave 1.2, 1.9 and
// 2.6 %, but needs a float32 sum for each in the kernel. It is not built unless trained weights need it.

// quantise loads a matrix as bytes.
func (l *loader) quantise(d dense, rows source) dense {
	d.int8 = &cuda.Int8Rows{Data: l.allocate(d.in * d.out), Scales: l.allocate(4 * d.out)}
	l.widest = max(l.widest, d.in)
	if l.err != nil || l.dry {
		return d
	}
	var scales []byte
	n := max(1, pieceNumbers/d.in)
	for from := 0; from < d.out; from += n {
		v := rows(from, min(n, d.out-from))
		if l.err != nil {
			return d
		}
		data, sizes, err := quantiseRows(v, d.in)
		if err != nil {
			l.fail("quantise rows: %w", err)
			return d
		}
		if bad := slices.IndexFunc(sizes, func(s float32) bool { return !(s <= math.MaxFloat32) }); bad >= 0 {
			l.fail("row %d of a matrix of %d × %d holds a number that is not finite", from+bad, d.out, d.in)
			return d
		}
		l.send(d.int8.Data+cuda.Pointer(from*d.in), data)
		for _, s := range sizes {
			scales = binary.LittleEndian.AppendUint32(scales, math.Float32bits(s))
		}
	}
	l.send(d.int8.Scales, scales)
	return d
}

// quantiseRows rounds rows of `in` numbers on all cores, since a model has up to 1.3 billion of them.
func quantiseRows(v []float32, in int) (data []byte, scales []float32, err error) {
	data, scales = make([]byte, len(v)), make([]float32, len(v)/in)
	share := (len(scales) + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0)
	group := caught.NewGroup()
	for from := 0; from < len(scales); from += share {
		group.Go(func() error {
			for i := from; i < min(from+share, len(scales)); i++ {
				scales[i] = cuda.QuantiseRow(data[i*in:(i+1)*in], v[i*in:(i+1)*in])
			}
			return nil
		})
	}
	return data, scales, group.Wait()
}

// quantised is a network with matrices of bytes: its walks need a buffer for their rows as bytes.
type quantised struct {
	network
	widest int // depth of its widest such matrix
}

func (q quantised) needs(s size) need {
	n := q.network.needs(s)
	n.quantised = roundUp(4*s.tokens) + s.tokens*q.widest
	return n
}

// bytes is where the walker's rows are stored as bytes of that depth: the scales, then the rows.
func (k *walker) bytes(depth int) cuda.Int8Rows {
	return cuda.Int8Rows{Scales: k.quantised, Data: k.quantised + cuda.Pointer(roundUp(4*k.tokens()))}
}

// roundUp rounds n up to a multiple of the allocations' alignment.
func roundUp(n int) int { return (n + alignment - 1) / alignment * alignment }

// product8 is [walker.product] by bytes.
func (k *walker) product8(f cuda.Activation, out, x cuda.Pointer, d dense, residual cuda.Pointer) {
	a := k.bytes(d.in)
	k.launch(cuda.Quantise(a.Data, a.Scales, x, k.rows, d.in))
	k.multiply(task{f: f, out: out, x: a.Data, scales: a.Scales, d: d, residual: residual})
}

// normedProduct is out = f(norm(x)·wᵀ + bias). y is a buffer for the rows of the norm. Where the norm is an RMS norm and the weights are bytes, one kernel makes the
// norm's rows bytes at once: y is not needed, and the rows are rounded once, not twice.
func (k *walker) normedProduct(f cuda.Activation, out, y, x cuda.Pointer, n norm, d dense) {
	if d.int8 == nil || n.shift != 0 || n.width > cuda.NormQuantiseWidth {
		k.normed(y, x, n)
		k.product(f, out, y, d, 0)
		return
	}
	a := k.bytes(d.in)
	k.launch(cuda.RMSNormQuantise(a.Data, a.Scales, x, n.scale, k.rows, n.width, n.epsilon))
	k.multiply(task{f: f, out: out, x: a.Data, scales: a.Scales, d: d})
}
