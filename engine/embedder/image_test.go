package embedder

import (
	"testing"

	"asterism/models"
)

func TestImageTokens(t *testing.T) {
	for size, want := range map[int]int{224: 1028, 336: 2308, 28: 20, 5: 8} {
		if got := imageTokens(&models.Model{Image: &models.ImageTower{Size: size}}); got != want {
			t.Errorf("an image of %d pixels a side costs %d tokens, want %d", size, got, want)
		}
	}
	if got := imageTokens(&models.Model{}); got != 0 {
		t.Errorf("an image costs %d tokens of a model that sees none", got)
	}
}
