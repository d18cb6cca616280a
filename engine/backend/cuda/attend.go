package cuda

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
)

// wayAttend computes long texts' attention by the products of a warpgroup (kernels/cuda/attention_wgmma.cu); the other way is attention.cu's, by mma.sync. Like the ways to
// multiply it is measured, and left out where its numbers differ from the other's.
const wayAttend way = "wgmma attention"

// Texts with which the ways are compared, of several tiles whose last is not full, and with which they are timed: as long as models take them.
var (
	comparedTexts = []int32{70, 130}
	timedTexts    = []int32{512, 512, 512, 512}
)

// attends reports whether a warpgroup computes long texts' attention with such heads. While networks are recorded it records the shape.
func (p *products) attends(as attentionShape) bool {
	switch {
	case p == nil:
		return false
	case p.recorded != nil:
		p.recorded.attentions = append(p.recorded.attentions, as)
		return false
	}
	return p.heads[as.width] > 0
}

// canAttend reports whether there is such a kernel.
func (p *products) canAttend(width int) bool {
	return (width == 64 || width == 128) && cuda.CanWGMMA(p.info) && !p.refused[wayAttend]
}

// measureAttention chooses how long texts' attention is computed, by the first shape of each width of heads.
func (p *products) measureAttention(ctx context.Context, m cuda.Machine, attentions []attentionShape) error {
	seen := map[int]bool{}
	for _, as := range attentions {
		if err := ctx.Err(); err != nil {
			return err
		}
		if seen[as.width] || !p.canAttend(as.width) {
			continue
		}
		seen[as.width] = true
		err := p.chooseAttention(m, as)
		if errors.Is(err, cuda.ErrMemory) {
			err = nil // the plain way is used
		}
		if err := p.refuse(err, wayAttend); err != nil {
			return fmt.Errorf("measure attention with heads of %d: %w", as.width, err)
		}
	}
	return nil
}

func (p *products) chooseAttention(m cuda.Machine, as attentionShape) error {
	return p.guarded(func() error {
		plain, err := attended(m, as, comparedTexts, false, m.Launch)
		if err != nil {
			return err
		}
		byWarpgroup, err := attended(m, as, comparedTexts, true, m.Launch)
		if err != nil {
			return err
		}
		if off := check.Error(byWarpgroup, plain, as.width); !(off <= 2*check.OneRounding) { // each is rounded once
			p.log.Warn("a way to attend is left out, because its numbers are wrong", "way", string(wayAttend), "heads", as.width, "error", off, "limit", 2*check.OneRounding)
			return nil
		}
		var took [2]time.Duration
		for i, w := range []bool{false, true} {
			_, err := attended(m, as, timedTexts, w, func(l cuda.Launch) (err error) {
				took[i], err = p.time(m, func() error { return m.Launch(l) })
				return err
			})
			if err != nil {
				return err
			}
		}
		if took[1] < took[0] {
			p.heads[as.width] = math.Round(100*float64(took[0])/float64(max(took[1], 1))) / 100
		}
		return nil
	}, wayAttend)
}

// attended returns the attention of texts of these lengths, of random numbers; launch starts the kernel.
func attended(m cuda.Machine, as attentionShape, lengths []int32, byWarpgroup bool, launch func(cuda.Launch) error) (numbers []float64, err error) {
	offsets := []int32{0}
	for _, n := range lengths {
		offsets = append(offsets, offsets[len(offsets)-1]+n)
	}
	rows, stride := int(offsets[len(lengths)]), (as.heads+2*as.keyHeads)*as.width
	tiles := cuda.AttentionTiles(offsets)
	sizes := []int{2 * rows * stride, 2 * rows * as.heads * as.width, 4 * len(tiles), 4 * len(offsets)}
	at := make([]cuda.Pointer, len(sizes))
	defer func() {
		for _, p := range at {
			if p != 0 {
				err = errors.Join(err, m.Free(p))
			}
		}
	}()
	for i, n := range sizes {
		if at[i], err = m.Alloc(n); err != nil {
			return nil, err
		}
	}
	queries, keys := cuda.Pointer(2*as.heads*as.width), cuda.Pointer(2*as.keyHeads*as.width)
	l, err := cuda.Attention{Q: at[0], K: at[0] + queries, V: at[0] + queries + keys, Stride: stride, Heads: as.heads, Group: as.heads / as.keyHeads, Width: as.width, Causal: as.causal,
		WGMMA: byWarpgroup}.Launch(at[1], at[2], at[3], len(tiles)/2)
	data := make([]byte, sizes[1])
	for i := range data {
		data[i] = 0xff // what is not written is NaN
	}
	if err = errors.Join(err, fill(m, at[0], sizes[0]), m.Upload(at[1], data), m.Upload(at[2], bytesOfInts(tiles)), m.Upload(at[3], bytesOfInts(offsets))); err != nil {
		return nil, err
	}
	if err = errors.Join(launch(l), m.Download(data, at[1])); err != nil {
		return nil, err
	}
	return bf16s(data), nil
}

// bytesOfInts are whole numbers as a GPU stores them.
func bytesOfInts(v []int32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, x := range v {
		out = binary.LittleEndian.AppendUint32(out, uint32(x))
	}
	return out
}
