package cuda

import (
	"errors"

	"asterism/engine/batch"
)

// network is one space's model on a GPU. After loading it is read-only, so several lanes may call it at once. lay and values work on the processor, and walk
// only launches.
type network interface {
	// lay checks the given rows of a batch (windows, ids, sizes of images) and returns their layout on the GPU. Rows without tokens are left out.
	lay(in *batch.Batch, rows []int) (*layout, error)
	// needs is the memory of a walk of such a layout on the GPU; it grows with each number of the size.
	needs(s size) need
	// walk launches everything. When the stream is done, the values are in k.result, and in k.packed if the layout wants them packed. The launches depend
	// only on the layout's size, on whether it contains images and on whether values are packed. Nothing is allocated or copied, so that they can be
	// captured in a graph.
	walk(k *walker)
	// values reads the downloaded bytes of a layout into out, at the place of each of the layout's rows: needs(l.size()).result bytes, or those of packed.
	// A NaN is an error.
	values(l *layout, data []byte, out outcome) error
}

// size is the size of a layout. A row of a batch may be several texts here, with some tokens more than it has.
type size struct{ tokens, texts, tiles int }

// The buffers of a walk, which store numbers from one launch to the next.
const (
	bufferX     = iota // the tokens' vectors, bf16 [tokens, hidden]
	bufferY            // what is added to them
	bufferWide         // queries, keys and values, or the inner layer
	bufferOther        // only in some networks
	buffers
)

// need is bytes on the GPU.
type need struct {
	buffers   [buffers]int
	pixels    int // of images, float32
	quantised int // rows as bytes with their scales, where weights are int8
	result    int // the values
	packed    int // the values packed; 0: this network does not pack
}

// with is the least need that is sufficient for both.
func (n need) with(o need) need {
	for i := range n.buffers {
		n.buffers[i] = max(n.buffers[i], o.buffers[i])
	}
	return need{n.buffers, max(n.pixels, o.pixels), max(n.quantised, o.quantised), max(n.result, o.result), max(n.packed, o.packed)}
}

// errNoImages is the error of a network without a tower for images.
var errNoImages = errors.New("this model sees no images")
