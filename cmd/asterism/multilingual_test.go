package main

import (
	"path/filepath"
	"strings"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/fakehub"
)

// TestTheModelOfManyLanguages: models pull --multilingual uses the catalogue's multilingual model for E1, converts it, and reports that. If no space has such a model, it says so.
func TestTheModelOfManyLanguages(t *testing.T) {
	h := fakehub.New()
	t.Cleanup(h.Close)
	spec := drawn.Multilingual(drawn.Tiny)
	repo := drawnRepo(t, models.MultilingualLicence, func(dir string) error { return spec.Write(dir, 1) })
	h.Change(func() { h.Repos[spec.Repo] = repo })
	data, to := filepath.Join(t.TempDir(), "store"), t.TempDir()

	pull := []string{"models", "pull", "--from", h.URL, "--to", to, "--multilingual", "--space"}
	if _, errs, code := run(t, data, append(pull, "E5,E7")...); code != 1 || !strings.Contains(errs, "none of E5, E7 has such a model; E1 does") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	ok(t, data, append(pull, "E1")...)
	list := asJSON(t, ok(t, data, "--json", "--profile", "full", "--models", to, "models", "list"))
	e1 := list["spaces"].([]any)[0].(map[string]any)
	if e1["Repo"] != "intfloat/multilingual-e5-large" || e1["Licence"] != "mit" || e1["Width"] != 1024.0 || e1["Source"] == "" {
		t.Errorf("list: %v", e1)
	}
	ok(t, data, "--profile", "full", "--models", to, "models", "verify")
}
