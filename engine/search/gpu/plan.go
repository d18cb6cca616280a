package gpu

import "asterism/models"

// demand is the memory that chunks take.
type demand struct {
	chunks      int
	base        uint64               // heads and terms of all chunks
	bySpace     [models.Count]uint64 // values of each optional space, over all chunks
	unavailable models.Set           // spaces whose values some chunk can no longer get
	evicted     models.Set           // spaces whose values were evicted
}

// slackShare: an evicted space returns only when this share of the memory stays free, so that it does not come and go
// with every chunk.
const slackShare = 16

// fit selects the optional spaces, the same for all chunks, and how many of the youngest chunks fit within limit bytes.
func (d *demand) fit(limit uint64) (spaces models.Set, chunks int) {
	if d.base > limit {
		return 0, int(uint64(d.chunks) * limit / d.base)
	}
	spaces = optional.Without(d.unavailable)
	need := d.total(spaces)
	for _, s := range evictionOrder {
		if d.within(need, limit, spaces) {
			break
		}
		if spaces.Has(s) {
			need -= d.bySpace[s]
			spaces = spaces.Without(models.SetOf(s))
		}
	}
	return spaces, d.chunks
}

// total returns the size of the chunks with the values of these spaces.
func (d *demand) total(spaces models.Set) uint64 {
	need := d.base
	for _, s := range spaces.Spaces() {
		need += d.bySpace[s]
	}
	return need
}

// within reports whether need is within the limit, with some slack if one of the spaces was evicted and would return.
func (d *demand) within(need, limit uint64, spaces models.Set) bool {
	if spaces&d.evicted != 0 {
		limit -= limit / slackShare
	}
	return need <= limit
}
