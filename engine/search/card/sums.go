package card

import "asterism/models"

// sums are kept over all chunks, so that a plan costs the same for a few and for ten thousand.
type sums struct {
	demand demand            // heads and values; of E12 the tokens that were read
	read   int               // chunks whose tokens were read
	cannot [models.Count]int // chunks on the card that cannot bring a space's values
}

func (s *sums) add(c *kept) {
	s.demand.always += c.always()
	for _, v := range shedding {
		s.demand.of[v] += c.takes(v)
	}
	if c.sizes[tokensPart] > 0 {
		s.read++
	}
}

func (s *sums) take(c *kept) {
	s.demand.always -= c.always()
	for _, v := range shedding {
		s.demand.of[v] -= c.takes(v)
	}
	if c.sizes[tokensPart] > 0 {
		s.read--
	}
}

// tokens keeps what a chunk's tokens take.
func (s *sums) tokens(c *kept, bytes int) {
	s.take(c)
	c.sizes[tokensPart] = bytes
	s.add(c)
}

// unable counts what a chunk on the card cannot bring in, or out.
func (s *sums) unable(spaces models.Set, by int) {
	for _, v := range spaces.Spaces() {
		s.cannot[v] += by
	}
}

// meanTokens is what the tokens of a chunk take, as far as is known.
func (s *sums) meanTokens() uint64 {
	return s.demand.of[models.LateInteraction] / uint64(max(s.read, 1))
}

// gone are the spaces whose values some chunk on the card cannot bring.
func (s *sums) gone() (set models.Set) {
	for v, n := range s.cannot {
		if n > 0 {
			set = set.With(models.Space(v))
		}
	}
	return set
}
