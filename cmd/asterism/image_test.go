package main

import (
	"context"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"
)

// paint writes a PNG of one colour to dir.
func paint(t *testing.T, dir, name string, c color.Color) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	for i := range 40 * 30 {
		img.Set(i%40, i/40, c)
	}
	return save(t, dir, name, img)
}

// noise writes a PNG of so many pixels a side that cannot be compressed: three bytes a pixel.
func noise(t *testing.T, dir, name string, side int) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = byte(r.Uint32()) | byte(i%4/3*255) // opaque
	}
	return save(t, dir, name, img)
}

func save(t *testing.T, dir, name string, img image.Image) string {
	t.Helper()
	path := filepath.Join(dir, name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestImageCommands: an image is stored whole and by its path, found by itself, and described where lines are short. All of that also through a server. The models have random
// weights, so the content of a picture does not matter.
func TestImageCommands(t *testing.T) {
	dir, data, pictures := t.TempDir(), filepath.Join(t.TempDir(), "s"), t.TempDir()
	if _, err := profile.Write(context.Background(), dir, drawn.Tiny, models.PrecisionF32); err != nil {
		t.Fatal(err)
	}
	red, blue := paint(t, pictures, "red.png", color.NRGBA{200, 0, 0, 255}), paint(t, pictures, "blue.png", color.NRGBA{0, 0, 200, 255})
	full := func(args ...string) []string { return append([]string{"--profile", "full", "--models", dir}, args...) }
	kept := asJSON(t, ok(t, data, full("remember", "--image", red, "--why", "the logo", "--json")...))
	if kept["spaces"] != 4.0 {
		t.Errorf("values in %v spaces, want 4: E10 and those of time", kept["spaces"])
	}
	if got := asJSON(t, ok(t, data, full("get", kept["id"].(string), "--json")...)); !strings.HasPrefix(got["content"].(string), "data:image/png;base64,") || got["source"] != red || got["modality"] != "image" {
		t.Errorf("stored %.300v", got)
	}
	address, _ := serving(t, data, full("--images", pictures, "--tools", "all")...)
	if again := asJSON(t, through(t, address, data, "remember", "red.png", "--modality", "image", "--why", "by its path", "--allow-duplicate", "--json")); again["duplicate_of"] != kept["id"] {
		t.Errorf("the same file by its path is a copy of %v, want %v", again["duplicate_of"], kept["id"])
	}
	through(t, address, data, "remember", "--image", blue, "--why", "the other logo")
	through(t, address, data, "remember", "--image", noise(t, pictures, "large.png", 1200), "--why", "as large as can be sent whole", "--namespace", "large")
	found := asJSON(t, through(t, address, data, "search", "--image", red, "--unfolded", "--json"))["hits"].([]any)
	if len(found) != 3 || found[2].(map[string]any)["source"] != blue {
		t.Errorf("found %.600v, want the red ones before the blue one", found)
	}
	text := asJSON(t, through(t, address, data, "remember", "a red square", "--why", "the logo in words", "--json"))["id"].(string)
	through(t, address, data, "update", text, "--image", red)
	if got := asJSON(t, through(t, address, data, "get", text, "--json")); !strings.HasPrefix(got["content"].(string), "data:image/png;base64,") || got["source"] != red || got["modality"] != "image" {
		t.Errorf("a text that became an image is %.300v", got)
	}
	through(t, address, data, "update", text, "--image", blue, "--source", "Ada", "--modality", "image")
	if got := asJSON(t, through(t, address, data, "get", text, "--json")); got["source"] != "Ada" || got["version"] != 3.0 {
		t.Errorf("with another image and a source it is %.300v", got)
	}
	through(t, address, data, "update", text, "--content", "a square", "--modality", "text")
	if out := through(t, address, data, "search", "--image", red); !strings.Contains(out, "image/png of ") || strings.Contains(out, "base64") {
		t.Errorf("hits are shown as %s", out)
	}
}

// TestImageMistakes: each error names the mistake.
func TestImageMistakes(t *testing.T) {
	dir := t.TempDir()
	red := paint(t, dir, "red.png", color.NRGBA{200, 0, 0, 255})
	const nobody = "01890a5d-ac96-774b-bcce-b302099a8057"
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte("no picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, "store")
	ok(t, data, "remember", "x", "--why", "y") // without a store, commands that read would report that first
	for name, c := range map[string]struct {
		args  []string
		words string
	}{
		"nothing":  {[]string{"remember", "--why", "y"}, "--image FILE"},
		"both":     {[]string{"remember", "x", "--image", red, "--why", "y"}, "leave one of them out"},
		"asked":    {[]string{"search", "x", "--image", red}, "leave one of them out"},
		"modality": {[]string{"remember", "--image", red, "--modality", "code", "--why", "y"}, "--modality code"},
		"no image": {[]string{"remember", "--image", text, "--why", "y"}, "text/plain"},
		"large":    {[]string{"remember", "--image", noise(t, dir, "large.png", 1300), "--why", "y"}, "the limit is 6291456"},
		"gone":     {[]string{"search", "--image", filepath.Join(dir, "gone.png")}, "gone.png"},
		"compact":  {[]string{"remember", "--image", red, "--why", "y"}, "full profile"},
		"changed":  {[]string{"update", nobody, "--content", "x", "--image", red}, "leave one of them out"},
		"as code":  {[]string{"update", nobody, "--modality", "code", "--image", red}, "--modality code"},
		"folder":   {[]string{"--images", filepath.Join(dir, "gone"), "search", "x"}, "--images"},
	} {
		if out, errs, code := run(t, data, c.args...); code != 1 || !strings.Contains(errs, c.words) {
			t.Errorf("%s: exit code %d, want 1 and %q\n%s%s", name, code, c.words, out, errs)
		}
	}
}
