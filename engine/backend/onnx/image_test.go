package onnx

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"asterism/engine/batch"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"
	"asterism/models/drawn/reference"
)

// tinyTower opens a tiny multimodal model and says how large its images are.
func tinyTower(t *testing.T, precision string) (b *Backend, dir string, size int) {
	t.Helper()
	dir = t.TempDir()
	m, err := profile.Write(context.Background(), dir, drawn.Tiny, precision, models.Multimodal)
	if err != nil {
		t.Fatal(err)
	}
	return openWith(t, Options{Manifest: m}), dir, m.Models[0].Image.Size
}

// drawImages draws pixel values as prepared images have them.
func drawImages(n, size int, seed uint64) [][]float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([][]float32, n)
	for i := range out {
		for range 3 * size * size {
			out[i] = append(out[i], float32(r.NormFloat64()))
		}
	}
	return out
}

// TestImages: the values are the reference's, in f32; and in both precisions the same bits alone, in a batch and in another order.
func TestImages(t *testing.T) {
	for _, precision := range []string{models.PrecisionF32, models.PrecisionInt8} {
		t.Run(precision, func(t *testing.T) {
			b, dir, size := tinyTower(t, precision)
			images := drawImages(7, size, 1)
			together, err := b.Embed(t.Context(), models.Multimodal, batch.OfImages(batch.Passage, images))
			if err != nil {
				t.Fatal(err)
			}
			backwards := slices.Clone(images)
			slices.Reverse(backwards)
			turned, err := b.Embed(t.Context(), models.Multimodal, batch.OfImages(batch.Query, backwards))
			if err != nil {
				t.Fatal(err)
			}
			for i, one := range images {
				alone, err := b.Embed(t.Context(), models.Multimodal, batch.OfImages(batch.Passage, [][]float32{one}))
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(alone[0], together[i]) || !reflect.DeepEqual(alone[0], turned[len(images)-1-i]) {
					t.Errorf("image %d is not what it is alone", i)
				}
			}
			if precision == models.PrecisionF32 {
				mustBeReference(t, dir, images[0], together[0].Dense)
			}
		})
	}
}

func mustBeReference(t *testing.T, dir string, pixels, got []float32) {
	t.Helper()
	m, err := reference.Open(dir + "/" + models.Multimodal.Code())
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.EmbedImages(t.Context(), pixels)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if d := float64(v) - want[0].Dense[i]; d > 1e-5 || d < -1e-5 {
			t.Fatalf("component %d is %g, the reference has %g", i, v, want[0].Dense[i])
		}
	}
}

func TestImagesAreChecked(t *testing.T) {
	b, _, size := tinyTower(t, models.PrecisionF32)
	good := drawImages(2, size, 1)
	mixed := batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{1, 2}})
	mixed.Images = good
	for name, c := range map[string]struct {
		in    *batch.Batch
		words string
	}{
		"size":  {batch.OfImages(batch.Passage, [][]float32{good[0], good[1][1:]}), "image 1 has"},
		"mixed": {mixed, "images and texts"},
	} {
		if _, err := b.Embed(t.Context(), models.Multimodal, c.in); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.words)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := b.Embed(ended, models.Multimodal, batch.OfImages(batch.Passage, good)); !errors.Is(err, context.Canceled) {
		t.Errorf("error of a cancelled call is %v", err)
	}
}

// TestImagesNeedATower: a model that embeds texts only says so.
func TestImagesNeedATower(t *testing.T) {
	m, err := profile.Write(t.Context(), t.TempDir(), drawn.Tiny, models.PrecisionF32, models.Graph)
	if err != nil {
		t.Fatal(err)
	}
	b := openWith(t, Options{Manifest: m})
	if _, err := b.Embed(t.Context(), models.Graph, batch.OfImages(batch.Passage, drawImages(1, 4, 1))); !errors.Is(err, errNoImages) {
		t.Errorf("error %v, want %v", err, errNoImages)
	}
}
