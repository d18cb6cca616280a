package gpu

import (
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/kernels/cuda"
	"asterism/models"
)

// chunk is a full chunk that the index has offered.
type chunk struct {
	number      uint64
	offered     *search.FullChunk // the offered content, until it was copied or cannot be
	reload      func() *search.FullChunk
	ids         []store.ID
	present     models.Set     // the spaces in which some row has a value
	sizes       [partCount]int // of the blocks; of tokens: 0 until they were read
	unavailable models.Set     // spaces whose values are no longer in memory, or cannot be read
	dropped     bool           // the index has dropped it; its Remove call will come

	entry    *entry // as published; nil: not on the GPU
	blocks   [partCount]block
	optional models.Set // see optionalSpaces
}

func newChunk(c *search.FullChunk) *chunk {
	k := &chunk{number: c.Number, offered: c, reload: c.Current, ids: c.IDs, present: spacesOf(c)}
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

// source returns the chunk's content; nil: the index has dropped it.
func (c *chunk) source() *search.FullChunk {
	if c.offered != nil {
		return c.offered
	}
	if c.reload == nil {
		return nil
	}
	return c.reload()
}

// baseBytes is the size of its head and terms.
func (c *chunk) baseBytes() (bytes uint64) {
	for p := headPart; p < valuesPart; p++ {
		bytes += uint64(c.sizes[p])
	}
	return bytes
}

// spaceBytes is the size of a space's values; for E12 0 until its tokens were read.
func (c *chunk) spaceBytes(s models.Space) (bytes uint64) {
	for _, p := range partsOf[s] {
		bytes += uint64(c.sizes[p])
	}
	return bytes
}

// optionalSpaces are the evictable spaces that have blocks on the GPU.
func optionalSpaces(blocks *[partCount]block) (set models.Set) {
	for _, s := range evictionOrder {
		for _, p := range partsOf[s] {
			if blocks[p].slab != nil {
				set = set.With(s)
			}
		}
	}
	return set
}

// missing returns the spaces whose values should be on the GPU, are not, and can be read.
func (c *chunk) missing(spaces models.Set) models.Set {
	if c.entry == nil || c.dropped {
		return 0
	}
	return spaces.Without(c.entry.searchable).Without(c.unavailable)
}

// canCopy reports whether it can be copied to the GPU with the values of these spaces.
func (c *chunk) canCopy(spaces models.Set) bool {
	return !c.dropped && spaces&c.unavailable == 0
}

// searchable returns the spaces in which the GPU can compare it. Only the token source knows which rows have tokens:
// Present has what was known when the memories were stored.
func (c *chunk) searchable() models.Set {
	return models.All.Without(optional&c.present|models.SetOf(models.LateInteraction)) | c.optional
}
