package main

import (
	"context"
	"image/color"
	"os"
	"strings"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"
)

// TestReembedImages: an image stored by its path is only embedded again from a given folder. Images without a vector are counted.
func TestReembedImages(t *testing.T) {
	dir, data, pictures := t.TempDir(), t.TempDir()+"/s", t.TempDir()
	if _, err := profile.Write(context.Background(), dir, drawn.Tiny, models.PrecisionF32); err != nil {
		t.Fatal(err)
	}
	full := func(args ...string) []string { return append([]string{"--profile", "full", "--models", dir}, args...) }
	paint(t, pictures, "red.png", color.NRGBA{200, 0, 0, 255})
	ok(t, data, full("--images", pictures, "remember", "red.png", "--modality", "image", "--why", "the logo")...)
	if said := ok(t, data, "reembed", "--offline"); !strings.Contains(said, "1 image could not be seen") {
		t.Errorf("with models that see no images it says: %s", said)
	}
	if _, said, code := run(t, data, full("reembed", "--offline")...); code != 1 || !strings.Contains(said, "--images") {
		t.Errorf("without a folder of images: exit code %d, %s", code, said)
	}
	address, server := serving(t, data, full("--reembed")...) // with few memories it would switch at once
	through(t, address, data, "search", "a logo")
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("a server whose switch lacks a folder: %v", err)
	}
	if r := asJSON(t, ok(t, data, full("--images", pictures, "--json", "reembed", "--offline")...)); r["images_without_vector"] != 0.0 || r["embedded"] != 1.0 {
		t.Errorf("with its folder: %v", r)
	}
}
