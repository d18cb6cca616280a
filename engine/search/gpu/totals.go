package gpu

import "asterism/models"

// totals are sums over all chunks. They are updated with each change, so that a plan costs the same for a few chunks and
// for ten thousand.
type totals struct {
	demand           demand            // base and spaces; of E12 the tokens that were read
	withTokens       int               // chunks whose tokens were read
	unavailableCount [models.Count]int // chunks on the GPU that cannot get a space's values
}

func (s *totals) add(c *chunk) {
	s.demand.base += c.baseBytes()
	for _, v := range evictionOrder {
		s.demand.bySpace[v] += c.spaceBytes(v)
	}
	if c.sizes[tokensPart] > 0 {
		s.withTokens++
	}
}

func (s *totals) subtract(c *chunk) {
	s.demand.base -= c.baseBytes()
	for _, v := range evictionOrder {
		s.demand.bySpace[v] -= c.spaceBytes(v)
	}
	if c.sizes[tokensPart] > 0 {
		s.withTokens--
	}
}

// setTokenBytes records the size of a chunk's tokens.
func (s *totals) setTokenBytes(c *chunk, bytes int) {
	s.subtract(c)
	c.sizes[tokensPart] = bytes
	s.add(c)
}

// countUnavailable adds or subtracts a chunk on the GPU that cannot get the values of spaces.
func (s *totals) countUnavailable(spaces models.Set, by int) {
	for _, v := range spaces.Spaces() {
		s.unavailableCount[v] += by
	}
}

// meanTokens is the mean size of a chunk's tokens, over those known.
func (s *totals) meanTokens() uint64 {
	return s.demand.bySpace[models.LateInteraction] / uint64(max(s.withTokens, 1))
}

// unavailable are the spaces whose values some chunk on the GPU cannot get.
func (s *totals) unavailable() (set models.Set) {
	for v, n := range s.unavailableCount {
		if n > 0 {
			set = set.With(models.Space(v))
		}
	}
	return set
}
