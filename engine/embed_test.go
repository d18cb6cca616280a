package engine

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// TestEmbedGivesWhatIsStored checks that the values are those of a memory with the same text and time.
func TestEmbedGivesWhatIsStored(t *testing.T) {
	e := open(t, "")
	ctx, when := t.Context(), time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	const text = "the scheduler hands a batch to the next backend when one fails"
	kept, err := e.Remember(ctx, Note{Content: text, Time: when})
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.Get(ctx, kept.ID)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Embed(ctx, EmbedQuestion{Texts: []string{"another", text}, Spaces: models.All, Time: when})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Values) != 2 || got.Tokens[1] == 0 || got.Device == "" || !got.Time.Equal(when) {
		t.Fatalf("%d values, tokens %v, device %q, time %v", len(got.Values), got.Tokens, got.Device, got.Time)
	}
	if p := got.Values[1].Present(); p != models.All {
		t.Errorf("present are %v, want all", p.Spaces())
	}
	for _, s := range stored.Spaces() {
		want, err := fingerprint.Pack(s, got.Values[1][s])
		if err != nil {
			t.Fatal(err)
		}
		if a, b := fingerprint.AppendSpace(nil, s, &want), fingerprint.AppendSpace(nil, s, &m.Record[s]); string(a) != string(b) {
			t.Errorf("%v: the value is not the stored one", s)
		}
	}
}

func TestEmbedGivesOnlyWhatWasAskedFor(t *testing.T) {
	e := open(t, "")
	spaces := models.SetOf(models.Code, models.HDC)
	asPassage, err := e.Embed(t.Context(), EmbedQuestion{Texts: []string{"func main() {}"}, Spaces: spaces})
	if err != nil {
		t.Fatal(err)
	}
	if p := asPassage.Values[0].Present(); p != spaces {
		t.Errorf("present are %v, want %v", p.Spaces(), spaces.Spaces())
	}
	code, err := e.Embed(t.Context(), EmbedQuestion{Texts: []string{"func main() {}"}, Spaces: models.SetOf(models.HDC), Role: batch.Query})
	if err != nil || code.Tokens[0] != 0 {
		t.Errorf("a space without tokens counts %v: %v", code, err)
	}
}

func TestEmbedRefuses(t *testing.T) {
	e := open(t, "")
	one := models.SetOf(models.HDC)
	for name, c := range map[string]struct {
		q    EmbedQuestion
		says string
	}{
		"nothing":        {EmbedQuestion{Spaces: one}, "0 texts"},
		"too many":       {EmbedQuestion{Texts: make([]string, MaxEmbedTexts+1), Spaces: one}, "2049 texts"},
		"no spaces":      {EmbedQuestion{Texts: []string{"a"}}, "no spaces"},
		"unknown spaces": {EmbedQuestion{Texts: []string{"a"}, Spaces: 1 << models.Count}, "no spaces"},
		"blank":          {EmbedQuestion{Texts: []string{"a", " "}, Spaces: one}, "text 1 is blank"},
		"too long":       {EmbedQuestion{Texts: []string{strings.Repeat("x", MaxContentBytes+1)}, Spaces: one}, "the limit is"},
		"bad time":       {EmbedQuestion{Texts: []string{"a"}, Spaces: one, Time: time.Unix(1<<40, 0)}, "outside the years"},
	} {
		var known *Error
		if _, err := e.Embed(t.Context(), c.q); !errors.As(err, &known) || known.Kind != KindInvalid || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want one that says %q", name, err, c.says)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Embed(ctx, EmbedQuestion{Texts: []string{"a"}, Spaces: one}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestFullWidthIsEmbeddedAsPlain checks that a memory in letters of full width has the values of the plain text, is found by the plain word and the other way round, and is
// stored as written.
func TestFullWidthIsEmbeddedAsPlain(t *testing.T) {
	e := open(t, "")
	pairs := [][2]string{
		{"ｄｂ－０１ を ＲＥＳＴＡＲＴ した。 ｔｈｅ ｄａｔａｂａｓｅ ｗａｓ ｄｏｗｎ", "db-01 を RESTART した。 the database was down"},
		{"Ｔｈｅ ｐａｙｍｅｎｔ ｇａｔｅｗａｙ ｒｅｔｕｒｎｓ ５０２", "The payment gateway returns 502"},
	}
	var texts []string
	for _, p := range pairs {
		texts = append(texts, p[0], p[1])
	}
	got, err := e.Embed(t.Context(), EmbedQuestion{Texts: texts, Spaces: stored, Role: batch.Passage})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range pairs {
		wide, plain := got.Values[2*i], got.Values[2*i+1]
		for _, s := range stored.Spaces() {
			a, err := fingerprint.Pack(s, wide[s])
			b, berr := fingerprint.Pack(s, plain[s])
			if err = errors.Join(err, berr); err != nil || string(fingerprint.AppendSpace(nil, s, &a)) != string(fingerprint.AppendSpace(nil, s, &b)) {
				t.Errorf("%v of %q is not that of %q, error %v", s, p[0], p[1], err)
			}
		}
	}
	for _, text := range distractors {
		remember(t, e, Note{Content: text})
	}
	for _, p := range pairs {
		id := rememberOne(t, e, Note{Content: p[0], Rationale: "ｂｅｃａｕｓｅ"})
		for _, asked := range p {
			if h := recall(t, e, Question{Text: asked}).Hits[0]; h.Memory.ID != id || h.Memory.Content != p[0] {
				t.Errorf("asked %q: %q comes first, want %q", asked, h.Memory.Content, p[0])
			}
		}
	}
	plain := rememberOne(t, e, Note{Content: "The kiosk printer is out of paper."})
	if h := recall(t, e, Question{Text: "ｋｉｏｓｋ ｐｒｉｎｔｅｒ"}).Hits[0]; h.Memory.ID != plain {
		t.Errorf("%q comes first", h.Memory.Content)
	}
}
