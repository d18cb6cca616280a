package main

import (
	"os"
	"path/filepath"
	"testing"

	"asterism/models"
)

// TestDrawnModelsAreAProfile: models that were drawn one by one make a profile that the engine verifies, and what is there is not drawn again.
func TestDrawnModelsAreAProfile(t *testing.T) {
	e := &env{options: options{small: true, work: t.TempDir()}}
	spaces := []models.Space{models.Graph, models.Entity}
	m, err := drawnAll(t.Context(), e, spaces)
	if err != nil {
		t.Fatal(err)
	}
	if m.Spaces() != models.SetOf(spaces...) {
		t.Errorf("the profile has %v", m.Spaces().Spaces())
	}
	if err := m.Verify(t.Context(), func(string, int64, int64) {}); err != nil {
		t.Error(err)
	}
	weights := filepath.Join(e.drawnDir(), "E8", "E8", "model.safetensors")
	before, err := os.Stat(weights)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := drawnAll(t.Context(), e, spaces); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(weights); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("it was drawn again (%v)", err)
	}
}
