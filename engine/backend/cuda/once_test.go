package cuda

import (
	"encoding/binary"
	"math"

	"asterism/kernels/cuda"
)

// runOnce walks a layout in memory that it allocates and frees. Of one that is packed it reads the packed values, and, where out has a slice for them, also the floats.
func runOnce(m cuda.Machine, n network, l *layout, out outcome) (err error) {
	k := &walker{gpu: m, layout: l, rows: l.size().tokens}
	var allocated []cuda.Pointer
	defer func() {
		for _, p := range allocated {
			if e := m.Free(p); err == nil {
				err = e
			}
		}
	}()
	alloc := func(bytes int) (at cuda.Pointer) {
		if bytes == 0 || k.err != nil {
			return 0
		}
		at, e := m.Alloc(bytes)
		if e == nil {
			allocated = append(allocated, at)
		}
		k.setError(e)
		return at
	}
	need := n.needs(l.size())
	for i, v := range l.whole {
		if k.whole[i] = alloc(4 * len(v)); k.err == nil {
			k.setError(m.Upload(k.whole[i], bytesOfInts(v)))
		}
	}
	if len(l.pixels) > 0 {
		data := make([]byte, 0, 4*len(l.pixels))
		for _, v := range l.pixels {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		if k.pixels = alloc(need.pixels); k.err == nil {
			k.setError(m.Upload(k.pixels, data))
		}
	}
	for i := range k.buffers {
		k.buffers[i] = alloc(need.buffers[i])
	}
	k.quantised, k.result, k.packed = alloc(need.quantised), alloc(need.result), alloc(need.packed)
	if k.err == nil {
		n.walk(k)
	}
	read := func(at cuda.Pointer, bytes int) error {
		data := make([]byte, bytes)
		if k.err == nil {
			k.err = m.Download(data, at)
		}
		if k.err != nil {
			return k.err
		}
		return n.values(l, data, out)
	}
	if l.packed {
		err = read(k.packed, need.packed)
		l.packed = false
	}
	if err == nil && out.values != nil {
		err = read(k.result, need.result)
	}
	return err
}
