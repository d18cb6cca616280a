package mcp

import (
	"context"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/tools"
)

// questionSpy records the question.
type questionSpy struct {
	*fakeEngine
	got engine.Question
}

func (s *questionSpy) parts() *tools.Engine {
	e := s.fakeEngine.parts()
	e.Reader = s
	return e
}

func (s *questionSpy) Recall(ctx context.Context, q engine.Question) (*engine.Found, error) {
	s.got = q
	return s.fakeEngine.Recall(ctx, q)
}

// whole is an image of six bytes that was sent with the note.
const whole = "data:image/png;base64,AAECAwQF"

type shownImage struct {
	Memory struct{ Content, Snippet, Image, Modality string }
}

// TestImageIsDescribed: an answer describes an image's memory, and contains the megabytes of base64 only on request.
func TestImageIsDescribed(t *testing.T) {
	e := &questionSpy{fakeEngine: newFake()}
	ask := func(tool string, arguments map[string]any, to any) {
		t.Helper()
		if err := tools.Ask(t.Context(), e.parts(), tool, arguments, nil, to); err != nil {
			t.Fatalf("%s %v: %v", tool, arguments, err)
		}
	}
	for content, want := range map[string]struct{ image, content string }{
		whole:     {"image/png of 6 bytes", ""},
		"cat.png": {"cat.png", "cat.png"},
	} {
		var kept struct{ FingerprintID store.ID }
		ask("store_memory", map[string]any{"content": content, "modality": "image", "namespace": content[:3]}, &kept)
		var plain, asked shownImage
		ask("get_memory", map[string]any{"id": kept.FingerprintID}, &plain)
		ask("get_memory", map[string]any{"id": kept.FingerprintID, "include_content": true}, &asked)
		if plain.Memory.Image != want.image || plain.Memory.Content != want.content || asked.Memory.Content != content || asked.Memory.Modality != "image" {
			t.Errorf("%s is shown as %+v, and when asked for as %+v", content, plain.Memory, asked.Memory)
		}
		var listed struct {
			Memories []struct{ Snippet, Image string }
		}
		ask("list_memories", map[string]any{"namespace": content[:3], "modality": "image"}, &listed)
		if len(listed.Memories) != 1 || listed.Memories[0].Snippet != want.image || listed.Memories[0].Image != want.image {
			t.Errorf("%s is listed as %+v, want %q", content, listed, want.image)
		}
	}
}

// TestImageArguments: images have their own limit, and a search accepts one instead of a query.
func TestImageArguments(t *testing.T) {
	e := &questionSpy{fakeEngine: newFake()}
	var kept struct{ FingerprintID store.ID }
	if err := tools.Ask(t.Context(), e.parts(), "store_memory", map[string]any{"content": whole, "modality": "image"}, nil, &kept); err != nil {
		t.Fatal(err)
	}
	large := whole + strings.Repeat("A", engine.MaxContentBytes)
	huge := whole + strings.Repeat("A", engine.MaxImageContentBytes)
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		words     string // of the error; "": none
	}{
		{"store_memory", map[string]any{"content": large, "modality": "image"}, ""},
		{"store_memory", map[string]any{"content": large}, "the limit is 1048576"},
		{"inject_context", map[string]any{"content": huge, "rationale": "r", "modality": "image"}, "the limit is 6291456"},
		{"update_memory", map[string]any{"id": kept.FingerprintID, "content": large}, ""}, // it is an image already
		{"update_memory", map[string]any{"id": kept.FingerprintID, "content": large + "A", "modality": "image"}, ""},
		{"update_memory", map[string]any{"id": kept.FingerprintID, "content": large, "modality": "text"}, "the limit is 1048576"},
		{"update_memory", map[string]any{"id": kept.FingerprintID, "content": huge}, "the limit is 6291456"},
		{"search_graph", map[string]any{"image": large}, ""},
		{"search_graph", map[string]any{"image": huge}, "the limit is 6291456"},
		{"search_graph", map[string]any{}, "query is required"},
		{"search_graph", map[string]any{"image": ""}, "query is required"},
	} {
		err := tools.Ask(t.Context(), e.parts(), c.tool, c.arguments, nil, &struct{}{})
		if (err == nil) != (c.words == "") || err != nil && !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: error %.200v, want %q", c.tool, err, c.words)
		}
	}
	if e.got.Image != large || e.got.Text != "" {
		t.Errorf("asked with an image of %d bytes and the text %q", len(e.got.Image), e.got.Text)
	}
}
