package search

import (
	"testing"

	"asterism/engine/search"
)

// The widths that are scanned are those that a memory has: with a factor of two bytes in each of seven columns they are all of its codes.
func TestScannedWidthsAreThoseOfTheCodes(t *testing.T) {
	sum := 7 * 2
	for _, c := range codes {
		sum += c.bytes
		if c.bytes%(8*c.words) != 0 {
			t.Errorf("%d bytes are not whole codes of %d words", c.bytes, c.words)
		}
	}
	if sum != search.CodeBytes {
		t.Errorf("%d bytes, search says %d", sum, search.CodeBytes)
	}
}
