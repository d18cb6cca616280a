package engine

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/engine/embedder"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"
)

// tinyFull returns the folder of a full profile of tiny models: the real architectures, prefixes and windows with random weights. The profile of all spaces
// is written once and shared, so nobody may change it; one of some spaces belongs to the test.
func tinyFull(t *testing.T, spaces ...models.Space) (dir string) {
	t.Helper()
	var err error
	if len(spaces) > 0 {
		dir = t.TempDir()
		_, err = profile.Write(context.Background(), dir, drawn.Tiny, models.PrecisionF32, spaces...)
	} else {
		dir, err = allTiny()
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFullProfile(t *testing.T) {
	dir := tinyFull(t)
	t.Run("end to end", func(t *testing.T) { fullEndToEnd(t, dir) })
	t.Run("alone=in batch", func(t *testing.T) { fullAloneInBatch(t, dir) })
}

// fullEndToEnd checks that the whole path works with models like those of the full profile. Their weights are random, so it
// cannot check meaning: a question finds the memory with the same words.
func fullEndToEnd(t *testing.T, dir string) {
	config := Config{Data: t.TempDir(), Profile: profile.Name, Models: dir}
	ctx := context.Background()
	e, err := Open(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(ctx)
	long := strings.Repeat("The gardener waters the beans at dawn, and the slugs come at dusk. ", 60)
	notes := []Note{
		{Content: "PostgreSQL keeps the orders, since they are relations.", Rationale: "a decision"},
		{Content: "func retry(ctx context.Context) error { return ctx.Err() }", Modality: "code"},
		{Content: long},
		{Content: "!"}, // almost only the frame
	}
	out := remember(t, e, notes...)
	for i, r := range out {
		if missing := models.All.Without(r.Spaces); missing != 0 {
			t.Errorf("note %d has no value in %v", i, missing.Spaces())
		}
	}
	if out[0].Windows != 1 || out[2].Windows < 2 {
		t.Errorf("%d and %d windows, want 1 for the short note and more for the long one", out[0].Windows, out[2].Windows)
	}
	for i, n := range notes {
		f, err := e.Recall(ctx, Question{Text: n.Content, TopK: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Hits) != 1 || f.Hits[0].Memory.ID != out[i].ID {
			t.Errorf("the words of note %d find another one", i)
		}
	}
	for _, direction := range []string{"cause", "effect"} {
		if f, err := e.Recall(ctx, Question{Text: "the slugs come", Direction: direction}); err != nil || len(f.Hits) == 0 {
			t.Errorf("asked for the %s: %v, %v", direction, f, err)
		}
	}
	s, err := e.Status(ctx)
	if err != nil || s.Profile != profile.Name {
		t.Errorf("status says profile %q (%v)", s.Profile, err)
	}
}

// fullAloneInBatch checks that the values of a text do not depend on its batch, to the bit, through tokenizers, frames,
// windows and scheduler, and that a question differs from a passage if the model distinguishes them.
func fullAloneInBatch(t *testing.T, dir string) {
	m, err := embedder.Open(context.Background(), embedder.Options{Profile: profile.Name, Models: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close(context.Background())
	texts := []string{"a", "one two three", strings.Repeat("many words in one long text, ", 40), "if x > 0 { return nil }", "東京 é Ω", "the last one"}
	var together []fingerprint.Fingerprint
	for _, role := range []batch.Role{batch.Passage, batch.Query} {
		values := embedTexts(t, m, role, texts...)
		for i, text := range texts {
			alone := embedTexts(t, m, role, text)[0]
			for s := range models.Space(models.Count) {
				if s.Info().Origin == models.FromModel && !reflect.DeepEqual(alone[s], values[i][s]) {
					t.Errorf("%v of text %d, role %d, is not what it is alone", s, i, role)
				}
			}
		}
		together = append(together, values[1])
	}
	for _, s := range []models.Space{models.Semantic, models.LateInteraction} {
		if reflect.DeepEqual(together[0][s], together[1][s]) {
			t.Errorf("%v embeds a question like a passage", s)
		}
	}
	d, _ := m.Manifest().Model(models.LateInteraction)
	if n := len(together[1][models.LateInteraction].Vectors) / models.LateInteraction.Info().Width; n != d.QueryLength {
		t.Errorf("a short question has %d vectors in E12, want it filled up to %d", n, d.QueryLength)
	}
	pair := together[0][models.Causal].Dense
	if half := len(pair) / 2; reflect.DeepEqual(pair[:half], pair[half:]) {
		t.Error("E5 embeds a cause like an effect")
	}
}

// embedTexts embeds texts in one call and returns their values.
func embedTexts(t *testing.T, m *embedder.Embedder, role batch.Role, texts ...string) []fingerprint.Fingerprint {
	t.Helper()
	when := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	var jobs []*sched.Job
	for _, text := range texts {
		jobs = append(jobs, m.Job(text, "", when, when, role, models.All))
	}
	results, err := m.Scheduler().Embed(context.Background(), jobs...)
	if err != nil {
		t.Fatal(err)
	}
	var out []fingerprint.Fingerprint
	for _, r := range results {
		out = append(out, r.Values)
	}
	return out
}

// TestFullProfileOfSomeSpaces checks that half a profile is refused with the command that fetches the rest.
func TestFullProfileOfSomeSpaces(t *testing.T) {
	_, err := Open(context.Background(), Config{Data: t.TempDir(), Profile: profile.Name, Models: tinyFull(t, models.Graph, models.Entity)})
	var e *Error
	if !errors.As(err, &e) || e.Kind != KindDevice || !strings.Contains(err.Error(), "no model for E1,E5,E6,E7,E10,E12,E13") ||
		!strings.Contains(e.Hint, "asterism models pull --profile full --space E1,E5,E6,E7,E10,E12,E13") {
		t.Errorf("error is %v, want one that names the spaces that lack and the command that fetches them", err)
	}
}
