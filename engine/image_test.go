package engine

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/bench/fullprofile"
	clip "asterism/bench/reference"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

// seenSpaces are those that an image has a value in.
var seenSpaces = byImage | models.OfOrigin(models.FromTime)

// TestImages shows that the way of an image works from a note to its hit, with models as the full profile has them. Their weights are random,
// so it cannot show that a picture is found by words that describe it: a text and an image meet in one space and are compared there,
// and an image finds itself.
func TestImages(t *testing.T) {
	dir := tinyFull(t)
	t.Run("pixels to vector", func(t *testing.T) { imageVector(t, dir) })
	t.Run("alone=in batch", func(t *testing.T) { imageAloneInBatch(t, dir) })
	t.Run("note to hit", func(t *testing.T) { imageNoteToHit(t, dir) })
	t.Run("what else meets it", func(t *testing.T) { imageElsewhere(t, dir) })
	t.Run("changes", func(t *testing.T) { imageChanges(t, dir) })
	t.Run("refusals", func(t *testing.T) { imageRefusals(t, dir) })
	t.Run("other models", func(t *testing.T) { imageReembedded(t, dir) })
}

// drawing is a PNG of so many pixels a side; other seeds give other pictures.
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
	c.Profile, c.Models = fullprofile.Name, dir
	if c.Data == "" {
		c.Data = t.TempDir()
	}
	return openWith(t, c)
}

// imageVector: what the scheduler gives for an image is what the independent implementation computes from the same pixels.
func imageVector(t *testing.T, dir string) {
	e := openFull(t, dir, Config{})
	m, err := clip.Open(filepath.Join(dir, models.Multimodal.Code()))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint32(3) {
		s, err := e.sight(t.Context(), "content", dataURI(drawing(t, 40+10*int(seed), seed)))
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.EmbedImages(t.Context(), s.pixels)
		if err != nil {
			t.Fatal(err)
		}
		got := embedJobs(t, e.modelSet, imageJob(s, workday, workday, batch.Passage, stored))[0]
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

func embedJobs(t *testing.T, m *modelSet, jobs ...*sched.Job) (out []fingerprint.Fingerprint) {
	t.Helper()
	results, err := m.sched.Embed(t.Context(), jobs...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		out = append(out, r.Values)
	}
	return out
}

// imageAloneInBatch: to the bit, among other images and among texts.
func imageAloneInBatch(t *testing.T, dir string) {
	e := openFull(t, dir, Config{})
	var jobs []*sched.Job
	for seed := range uint32(9) {
		s, err := e.sight(t.Context(), "content", dataURI(drawing(t, 30+int(seed), seed)))
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, imageJob(s, workday, workday, batch.Passage, stored), e.job(strings.Repeat("a word ", int(seed)+1), "", workday, batch.Passage, stored))
	}
	together := embedJobs(t, e.modelSet, jobs...)
	for i, j := range jobs {
		if alone := embedJobs(t, e.modelSet, j)[0]; !reflect.DeepEqual(alone, together[i]) {
			t.Errorf("job %d is not what it is alone", i)
		}
	}
	if reflect.DeepEqual(together[0][models.Multimodal], together[2][models.Multimodal]) {
		t.Error("two pictures have one vector")
	}
}

// imageNoteToHit: by data URI and by path, found by a text and by an image, and copies are known.
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
	named := remember(t, e, Note{Content: "cat.png", Modality: ModalityImage}, Note{Content: dataURI(drawing(t, 64, 2)), Modality: ModalityImage}, Note{Content: "cat.png"}, Note{Content: "a text about beans"})
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
	mustFindByText(t, e, sent.ID, named[0].ID, named[1].ID)
	mustFindByImage(t, e, dataURI(file), sent.ID, named)
	mustFindByImage(t, e, "cat.png", sent.ID, named)
}

// mustFindByText: of a question's words E10 alone is compared with images, and what is at all like them there is found, the likest first. The
// likeness is computed here once more from the stored vectors. Random towers put half of the images on the far side, where search takes
// nothing for a hit, so a few questions are asked.
func mustFindByText(t *testing.T, e *Engine, images ...store.ID) {
	t.Helper()
	found := 0
	for _, text := range []string{"the logo of the firm", "a cat", "blue sky over fields of rape", "x", "twelve monkeys"} {
		f, err := e.Recall(t.Context(), Question{Text: text, Modality: ModalityImage, Explain: true})
		if err != nil || f.Scanned != len(images) {
			t.Fatalf("%+v (%v), want %d images looked at", f, err, len(images))
		}
		asked := embedTexts(t, e.modelSet, batch.Query, text)[0][models.Multimodal].Dense
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

// mustFindByImage: the image itself and its copy come first, other images and texts behind them.
func mustFindByImage(t *testing.T, e *Engine, content string, sent store.ID, named []Remembered) {
	t.Helper()
	q := Question{Image: content, TopK: 2}
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

// imageElsewhere: everything that looks at memories takes what an image lacks for absent.
func imageElsewhere(t *testing.T, dir string) {
	var said bytes.Buffer // what fails in the background is logged
	e := openFull(t, dir, Config{Log: slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	ctx := t.Context()
	if _, err := e.SetNorthStar(ctx, "", "Keep a garden with beans"); err != nil {
		t.Fatal(err)
	}
	var images []store.ID
	for i := range uint32(4) { // images first, so that the namespace has no text for a while
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
	if said.Len() > 0 {
		t.Errorf("the log warns:\n%s", said.String())
	}
}

// mustNotFail walks the rest of the tools over images among texts.
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

// imageChanges: an update knows an image's parts.
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
	many, err := e.Vectors(t.Context(), []store.ID{id}, stored)
	if err != nil {
		t.Fatal(err)
	}
	return many[0]
}

// imageRefusals: each names what is wrong and the way out, and stores nothing.
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

// imageReembedded: with models that see no images an image keeps its place and loses its value, and gets it back with models that do.
func imageReembedded(t *testing.T, dir string) {
	data, ctx := t.TempDir(), context.Background()
	full, compact := Config{Data: data, Profile: fullprofile.Name, Models: dir}, Config{Data: data}
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

// TestImageWithoutModel: the compact profile says which one can.
func TestImageWithoutModel(t *testing.T) {
	e := open(t, t.TempDir())
	content := dataURI(drawing(t, 8, 1))
	_, kept := e.Remember(t.Context(), Note{Content: content, Modality: ModalityImage, Time: time.Now()})
	_, asked := e.Recall(t.Context(), Question{Image: content})
	for _, err := range []error{kept, asked} {
		if failed := new(Error); !errors.As(err, &failed) || failed.Kind != KindInvalid || !strings.Contains(err.Error(), "compact profile does not have") || !strings.Contains(failed.Hint, "full profile") {
			t.Errorf("error %v, want INVALID_PARAMS that names the full profile", err)
		}
	}
}
