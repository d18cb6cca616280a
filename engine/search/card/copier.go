package card

import (
	"errors"
	"fmt"
	"math/bits"

	"asterism/engine/search"
	"asterism/kernels"
	"asterism/models"
)

// bring copies a chunk to the card, or what it lacks there. Its tokens come by themselves, when everything else is there: they are read from disk.
func (k *keeper) bring(c *kept, spaces models.Set) error {
	late := models.SetOf(models.LateInteraction)
	missing := spaces
	if c.entry != nil {
		missing = c.lacks(spaces)
	}
	if missing == late && c.entry != nil {
		return k.bringTokens(c)
	}
	from := c.source()
	if from == nil {
		c.gone = true
		return nil
	}
	missing = missing.Without(late)
	if left := unreadable(from, missing); left != 0 {
		c.fresh = nil
		k.cannot(c, left)
		return nil
	}
	added := blocksOf(c)
	err := k.bringParts(c, from, missing, added)
	if err == nil {
		err = k.reseat(c, added)
	}
	if err != nil {
		return errors.Join(err, k.giveNew(c, added))
	}
	c.fresh = nil
	return nil
}

// cannot keeps that a chunk's values in some spaces are not to be had. A chunk that is not on the card stays away then; for one that is, all do without them.
func (k *keeper) cannot(c *kept, spaces models.Set) {
	if c.entry != nil {
		k.sums.unable(spaces.Without(c.cannot), 1)
	}
	c.cannot |= spaces
}

// unreadable are the spaces of which a chunk has values that are not in memory.
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

// blocksOf is a copy of what a chunk has on the card, to add to.
func blocksOf(c *kept) *[partCount]block {
	b := c.blocks
	return &b
}

// bringParts copies what always is there, if it is not, and the values of spaces.
func (k *keeper) bringParts(c *kept, from *search.FullChunk, spaces models.Set, to *[partCount]block) (err error) {
	bring := func(p part, write func([]byte) []byte) {
		if err == nil && c.sizes[p] > 0 && to[p].slab == nil {
			to[p], err = k.copy(c.sizes[p], write)
		}
	}
	bring(headPart, func(b []byte) []byte { return appendHead(b, from) })
	for i, space := range termSpaces {
		bring(termsPart+part(i), func(b []byte) []byte { return appendTerms(b, from.Terms[space]) })
	}
	for _, s := range spaces.Spaces() {
		for _, column := range columnsOf[s] {
			bring(valuesPart+part(column), func(b []byte) []byte { return appendValues(b, &from.Dense[column]) })
		}
		if s == models.HDC {
			bring(bitsPart, func(b []byte) []byte { return append(b, rawBytes(from.Bits)...) })
		}
	}
	return err
}

// bringTokens reads the tokens of a chunk's memories and copies them. A memory that was changed meanwhile has others than it had; its row is not looked at any more.
func (k *keeper) bringTokens(c *kept) error {
	late := models.SetOf(models.LateInteraction)
	values, err := k.options.Tokens.TokenVectors(k.ctx, c.ids)
	if k.ctx.Err() != nil {
		return k.fate.cause()
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
		k.cannot(c, late)
		if !k.unread {
			k.unread = true
			k.options.Log.Warn("token vectors are compared by the processor: they could not be read for the card", "cause", err)
		}
		return nil
	}
	k.sums.tokens(c, sizeClass(tokenBytes(tokens)))
	if still, _ := k.plan(); still&late == 0 { // now that it is known how much they take
		return nil
	}
	added := blocksOf(c)
	added[tokensPart], err = k.copy(c.sizes[tokensPart], func(b []byte) []byte { return appendTokens(b, values) })
	if err == nil {
		err = k.reseat(c, added)
	}
	if err != nil {
		return errors.Join(err, k.giveNew(c, added))
	}
	return nil
}

// copy takes a block and fills it.
func (k *keeper) copy(size int, write func([]byte) []byte) (block, error) {
	b, err := k.arena.take(size)
	if err != nil {
		return block{}, err
	}
	if err := k.stage(size); err != nil {
		return block{}, errors.Join(err, k.arena.give(b))
	}
	data := write(k.staged[:0])
	if len(data) > size {
		return block{}, fmt.Errorf("internal fault: a part of %d bytes in a block of %d", len(data), size)
	}
	if err := k.card.Upload(b.at, data); err != nil {
		return block{}, fmt.Errorf("copy a chunk to the card: %w", err)
	}
	return b, k.card.Wait() // what is staged is written over next
}

// stage makes the pinned memory large enough.
func (k *keeper) stage(size int) error {
	if size <= cap(k.staged) {
		return nil
	}
	if err := unpin(k.card, k.staged); err != nil {
		return err
	}
	var err error
	k.staged = nil
	k.staged, err = k.card.Pin(1 << bits.Len(uint(size-1)))
	return err
}

// giveNew gives back the blocks that were taken for a chunk and did not get there.
func (k *keeper) giveNew(c *kept, added *[partCount]block) (err error) {
	for p := range added {
		if added[p] != c.blocks[p] {
			err = errors.Join(err, k.arena.give(added[p]))
		}
	}
	return err
}
