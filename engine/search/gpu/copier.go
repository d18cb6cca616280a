package gpu

import (
	"errors"
	"fmt"
	"math/bits"

	"asterism/engine/search"
	"asterism/kernels"
	"asterism/models"
)

// copyChunk copies a chunk to the GPU, or the parts that are missing there. Tokens are copied last and separately, since
// they are read from disk.
func (k *manager) copyChunk(c *chunk, spaces models.Set) error {
	late := models.SetOf(models.LateInteraction)
	missing := spaces
	if c.entry != nil {
		missing = c.missing(spaces)
	}
	if missing == late && c.entry != nil {
		return k.copyTokens(c)
	}
	from := c.source()
	if from == nil {
		c.dropped = true
		return nil
	}
	missing = missing.Without(late)
	if left := unreadable(from, missing); left != 0 {
		c.offered = nil
		k.markUnavailable(c, left)
		return nil
	}
	added := blocksOf(c)
	err := k.copyParts(c, from, missing, added)
	if err == nil {
		err = k.writeSeat(c, added)
	}
	if err != nil {
		return errors.Join(err, k.freeNew(c, added))
	}
	c.offered = nil
	return nil
}

// markUnavailable records that a chunk's values in some spaces cannot be read. A chunk that is not on the GPU is then
// not copied. If it is on the GPU, these spaces are dropped from all chunks.
func (k *manager) markUnavailable(c *chunk, spaces models.Set) {
	if c.entry != nil {
		k.totals.countUnavailable(spaces.Without(c.unavailable), 1)
	}
	c.unavailable |= spaces
}

// unreadable returns the spaces whose values a chunk has, but not in memory.
func unreadable(from *search.FullChunk, spaces models.Set) (set models.Set) {
	for _, s := range spaces.Spaces() {
		for _, column := range columnsOf[s] {
			if d := &from.Dense[column]; d.Codes != nil && d.Rows == nil {
				set = set.With(s)
			}
		}
		if s == models.HDC && from.BitCode != nil && from.Bits == nil {
			set = set.With(s)
		}
	}
	return set
}

// blocksOf returns a copy of a chunk's block list, to which blocks can be added.
func blocksOf(c *chunk) *[partCount]block {
	b := c.blocks
	return &b
}

// copyParts copies the head and terms, if they are missing, and the values of spaces.
func (k *manager) copyParts(c *chunk, from *search.FullChunk, spaces models.Set, to *[partCount]block) (err error) {
	copyPart := func(p part, write func([]byte) []byte) {
		if err == nil && c.sizes[p] > 0 && to[p].slab == nil {
			to[p], err = k.uploadBlock(c.sizes[p], write)
		}
	}
	copyPart(headPart, func(b []byte) []byte { return appendHead(b, from) })
	for i, space := range termSpaces {
		copyPart(termsPart+part(i), func(b []byte) []byte { return appendTerms(b, from.Terms[space]) })
	}
	for _, s := range spaces.Spaces() {
		for _, column := range columnsOf[s] {
			copyPart(valuesPart+part(column), func(b []byte) []byte { return appendValues(b, &from.Dense[column]) })
		}
		if s == models.HDC {
			copyPart(bitsPart, func(b []byte) []byte { return append(b, rawBytes(from.Bits)...) })
		}
	}
	return err
}

// copyTokens reads the tokens of a chunk's memories and copies them. If a memory was changed meanwhile, these are the
// tokens of its new version; its row in this chunk is dead and no search reads it.
func (k *manager) copyTokens(c *chunk) error {
	late := models.SetOf(models.LateInteraction)
	values, err := k.options.Tokens.TokenVectors(k.ctx, c.ids)
	if k.ctx.Err() != nil {
		return k.life.cause()
	}
	if err == nil && len(values) != len(c.ids) {
		err = fmt.Errorf("%d values for %d memories", len(values), len(c.ids))
	}
	tokens := 0
	for i := range values {
		v := &values[i]
		if err == nil && len(v.Nibbles) != kernels.TokenWidth/2*len(v.Scales) {
			err = fmt.Errorf("%d bytes for %d tokens of a memory", len(v.Nibbles), len(v.Scales))
		}
		tokens += len(v.Scales)
	}
	if err != nil {
		k.markUnavailable(c, late)
		if !k.warnedTokens {
			k.warnedTokens = true
			k.options.Log.Warn("token vectors are compared by the processor: they could not be read for the GPU", "cause", err)
		}
		return nil
	}
	k.totals.setTokenBytes(c, sizeClass(tokenBytes(tokens)))
	if still, _ := k.plan(); still&late == 0 { // the plan may change, since the size of the tokens is now known
		return nil
	}
	added := blocksOf(c)
	added[tokensPart], err = k.uploadBlock(c.sizes[tokensPart], func(b []byte) []byte { return appendTokens(b, values) })
	if err == nil {
		err = k.writeSeat(c, added)
	}
	if err != nil {
		return errors.Join(err, k.freeNew(c, added))
	}
	return nil
}

// uploadBlock allocates a block and fills it.
func (k *manager) uploadBlock(size int, write func([]byte) []byte) (block, error) {
	b, err := k.arena.alloc(size)
	if err != nil {
		return block{}, err
	}
	if err := k.growStaging(size); err != nil {
		return block{}, errors.Join(err, k.arena.free(b))
	}
	data := write(k.staging[:0])
	if len(data) > size {
		return block{}, fmt.Errorf("internal fault: a part of %d bytes in a block of %d", len(data), size)
	}
	if err := k.stream.Upload(b.at, data); err != nil {
		return block{}, fmt.Errorf("copy a chunk to the GPU: %w", err)
	}
	return b, k.stream.Wait() // the staging memory is reused for the next block
}

// growStaging makes the pinned staging memory large enough.
func (k *manager) growStaging(size int) error {
	if size <= cap(k.staging) {
		return nil
	}
	if err := unpin(k.stream, k.staging); err != nil {
		return err
	}
	var err error
	k.staging = nil
	k.staging, err = k.stream.Pin(1 << bits.Len(uint(size-1)))
	return err
}

// freeNew frees the blocks that were allocated for a copy that failed.
func (k *manager) freeNew(c *chunk, added *[partCount]block) (err error) {
	for p := range added {
		if added[p] != c.blocks[p] {
			err = errors.Join(err, k.arena.free(added[p]))
		}
	}
	return err
}
