package card

import (
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/kernels/cuda"
	"asterism/models"
)

// kept is a chunk that the index has offered.
type kept struct {
	number  uint64
	fresh   *search.FullChunk // as it was offered, until it was copied or could not be
	again   func() *search.FullChunk
	ids     []store.ID
	present models.Set     // the spaces in which some row has a value
	sizes   [partCount]int // of the blocks; of tokens: 0 until they were read
	cannot  models.Set     // spaces whose values nobody has in memory any more, or that cannot be read
	gone    bool           // the index has dropped it, and will say so

	entry  *entry // what is published of it; nil: it is not on the card
	blocks [partCount]block
	holds  models.Set // see holding
}

func newKept(c *search.FullChunk) *kept {
	k := &kept{number: c.Number, fresh: c, again: c.Again, ids: c.IDs, present: spacesOf(c)}
	k.sizes[headPart] = cuda.SeatHeadBytes
	for i, space := range termSpaces {
		if p := c.Terms[space]; p != nil {
			k.sizes[termsPart+part(i)] = sizeClass(termBytes(p))
		}
	}
	for i := range c.Dense {
		if c.Dense[i].Codes != nil {
			k.sizes[valuesPart+part(i)] = valueBytes[i]
		}
	}
	if c.BitCode != nil {
		k.sizes[bitsPart] = bitBytes
	}
	return k
}

// source is the chunk's content; nil: the index has dropped it.
func (c *kept) source() *search.FullChunk {
	if c.fresh != nil {
		return c.fresh
	}
	if c.again == nil {
		return nil
	}
	return c.again()
}

// always is what its head and terms take.
func (c *kept) always() (bytes uint64) {
	for p := headPart; p < valuesPart; p++ {
		bytes += uint64(c.sizes[p])
	}
	return bytes
}

// takes is what the values of a space take; of E12 0 until its tokens were read.
func (c *kept) takes(s models.Space) (bytes uint64) {
	for _, p := range partsOf[s] {
		bytes += uint64(c.sizes[p])
	}
	return bytes
}

// holding are the spaces of which there are values on the card that may go.
func holding(blocks *[partCount]block) (set models.Set) {
	for _, s := range shedding {
		for _, p := range partsOf[s] {
			if blocks[p].slab != nil {
				set = set.With(s)
			}
		}
	}
	return set
}

// lacks are the spaces whose values it should have on the card, and could.
func (c *kept) lacks(spaces models.Set) models.Set {
	if c.entry == nil || c.gone {
		return 0
	}
	return spaces.Without(c.entry.has).Without(c.cannot)
}

// able reports whether it can be brought to the card with the values of these spaces.
func (c *kept) able(spaces models.Set) bool {
	return !c.gone && spaces&c.cannot == 0
}

// has are the spaces in which it can be compared with what is on the card. Whether there are tokens only their source knows: what the chunk says of them is what was believed when the
// memories were stored.
func (c *kept) has() models.Set {
	return models.All.Without(partial&c.present|models.SetOf(models.LateInteraction)) | c.holds
}
