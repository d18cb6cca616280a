package gpu

import (
	"slices"
	"testing"

	"asterism/models"
)

// TestEverySpaceIsEvicted: when memory is short, the values of every space can be evicted except those computed from the time and the
// terms, which a chunk on the GPU always has. A space missing from the order would never be evicted.
func TestEverySpaceIsEvicted(t *testing.T) {
	want := models.All.Without(models.OfOrigin(models.FromTime) | models.OfKind(models.Terms))
	if optional != want {
		t.Errorf("evictionOrder in parts.go lacks %v, and has %v too much", want.Without(optional).Spaces(), optional.Without(want).Spaces())
	}
	for _, s := range want.Spaces() {
		if len(partsOf[s]) == 0 {
			t.Errorf("parts.go: %v has no part that could be evicted", s)
		}
	}
	if !slices.Equal(termSpaces[:], models.OfKind(models.Terms).Spaces()) {
		t.Errorf("parts.go has the sparse spaces %v, the catalogue %v", termSpaces, models.OfKind(models.Terms).Spaces())
	}
}
