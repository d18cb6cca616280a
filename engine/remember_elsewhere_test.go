package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// elsewhere embeds notes as another machine with the same models would.
func elsewhere(t *testing.T, ctx context.Context, notes ...Note) []Packed {
	t.Helper()
	packed, err := OverModels(compactModels(t)).Pack(ctx, notes)
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

func rememberPacked(t *testing.T, ctx context.Context, e *Engine, packed ...Packed) []Once {
	t.Helper()
	once, err := RememberPacked(ctx, e, packed)
	if err != nil {
		t.Fatal(err)
	}
	return once
}

// differs returns the first space in which two memories have different values; −1: none. A text in another batch may differ by rounding.
func differs(a, b *store.Memory) int {
	for s := range b.Record {
		x, y := fingerprint.Unpack(models.Space(s), &a.Record[s]), fingerprint.Unpack(models.Space(s), &b.Record[s])
		if a.Record[s].Absent() != b.Record[s].Absent() || !b.Record[s].Absent() && fingerprint.Similarity(models.Space(s), &x, &y) < .999 {
			return s
		}
	}
	return -1
}

// TestWhatWasEmbeddedElsewhereIsTheSameMemory checks that the result for the sample notes equals that of RememberAll, including values and counts of tokens, and is found
// by the same questions.
func TestWhatWasEmbeddedElsewhereIsTheSameMemory(t *testing.T) {
	ctx, e, notes := t.Context(), open(t, t.TempDir()), sampleNotes(t)
	for i := range notes {
		notes[i].Namespace = "here"
	}
	here := remember(t, e, notes...)
	for i := range notes {
		notes[i].Namespace = "there"
	}
	packed := elsewhere(t, ctx, notes...)
	there := rememberPacked(t, ctx, e, packed...)
	for i := range notes {
		want, err := e.Get(ctx, here[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Get(ctx, there[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		if s := differs(got, want); s >= 0 {
			t.Errorf("note %d differs in space %d", i, s)
		}
		if got.Tokens != want.Tokens || got.Content != want.Content || got.Rationale != want.Rationale || !slices.Equal(got.Tags, want.Tags) || !got.Time.Equal(want.Time) || got.TextHash != want.TextHash || got.ModelHashes != want.ModelHashes || got.Version != want.Version {
			t.Errorf("note %d: %+v\nwant %+v", i, got, want)
		}
	}
	if place(t, e, Question{Text: "why was MongoDB not chosen?", Namespace: "there"}, "MongoDB") != 1 {
		t.Error("it is not found")
	}
}

// TestTheSamePieceOnceMoreChangesNothing checks that it changes neither a memory nor its count, also if it was changed, forgotten or removed for good meanwhile.
func TestTheSamePieceOnceMoreChangesNothing(t *testing.T) {
	ctx, e := t.Context(), open(t, t.TempDir())
	packed := elsewhere(t, ctx, Note{Content: "the kettle is in the lab"}, Note{Content: "the ladder leans on the barn"}, Note{Content: "the lantern hangs at the gate"}, Note{ID: uuid.New(), Content: "the lid is lost"})
	for i := range packed[:3] {
		packed[i].ID = uuid.New()
	}
	again := func(known bool) {
		t.Helper()
		for i, o := range rememberPacked(t, ctx, e, packed...) {
			if want := max(packed[i].ID.String(), packed[i].Note.ID.String()); o.Known != known || o.ID.String() != want {
				t.Errorf("note %d: %+v, want %s, known %v", i, o, want, known)
			}
		}
	}
	again(false)
	again(true)
	for _, p := range packed[:3] {
		if n := timesSeen(t, e, p.ID); n != 1 {
			t.Errorf("it counts as said %d times", n)
		}
	}
	text := "the kettle is in the hall"
	if _, err := e.Update(ctx, packed[0].ID, Change{Content: &text}); err != nil {
		t.Fatal(err)
	}
	for i, hard := range []bool{false, true} {
		if _, err := e.Forget(ctx, packed[i+1].ID, hard); err != nil {
			t.Fatal(err)
		}
	}
	again(true)
	if m, err := e.Get(ctx, packed[0].ID); err != nil || m.Content != text || m.Version != 2 {
		t.Errorf("%+v, %v", m, err)
	}
	if page, err := e.List(ctx, ListQuestion{Namespace: DefaultNamespace}); err != nil || len(page.Memories) != 2 {
		t.Errorf("%d memories, %v", len(page.Memories), err)
	}
}

// TestWhatIsThereIsLeftAsItIs checks that a text that the namespace already has, by any note, is named and not stored; in another namespace, or after it was forgotten, it is stored.
func TestWhatIsThereIsLeftAsItIs(t *testing.T) {
	ctx, e := t.Context(), open(t, t.TempDir())
	first := remember(t, e, Note{Content: "the kettle is in the lab", SessionID: "a"})[0].ID
	note := Note{Content: "the kettle\nis in the lab", SessionID: "b", Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	if got := rememberPacked(t, ctx, e, elsewhere(t, ctx, note)...); !got[0].Known || got[0].ID != first {
		t.Errorf("%+v, want %s", got, first)
	}
	note.Namespace = "work"
	if got := rememberPacked(t, ctx, e, elsewhere(t, ctx, note)...); got[0].Known {
		t.Errorf("in another namespace: %+v", got)
	}
	note.Namespace = ""
	if _, err := e.Forget(ctx, first, false); err != nil {
		t.Fatal(err)
	}
	if got := rememberPacked(t, ctx, e, elsewhere(t, ctx, note)...); got[0].Known || got[0].ID == first {
		t.Errorf("after it was forgotten: %+v", got)
	}
}

// TestValuesOfOtherWordsOrModelsAreMadeHere checks that stored values are of the memory's own words, by the models of the store, whatever came with the note.
func TestValuesOfOtherWordsOrModelsAreMadeHere(t *testing.T) {
	ctx, e := t.Context(), open(t, t.TempDir())
	lie := elsewhere(t, ctx, Note{Content: "the ladder leans on the barn"})[0]
	for name, c := range map[string]func() Packed{
		"of other words": func() Packed { p := lie; p.Note.Content = "the kettle is in the lab"; return p },
		"of a rationale": func() Packed {
			p := lie
			p.Note.Content, p.Note.Rationale, p.Of = "the kettle is in the lab", "tea", WordsOf("the kettle is in the lab", "")
			return p
		},
		"of other models": func() Packed {
			p := lie
			p.Note.Content, p.Of = "the kettle is in the lab", WordsOf("the kettle is in the lab", "")
			p.Models[0][0]++
			return p
		},
		"of none": func() Packed { return Packed{Note: Note{Content: "the kettle is in the lab"}} },
	} {
		p := c()
		p.Note.Namespace = strings.ReplaceAll(name, " ", "-")
		want := remember(t, e, Note{Content: p.Note.Content, Rationale: p.Note.Rationale, Namespace: "right-" + p.Note.Namespace})[0].ID
		got := rememberPacked(t, ctx, e, p)[0].ID
		a, err := e.Get(ctx, want)
		if err != nil {
			t.Fatal(err)
		}
		b, err := e.Get(ctx, got)
		if err != nil {
			t.Fatal(err)
		}
		if s := differs(b, a); s >= 0 {
			t.Errorf("%s: space %d is not of the words that are stored", name, s)
		}
	}
}

// TestAPieceIsStoredWholeOrNotAtAll checks that the error is that of RememberAll, on either machine.
func TestAPieceIsStoredWholeOrNotAtAll(t *testing.T) {
	ctx, e := t.Context(), open(t, t.TempDir())
	for name, bad := range map[string]Note{
		"no text":                {Content: " "},
		"a modality there isn't": {Content: "x", Modality: "smell"},
		"a link to nothing":      {Content: "x", Links: []store.ID{uuid.New()}},
		"superseding nothing":    {Content: "x", Supersedes: []store.ID{uuid.New()}},
		"a secret":               {Content: "password = \"hunter2-Zq81xW\" and token ghp_0123456789abcdefghijABCDEFGHIJ012345"},
	} {
		_, want := e.RememberAll(ctx, []Note{{Content: "good, and " + name}, bad})
		packed, err := OverModels(compactModels(t)).Pack(ctx, []Note{{Content: "good, and " + name}, bad})
		if err == nil {
			_, err = RememberPacked(ctx, e, packed)
		}
		var a, b *Error
		if !errors.As(err, &a) || !errors.As(want, &b) || a.Kind != KindInvalid || a.Message != b.Message || a.Hint != b.Hint {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if page, err := e.List(ctx, ListQuestion{Namespace: "*"}); err != nil || len(page.Memories) != 0 {
		t.Errorf("%d memories, %v", len(page.Memories), err)
	}
}

// TestNoSecretTravels checks that what a policy removes is not sent to the other machine.
func TestNoSecretTravels(t *testing.T) {
	ctx := secrets.WithPolicy(t.Context(), secrets.Redact)
	p := elsewhere(t, ctx, Note{Content: "the token is ghp_0123456789abcdefghijABCDEFGHIJ012345 now"})[0]
	if strings.Contains(p.Note.Content, "ghp_") || p.Of != WordsOf(p.Note.Content, "") {
		t.Errorf("%q", p.Note.Content)
	}
}
