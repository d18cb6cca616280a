package card

import "asterism/models"

// demand is what chunks take on the card.
type demand struct {
	chunks int
	always uint64               // of all of them: heads and terms
	of     [models.Count]uint64 // of all of them: the values of each space that may be away
	gone   models.Set           // spaces whose values some chunk cannot bring any more
	away   models.Set           // spaces that were taken off the card
}

// slackShare: a space that was shed comes back when it fits beside this share of the memory, so that it does not come and go with every chunk.
const slackShare = 16

// fit chooses which spaces' values are kept, and of how many chunks, the youngest: all alike, within so many bytes.
func (d *demand) fit(limit uint64) (spaces models.Set, chunks int) {
	if d.always > limit {
		return 0, int(uint64(d.chunks) * limit / d.always)
	}
	spaces = partial.Without(d.gone)
	need := d.all(spaces)
	for _, s := range shedding {
		if d.within(need, limit, spaces) {
			break
		}
		if spaces.Has(s) {
			need -= d.of[s]
			spaces = spaces.Without(models.SetOf(s))
		}
	}
	return spaces, d.chunks
}

// all is what the chunks take with the values of these spaces.
func (d *demand) all(spaces models.Set) uint64 {
	need := d.always
	for _, s := range spaces.Spaces() {
		need += d.of[s]
	}
	return need
}

// within reports whether so much is within the limit; if some of the spaces would have to come back, with something to spare.
func (d *demand) within(need, limit uint64, spaces models.Set) bool {
	if spaces&d.away != 0 {
		limit -= limit / slackShare
	}
	return need <= limit
}
