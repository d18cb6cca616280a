package engine

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// imageNoteToHit checks images by data URI and by path, found by a text and by an image, and that copies are recognised.
func imageNoteToHit(t *testing.T, dir string) {
	folder := t.TempDir()
	file := drawing(t, 64, 1)
	if err := os.WriteFile(filepath.Join(folder, "cat.png"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	e := openFull(t, dir, Config{Images: []string{folder}})
	ctx := t.Context()
	sent, err := e.Inject(ctx, Note{Content: dataURI(file), Modality: ModalityImage, Rationale: "the logo"})
	if err != nil {
		t.Fatal(err)
	}
	if sent.Spaces != seenSpaces || sent.DuplicateOf != nil || sent.UTL == nil || sent.Timings.Tokenise <= 0 {
		t.Errorf("injected %+v, want values in %v and a measurement", sent, seenSpaces.Spaces())
	}
	named := remember(t, e, Note{Content: "cat.png", Modality: ModalityImage, AllowDuplicate: true}, Note{Content: dataURI(drawing(t, 64, 2)), Modality: ModalityImage}, Note{Content: "cat.png"}, Note{Content: "a text about beans"})
	if named[0].DuplicateOf == nil || *named[0].DuplicateOf != sent.ID {
		t.Errorf("the same file by its path is no copy of it: %v", named[0].DuplicateOf)
	}
	if named[1].DuplicateOf != nil || named[2].DuplicateOf != nil || named[2].Spaces != models.All {
		t.Errorf("another image and a text of a path's words: %+v", named[1:3])
	}
	m, err := e.Get(ctx, named[0].ID)
	if err != nil || m.Content != "cat.png" || m.Modality != ModalityImage {
		t.Errorf("stored %+v (%v), want the path as it was given", m, err)
	}
	if held, err := e.Holds(ctx, named[0].ID, DefaultNamespace, "cat.png"); err != nil || !held {
		t.Errorf("the image is not known by its id: %v, %v", held, err)
	}
	mustFindByText(t, e, sent.ID, named[0].ID, named[1].ID)
	mustFindByImage(t, e, dataURI(file), sent.ID, named)
	mustFindByImage(t, e, "cat.png", sent.ID, named)
}

// mustFindByText checks that only E10 of a question is compared with images, and that all that are similar there are found, the most similar first. It computes
// the similarity again from the stored vectors. Random towers give half of the images a negative similarity, which search does not
// return, so several questions are asked.
func mustFindByText(t *testing.T, e *Engine, images ...store.ID) {
	t.Helper()
	found := 0
	for _, text := range []string{"the logo of the firm", "a cat", "blue sky over fields of rape", "x", "twelve monkeys"} {
		f, err := e.Recall(t.Context(), Question{Text: text, Unfolded: true, Modality: ModalityImage, Explain: true})
		if err != nil || f.Scanned != len(images) {
			t.Fatalf("%+v (%v), want %d images looked at", f, err, len(images))
		}
		asked := embedTexts(t, e.embedder, batch.Query, text)[0][models.Multimodal].Dense
		like := map[store.ID]float64{}
		for _, id := range images {
			packed := recordOf(t, e, id)[models.Multimodal]
			if v := dot(asked, fingerprint.Unpack(models.Multimodal, &packed).Dense); v > 0 {
				like[id] = v
			}
		}
		if len(f.Hits) != len(like) {
			t.Errorf("%q finds %d images, and %d are like it", text, len(f.Hits), len(like))
		}
		last := 1.0
		for _, h := range f.Hits {
			if len(h.Spaces) != 1 || h.Spaces[0].Space != models.Multimodal || math.Abs(h.Spaces[0].Similarity-like[h.Memory.ID]) > .01 || h.Spaces[0].Similarity > last {
				t.Errorf("%q: %s was compared as %+v after %g, want %g in E10 alone", text, h.Memory.ID, h.Spaces, last, like[h.Memory.ID])
			}
			last = h.Spaces[0].Similarity
			found++
		}
	}
	if found == 0 {
		t.Error("no question found an image")
	}
}

// mustFindByImage checks that the image itself and its copy come first, and other images and texts behind them.
func mustFindByImage(t *testing.T, e *Engine, content string, sent store.ID, named []Remembered) {
	t.Helper()
	q := Question{Image: content, Unfolded: true, TopK: 2}
	f, err := e.Recall(t.Context(), q)
	if err != nil || len(f.Hits) != 2 || f.Next == "" || f.Scanned != 5 {
		t.Fatalf("%+v (%v), want a page of two of five", f, err)
	}
	for i, h := range f.Hits {
		if (h.Memory.ID != sent && h.Memory.ID != named[0].ID) || h.Spaces[0].Similarity < .99 || len(h.Spaces) != 1 {
			t.Errorf("hit %d is %s %+v, want the image and its copy", i, h.Memory.ID, h.Spaces)
		}
	}
	if f.Profile != ModalityImage || f.Weights[models.Multimodal] != 1 || weighted(f.Weights) != byImage {
		t.Errorf("weights %v, want E10's alone", f.Weights)
	}
	q.Cursor = f.Next
	next, err := e.Recall(t.Context(), q)
	if err != nil || len(next.Hits) == 0 || next.Hits[0].Memory.ID == sent || next.Hits[0].Memory.ID == named[0].ID {
		t.Errorf("second page: %+v (%v), want what is less like the image", next, err)
	}
	q.Image = dataURI(drawing(t, 64, 9))
	if _, err := e.Recall(t.Context(), q); err == nil || !strings.Contains(err.Error(), "another question") {
		t.Errorf("the cursor of one image with another: error %v", err)
	}
}
