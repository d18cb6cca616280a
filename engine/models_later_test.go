package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/models"
)

// openAlone opens an engine with models of its own; [openWith] lends them.
func openAlone(t *testing.T, c Config) *Engine {
	t.Helper()
	e, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close(context.Background()) })
	return e
}

// TestModelsThatAreOpenedLater checks that such an engine lists memories without models, and finds the same with the same scores once they are open.
func TestModelsThatAreOpenedLater(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	remember(t, e, sampleNotes(t)[:12]...)
	question := Question{Text: "when was the outage and what was its cause"}
	want, err := e.Recall(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(t.Context()); err != nil {
		t.Fatal(err)
	}

	e = openAlone(t, Config{Data: dir, ModelsLater: true})
	if page, err := e.List(t.Context(), ListQuestion{}); err != nil || len(page.Memories) != 12 {
		t.Fatalf("listed %+v (%v), want 12 memories", page, err)
	}
	unopened := func() (names []string) {
		for _, lane := range e.sched.Stats().Lanes {
			if strings.Contains(lane.Backend, "opened when first needed") {
				names = append(names, lane.Backend)
			}
		}
		return names
	}
	if len(unopened()) == 0 {
		t.Error("after a list every model is open")
	}
	if err := OpenRest(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if names := unopened(); len(names) > 0 {
		t.Errorf("after all were opened: %v", names)
	}
	got, err := e.Recall(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	if same := slices.EqualFunc(got.Hits, want.Hits, func(a, b Hit) bool { return a.Memory.ID == b.Memory.ID && a.Score == b.Score }); !same {
		t.Errorf("found %+v, want %+v", got.Hits, want.Hits)
	}
}

// TestARuntimeThatIsNotThere checks that what needs no model works without ONNX Runtime, and that the rest reports once what is wrong and the way out.
func TestARuntimeThatIsNotThere(t *testing.T) {
	e := openAlone(t, Config{Data: t.TempDir(), ModelsLater: true, ORTLib: filepath.Join(t.TempDir(), "nowhere.so")})
	if _, err := e.List(t.Context(), ListQuestion{}); err != nil {
		t.Errorf("list: %v", err)
	}
	_, errRecall := e.Recall(t.Context(), Question{Text: "anything"})
	_, errRemember := e.Remember(t.Context(), Note{Content: "something", Rationale: "a test"})
	for what, err := range map[string]error{"recall": errRecall, "remember": errRemember, "open": OpenRest(t.Context(), e)} {
		var told *Error
		if !errors.As(err, &told) || told.Kind != KindDevice || !strings.Contains(told.Hint, "make setup") {
			t.Errorf("%s: %v, want an error of the machine with the way out", what, err)
			continue
		}
		if n := strings.Count(err.Error(), "nowhere.so"); n != 1 {
			t.Errorf("%s: the cause stands there %d times: %v", what, n, err)
		}
	}
}

// TestDamagedModelsThatAreOpenedLater checks that a model file that does not match the manifest embeds nothing, and is named by calls that need it; the rest works.
func TestDamagedModelsThatAreOpenedLater(t *testing.T) {
	from, err := models.FindDir("compact", "")
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "compact")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	manifest, err := models.LoadManifest(to)
	if err != nil {
		t.Fatal(err)
	}
	damage := func(f models.File) {
		t.Helper()
		b, err := os.ReadFile(manifest.Path(f))
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] ^= 1
		if err := os.WriteFile(manifest.Path(f), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, _ := manifest.Model(models.Causal)
	damaged := d.Files()[0]
	damage(damaged)
	named := func(err error, file models.File) bool {
		var told *Error
		return errors.As(err, &told) && told.Kind == KindDevice && strings.Contains(err.Error(), manifest.Path(file)) && strings.Contains(told.Hint, "git checkout")
	}

	if _, err := Open(t.Context(), Config{Data: t.TempDir(), Models: to}); !named(err, damaged) {
		t.Errorf("opened with all models: %v, want the file named", err)
	}
	e := openAlone(t, Config{Data: t.TempDir(), Models: to, ModelsLater: true})
	if _, err := e.List(t.Context(), ListQuestion{}); err != nil {
		t.Errorf("list: %v", err)
	}
	if _, err := e.Remember(t.Context(), Note{Content: "something", Rationale: "a test"}); !named(err, damaged) {
		t.Errorf("remember: %v, want the file named", err)
	}
	if page, err := e.List(t.Context(), ListQuestion{}); err != nil || len(page.Memories) != 0 {
		t.Errorf("then listed %d memories (%v), want none", len(page.Memories), err)
	}

	for _, f := range manifest.Tokenizers { // tokens cannot be counted without these
		damage(f)
		if _, err := Open(t.Context(), Config{Data: t.TempDir(), Models: to, ModelsLater: true}); !named(err, f) {
			t.Errorf("with a damaged tokenizer: %v, want the file named", err)
		}
		break
	}
}
