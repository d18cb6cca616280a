package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"asterism/kernels/cuda"
)

// laneMemory is a lane's memory on the GPU, and the pinned memory on the host for copies to and from it. It is allocated when the lane starts, for the largest
// layout that is planned, and grows only for a single row that is longer. So nothing is allocated between batches.
type laneMemory struct {
	gpu     cuda.Machine
	net     network
	most    size // of the layouts that fit
	need    need // of a layout of that size
	offsets offsets
	at      cuda.Pointer
	staged  []byte // pinned: a batch's numbers, then its pixels
	result  []byte // pinned: what came back
}

// offsets are the places of the buffers in a lane's memory, in bytes from its beginning. The input of a batch is at the beginning, and packed for the size of that batch.
type offsets struct {
	staged            int // bytes of a batch's input
	buffers           [buffers]int
	quantised, result int
	packed            int
	bytes             int // of all
}

func aligned(n int) int { return (n + alignment - 1) / alignment * alignment }

func offsetsOf(n need, most size) (p offsets) {
	for _, bytes := range wholeBytes(most) {
		p.staged += aligned(bytes)
	}
	p.staged += aligned(n.pixels)
	p.bytes = p.staged
	alloc := func(bytes int) (at int) {
		at, p.bytes = p.bytes, p.bytes+aligned(bytes)
		return at
	}
	for i, bytes := range n.buffers {
		p.buffers[i] = alloc(bytes)
	}
	p.quantised, p.result, p.packed = alloc(n.quantised), alloc(n.result), alloc(n.packed)
	return p
}

// within reports whether no number of a is above that of b.
func (a size) within(b size) bool {
	return a.tokens <= b.tokens && a.texts <= b.texts && a.tiles <= b.tiles
}

// with is the least size that both are within.
func (a size) with(b size) size {
	return size{max(a.tokens, b.tokens), max(a.texts, b.texts), max(a.tiles, b.tiles)}
}

// within reports whether no number of n is above that of o.
func (n need) within(o need) bool { return n.with(o) == o }

// fit makes sure that layouts of a size fit; grown says that the memory has moved. If there is too little memory for the size, the old memory is allocated again;
// if that fails too, there is none.
func (r *laneMemory) fit(s size) (grown bool, err error) {
	if r.staged != nil && s.within(r.most) {
		return false, nil
	}
	old, had := r.most, r.staged != nil
	if err := r.close(); err != nil {
		return true, err
	}
	if err = r.make(old.with(s)); err != nil && had {
		_ = r.make(old) // the first error is returned; if this fails too, the next batch tries again
	}
	return true, err
}

func (r *laneMemory) make(most size) (err error) {
	n := r.net.needs(most)
	p := offsetsOf(n, most)
	if r.at, err = r.gpu.Alloc(p.bytes); err != nil {
		return fmt.Errorf("allocate memory for %d tokens of %d texts: %w", most.tokens, most.texts, err)
	}
	r.staged, err = r.gpu.Pin(p.staged)
	if err == nil {
		r.result, err = r.gpu.Pin(max(n.result, n.packed, 1))
	}
	if err != nil {
		_ = r.close() // the first error says more
		return err
	}
	r.most, r.need, r.offsets = most, n, p
	return nil
}

// close frees everything.
func (r *laneMemory) close() (err error) {
	for _, data := range [][]byte{r.staged, r.result} {
		if data == nil {
			continue
		}
		if e := r.gpu.Unpin(data); err == nil {
			err = e
		}
	}
	if r.at != 0 {
		if e := r.gpu.Free(r.at); err == nil {
			err = e
		}
	}
	*r = laneMemory{gpu: r.gpu, net: r.net}
	return err
}

// stage writes a layout into pinned memory, for one copy to the GPU, and returns the walker with the addresses that it will have there. A layout whose size fits and
// whose buffers do not is a fault of the network; it is refused, because a kernel would write beyond its buffer.
func (r *laneMemory) stage(l *layout) (k *walker, data []byte, err error) {
	if n := r.net.needs(l.size()); !n.within(r.need) || 4*len(l.pixels) > n.pixels {
		return nil, nil, fmt.Errorf("internal fault: a layout of %+v with %d pixels needs %+v, one of %+v only %+v", l.size(), len(l.pixels), n, r.most, r.need)
	}
	k = &walker{gpu: r.gpu, layout: l, rows: l.size().tokens}
	at := 0
	for i, v := range l.whole {
		k.whole[i] = r.at + cuda.Pointer(at)
		for j, x := range v {
			binary.LittleEndian.PutUint32(r.staged[at+4*j:], uint32(x))
		}
		at += aligned(4 * len(v))
	}
	k.pixels = r.at + cuda.Pointer(at)
	for j, x := range l.pixels {
		binary.LittleEndian.PutUint32(r.staged[at+4*j:], math.Float32bits(x))
	}
	at += 4 * len(l.pixels)
	for i := range k.buffers {
		k.buffers[i] = r.at + cuda.Pointer(r.offsets.buffers[i])
	}
	k.quantised, k.result, k.packed = r.at+cuda.Pointer(r.offsets.quantised), r.at+cuda.Pointer(r.offsets.result), r.at+cuda.Pointer(r.offsets.packed)
	return k, r.staged[:at], nil
}

// upload starts the copy of what was staged to the GPU.
func (r *laneMemory) upload(data []byte) error { return r.gpu.Upload(r.at, data) }

// download waits for a walk and copies its values to the host, packed or as floats. The bytes are valid until the next batch.
func (r *laneMemory) download(k *walker) ([]byte, error) {
	n := r.net.needs(k.layout.size())
	if k.layout.packed {
		data := r.result[:n.packed]
		return data, r.gpu.Download(data, k.packed)
	}
	data := r.result[:n.result]
	return data, r.gpu.Download(data, k.result)
}
