package cuda

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"asterism/engine/backend/onnx/safetensors"
	"asterism/kernels/cuda"
)

// loader brings a repository's tensors to a card. The first fault is kept, so that a model's weights read as a list.
type loader struct {
	ctx    context.Context
	set    *safetensors.Set
	prefix string // in front of every name
	card   cuda.Machine
	loaded []cuda.Pointer
	err    error
}

// floats reads a tensor that must have so many numbers.
func (l *loader) floats(name string, numbers int) []float32 {
	if l.err != nil {
		return nil
	}
	t, ok := l.set.Tensor(l.prefix + name)
	if !ok {
		l.err = fmt.Errorf("the weights lack the tensor %s", l.prefix+name)
		return nil
	}
	v, err := l.set.Floats(l.ctx, t)
	if err == nil && len(v) != numbers {
		err = fmt.Errorf("tensor %s has the shape %v, which is not %d numbers", t.Name, t.Shape, numbers)
	}
	l.err = err
	return v
}

// matrix loads tensors one below another as bf16: three projections become one product.
func (l *loader) matrix(numbers int, names ...string) cuda.Pointer {
	var data []byte
	for _, name := range names {
		for _, v := range l.floats(name, numbers) {
			data = binary.LittleEndian.AppendUint16(data, uint16(cuda.ToBF16(v)))
		}
	}
	return l.put(data)
}

// vector loads tensors one behind another as float32: biases, and the scales and shifts of norms.
func (l *loader) vector(numbers int, names ...string) cuda.Pointer {
	var data []byte
	for _, name := range names {
		for _, v := range l.floats(name, numbers) {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
	}
	return l.put(data)
}

func (l *loader) put(data []byte) cuda.Pointer {
	if l.err != nil {
		return 0
	}
	at, err := l.card.Alloc(len(data))
	if err == nil {
		l.loaded = append(l.loaded, at)
		err = l.card.Upload(at, data)
	}
	l.err = err
	return at
}

// release frees what was loaded.
func release(m cuda.Machine, loaded []cuda.Pointer) error {
	for _, at := range loaded {
		if err := m.Free(at); err != nil {
			return err
		}
	}
	return nil
}
