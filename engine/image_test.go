package engine

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/engine/embedder"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/models"
	"asterism/models/drawn/profile"
	clip "asterism/models/drawn/reference"
)

// seenSpaces are the spaces in which an image has a value.
var seenSpaces = byImage | models.OfOrigin(models.FromTime)

// TestImagesFromNoteToHit checks the path of an image from a note to its hit, with models like those of the full profile. Their weights are random,
// so it cannot check that words find the picture that they describe. It checks that a text and an image are compared in one space,
// and that an image finds itself.
func TestImagesFromNoteToHit(t *testing.T) {
	dir := tinyFull(t)
	t.Run("pixels to vector", func(t *testing.T) { imageVector(t, dir) })
	t.Run("alone=in batch", func(t *testing.T) { imageAloneInBatch(t, dir) })
	t.Run("note to hit", func(t *testing.T) { imageNoteToHit(t, dir) })
	t.Run("what else meets it", func(t *testing.T) { imageElsewhere(t, dir) })
	t.Run("changes", func(t *testing.T) { imageChanges(t, dir) })
	t.Run("refusals", func(t *testing.T) { imageRefusals(t, dir) })
	t.Run("other models", func(t *testing.T) { imageReembedded(t, dir) })
	t.Run("other models, by path", func(t *testing.T) { pathReembedded(t, dir) })
}

// drawing returns a PNG with so many pixels on each side; another seed gives another picture.
func drawing(t *testing.T, side int, seed uint32) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			seed = seed*1664525 + 1013904223
			img.Set(x, y, color.NRGBA{uint8(seed >> 24), uint8(x * 255 / side), uint8(y * 255 / side), 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func dataURI(file []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(file)
}

func openFull(t *testing.T, dir string, c Config) *Engine {
	t.Helper()
	c.Profile, c.Models = profile.Name, dir
	if c.Data == "" {
		c.Data = t.TempDir()
	}
	return openWith(t, c)
}

// imageVector checks that the scheduler returns for an image what the independent implementation computes from the same pixels.
func imageVector(t *testing.T, dir string) {
	e := openFull(t, dir, Config{})
	m, err := clip.Open(filepath.Join(dir, models.Multimodal.Code()))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint32(3) {
		s, err := e.embedder.ReadImage(t.Context(), "content", dataURI(drawing(t, 40+10*int(seed), seed)))
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.EmbedImages(t.Context(), s.Pixels)
		if err != nil {
			t.Fatal(err)
		}
		got := embedJobs(t, e.embedder, embedder.ImageJob(s, workday, workday, batch.Passage, stored))[0]
		if got.Present() != byImage {
			t.Fatalf("an image has values in %v, want E10 alone", got.Present().Spaces())
		}
		far := 0.0
		for i, v := range got[models.Multimodal].Dense {
			far = max(far, math.Abs(float64(v)-want[0].Dense[i]))
		}
		t.Logf("image %d: %.1e from the reference", seed, far)
		if far > 1e-4 {
			t.Errorf("image %d: %g from the reference, at most 1e-4 is allowed", seed, far)
		}
	}
}

func embedJobs(t *testing.T, m *embedder.Embedder, jobs ...*sched.Job) (out []fingerprint.Fingerprint) {
	t.Helper()
	results, err := m.Scheduler().Embed(t.Context(), jobs...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		out = append(out, r.Values)
	}
	return out
}

// imageAloneInBatch checks equality to the bit, among other images and among texts.
func imageAloneInBatch(t *testing.T, dir string) {
	e := openFull(t, dir, Config{})
	var jobs []*sched.Job
	for seed := range uint32(9) {
		s, err := e.embedder.ReadImage(t.Context(), "content", dataURI(drawing(t, 30+int(seed), seed)))
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, embedder.ImageJob(s, workday, workday, batch.Passage, stored), e.job(strings.Repeat("a word ", int(seed)+1), "", workday, batch.Passage, stored))
	}
	together := embedJobs(t, e.embedder, jobs...)
	for i, j := range jobs {
		if alone := embedJobs(t, e.embedder, j)[0]; !reflect.DeepEqual(alone, together[i]) {
			t.Errorf("job %d is not what it is alone", i)
		}
	}
	if reflect.DeepEqual(together[0][models.Multimodal], together[2][models.Multimodal]) {
		t.Error("two pictures have one vector")
	}
}

// TestImageWithoutModel checks that the compact profile's error names a profile that can.
func TestImageWithoutModel(t *testing.T) {
	e := open(t, "")
	content := dataURI(drawing(t, 8, 1))
	_, kept := e.Remember(t.Context(), Note{Content: content, Modality: ModalityImage, Time: time.Now()})
	_, asked := e.Recall(t.Context(), Question{Image: content})
	for _, err := range []error{kept, asked} {
		if failed := new(Error); !errors.As(err, &failed) || failed.Kind != KindInvalid || !strings.Contains(err.Error(), "compact profile does not have") || !strings.Contains(failed.Hint, "full profile") {
			t.Errorf("error %v, want INVALID_PARAMS that names the full profile", err)
		}
	}
}
