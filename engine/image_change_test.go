package engine

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/testlog"
	"asterism/models"
	"asterism/models/drawn/profile"
)

// imageElsewhere checks that everything that reads memories treats what an image lacks as absent.
func imageElsewhere(t *testing.T, dir string) {
	var said testlog.Log // background failures are logged
	e := openFull(t, dir, Config{Log: slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	ctx := t.Context()
	fewStrangers(t, e)
	if _, err := e.SetNorthStar(ctx, "", "Keep a garden with beans"); err != nil {
		t.Fatal(err)
	}
	var images []store.ID
	for i := range uint32(4) { // images first, so that the namespace has no text at first
		r, err := e.Inject(ctx, Note{Content: dataURI(drawing(t, 32, i)), Modality: ModalityImage, Rationale: "a photograph", SessionID: "s"})
		if err != nil {
			t.Fatal(err)
		}
		for s := range models.Space(models.Count) {
			if measured := r.Johari[s] != 0; measured && !seenSpaces.Has(s) {
				t.Errorf("image %d has a quadrant in %v, where it is absent", i, s)
			}
		}
		for _, v := range []float32{r.UTL.LearningScore, r.UTL.Entropy, r.UTL.Coherence, r.UTL.Surprise} {
			if !finite(float64(v)) || v < 0 || v > 1 {
				t.Errorf("image %d was measured as %+v", i, r.UTL)
			}
		}
		images = append(images, r.ID)
	}
	for _, text := range []string{"The beans are sown in May.", "Slugs eat the young beans.", "A fence keeps the hares out."} {
		if _, err := e.Inject(ctx, Note{Content: text, Rationale: "from the garden book", SessionID: "s"}); err != nil {
			t.Fatal(err)
		}
	}
	m, err := e.Get(ctx, images[0])
	if err != nil {
		t.Fatal(err)
	}
	for s, v := range m.Purpose {
		if absent := math.IsNaN(float64(v)); absent != (models.Space(s) != models.Multimodal) {
			t.Errorf("an image's alignment with the goal in %v is %g, want one in E10 and none elsewhere", models.Space(s), v)
		}
	}
	mustNotFail(t, e, images)
	shut(t, e)
	if said.String() != "" {
		t.Errorf("the log warns:\n%s", said.String())
	}
}

// mustNotFail runs the rest of the tools over images and texts.
func mustNotFail(t *testing.T, e *Engine, images []store.ID) {
	t.Helper()
	ctx := t.Context()
	d, err := e.Drift(ctx, DriftQuestion{Memories: images})
	if err != nil {
		t.Fatal(err)
	}
	if !finite(d.Similarity) || !math.IsNaN(d.Spaces[models.Semantic].Similarity) || math.IsNaN(d.Spaces[models.Multimodal].Similarity) {
		t.Errorf("drift of images alone is %+v, want E10's and E1 absent", d.Measurement)
	}
	if w, err := e.Workspace(ctx, "", "s"); err != nil {
		t.Errorf("workspace %+v: %v", w, err)
	}
	dreamt, err := e.Dream(ctx, DreamQuestion{Rationale: "a test", Phase: "full_cycle"})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range dreamt.Merges {
		t.Errorf("a dream merged %+v", m)
	}
	if _, err := e.SubGoals(ctx, SubGoalQuestion{MinClusterSize: 2}); err != nil {
		t.Error(err)
	}
	if _, err := e.FindPath(ctx, PathQuestion{From: images[0], To: images[1], Type: "semantic"}); err != nil {
		t.Error(err)
	}
	page, err := e.List(ctx, ListQuestion{Modality: ModalityImage})
	if err != nil || len(page.Memories) != len(images) {
		t.Errorf("%d images are listed (%v), want %d", len(page.Memories), err, len(images))
	}
	for _, id := range images {
		if _, err := e.Forget(ctx, id, true); err != nil {
			t.Error(err)
		}
	}
	if f, err := e.Recall(ctx, Question{Text: "beans"}); err != nil || len(f.Hits) != 3 {
		t.Errorf("after the images were forgotten: %d hits (%v), want the 3 texts", len(f.Hits), err)
	}
}

// imageChanges checks updates of an image's fields.
func imageChanges(t *testing.T, dir string) {
	e := openFull(t, dir, Config{})
	ctx := t.Context()
	id := remember(t, e, Note{Content: dataURI(drawing(t, 32, 1)), Modality: ModalityImage, Rationale: "old"})[0].ID
	before := recordOf(t, e, id)
	change := func(c Change) *Updated {
		t.Helper()
		u, err := e.Update(ctx, id, c)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	if u := change(Change{Rationale: new("new")}); u.Embedded != 0 || u.Spaces != seenSpaces || !reflect.DeepEqual(recordOf(t, e, id), before) {
		t.Errorf("a new rationale: %+v, want nothing embedded", u)
	}
	if u := change(Change{Content: new(dataURI(drawing(t, 32, 2)))}); u.Spaces != seenSpaces || reflect.DeepEqual(recordOf(t, e, id), before) {
		t.Errorf("a new image: %+v, want another vector in E10 alone", u)
	}
	if _, err := e.Update(ctx, id, Change{Modality: new("text")}); err == nil || !strings.Contains(err.Error(), "cannot become text") {
		t.Errorf("an image made a text as it is: error %v", err)
	}
	if u := change(Change{Modality: new("text"), Content: new("a description instead")}); u.Spaces != models.All {
		t.Errorf("an image replaced by a text: values in %v", u.Spaces.Spaces())
	}
	if u := change(Change{Modality: new(ModalityImage), Content: new(dataURI(drawing(t, 32, 3)))}); u.Spaces != seenSpaces {
		t.Errorf("a text replaced by an image: values in %v", u.Spaces.Spaces())
	}
}

func recordOf(t *testing.T, e *Engine, id store.ID) fingerprint.Record {
	t.Helper()
	many, err := e.store.Values(t.Context(), stored, []store.ID{id})
	if err != nil {
		t.Fatal(err)
	}
	return many[0]
}

// imageRefusals checks that each error names what is wrong and the way out, and that nothing is stored.
func imageRefusals(t *testing.T, dir string) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "notes.png"), []byte("no picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := openFull(t, dir, Config{Images: []string{folder}})
	good := dataURI(drawing(t, 8, 1))
	for name, c := range map[string]struct{ content, words, hint string }{
		"outside":   {"../secret.png", "secret.png", "--images"},
		"missing":   {"gone.png", "gone.png", "--images"},
		"no image":  {"notes.png", "text/plain", "PNG"},
		"prose":     {"a cat on a mat", "no file", "data URI"},
		"wrong":     {"data:text/plain;base64,aGVsbG8=", "text/plain", "data URI"},
		"cut off":   {good[:len(good)*2/3/4*4+2], "no image", ""},
		"too large": {"data:image/png;base64," + strings.Repeat("A", MaxImageContentBytes), "the limit of an image is 6291456", "smaller"},
		"blank":     {" ", "blank", ""},
		"bytes":     {"a\x00b", "NUL", ""},
	} {
		_, err := e.Remember(t.Context(), Note{Content: c.content, Modality: ModalityImage})
		var failed *Error
		if !errors.As(err, &failed) || failed.Kind != KindInvalid || !strings.Contains(err.Error(), c.words) || !strings.Contains(failed.Hint, c.hint) {
			t.Errorf("%s: error %v, hint %q; want INVALID_PARAMS with %q and %q", name, err, failed.Hint, c.words, c.hint)
		}
	}
	for name, q := range map[string]Question{
		"both":      {Text: "a cat", Image: good},
		"neither":   {},
		"profile":   {Image: good, Profile: "code"},
		"direction": {Image: good, Direction: "cause"},
		"spaces":    {Image: good, Spaces: models.SetOf(models.Multimodal, models.Code)},
		"unseen":    {Image: "gone.png"},
	} {
		_, err := e.Recall(t.Context(), q)
		if failed := new(Error); !errors.As(err, &failed) || failed.Kind != KindInvalid {
			t.Errorf("question with %s: error %v, want INVALID_PARAMS", name, err)
		}
	}
	page, err := e.List(t.Context(), ListQuestion{})
	if err != nil || len(page.Memories) != 0 {
		t.Errorf("refused notes left %d memories (%v)", len(page.Memories), err)
	}
	if _, err := Open(t.Context(), Config{Data: t.TempDir(), Images: []string{filepath.Join(folder, "notes.png")}}); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("a file allowed as a folder: error %v", err)
	}
}

// imageReembedded checks that an image stays, without a value, under models that see no images, and gets its value back under models that do.
func imageReembedded(t *testing.T, dir string) {
	data, ctx := t.TempDir(), context.Background()
	full, compact := Config{Data: data, Profile: profile.Name, Models: dir}, Config{Data: data}
	e := openFull(t, dir, Config{Data: data})
	out := remember(t, e, Note{Content: dataURI(drawing(t, 32, 1)), Modality: ModalityImage, Tags: []string{"kept"}}, Note{Content: "a text", Time: workday})
	before := recordOf(t, e, out[0].ID)
	shut(t, e)

	finish(t, reembedding(t, compact))
	e = openWith(t, compact)
	if after := recordOf(t, e, out[0].ID); !reflect.DeepEqual(after, fingerprint.Record{}) {
		t.Errorf("the image has values with models that see none: %v", after)
	}
	if f, err := e.Recall(ctx, Question{Text: "anything", Tags: []string{"kept"}, Spaces: models.OfOrigin(models.FromTime)}); err != nil || len(f.Hits) != 1 {
		t.Errorf("found by time and tag: %+v (%v), want the image", f, err)
	}
	if _, err := e.Update(ctx, out[0].ID, Change{Tags: &[]string{"kept", "still"}}); err != nil {
		t.Errorf("its tags cannot be changed meanwhile: %v", err)
	}
	shut(t, e)

	finish(t, reembedding(t, full))
	e = openFull(t, dir, Config{Data: data})
	if after := recordOf(t, e, out[0].ID); !reflect.DeepEqual(after, before) {
		t.Error("the image has another value than it had with the same models")
	}
	shut(t, e)
}
