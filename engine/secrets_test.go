package engine

import (
	"context"
	"errors"
	"strings"
	"testing"

	"asterism/engine/secrets"
)

// fakeKey belongs to nobody; it is assembled here so that a scanner for secrets does not find it in this source.
const fakeKey = "gh" + "p_" + "q7Zk2Vb9XwT4mRc8LpHs3NdYf6GjE1uAoKxW"

// TestSecretsAreRefusedOnEveryWayIn checks that nothing of a call is stored, and that the error only names kind and place.
func TestSecretsAreRefusedOnEveryWayIn(t *testing.T) {
	e := open(t, t.TempDir())
	first, err := e.Remember(t.Context(), Note{Content: "CI pushes at night", Rationale: "w"})
	if err != nil {
		t.Fatal(err)
	}
	text := "push with " + fakeKey
	bad := Note{Content: text, Rationale: "w"}
	ways := map[string]func(context.Context) error{
		"Remember": func(ctx context.Context) error { _, err := e.Remember(ctx, bad); return err },
		"RememberAll": func(ctx context.Context) error {
			_, err := e.RememberAll(ctx, []Note{{Content: "fine"}, bad})
			return err
		},
		"RememberOnce": func(ctx context.Context) error {
			_, err := e.RememberOnce(ctx, []Note{{Content: "fine"}, bad}, nil)
			return err
		},
		"Inject": func(ctx context.Context) error { _, err := e.Inject(ctx, bad); return err },
		"a reason": func(ctx context.Context) error {
			_, err := e.Inject(ctx, Note{Content: "fine", Rationale: text})
			return err
		},
		"a source": func(ctx context.Context) error {
			_, err := e.Remember(ctx, Note{Content: "fine", Source: text})
			return err
		},
		"a tag": func(ctx context.Context) error {
			_, err := e.Remember(ctx, Note{Content: "fine", Tags: []string{text}})
			return err
		},
		"Update": func(ctx context.Context) error { _, err := e.Update(ctx, first.ID, Change{Content: &text}); return err },
		"a new reason": func(ctx context.Context) error {
			_, err := e.Update(ctx, first.ID, Change{Rationale: &text})
			return err
		},
		"a new tag": func(ctx context.Context) error {
			_, err := e.Update(ctx, first.ID, Change{Tags: &[]string{text}})
			return err
		},
	}
	for name, do := range ways {
		err := do(t.Context())
		var fault *Error
		if !errors.As(err, &fault) || fault.Kind != KindInvalid || !strings.Contains(fault.Message, "github-pat in line 1, characters 11 to 50") || strings.Contains(err.Error()+fault.Hint, fakeKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	page, err := e.List(t.Context(), ListQuestion{})
	if err != nil || len(page.Memories) != 1 || page.Memories[0].Content != "CI pushes at night" {
		t.Errorf("stored beside the refusals: %v, %v", page, err)
	}
	for name, do := range ways {
		if err := do(secrets.WithPolicy(t.Context(), secrets.Redact)); err != nil {
			t.Errorf("%s, redacted: %v", name, err)
		}
	}
	if page, err = e.List(t.Context(), ListQuestion{}); err != nil {
		t.Fatal(err)
	}
	for _, m := range page.Memories {
		if said := m.Content + m.Rationale + m.Source + strings.Join(m.Tags, " "); strings.Contains(said, fakeKey) {
			t.Errorf("%s is stored with %q", m.ID, said)
		}
	}
	allowed, err := e.Remember(secrets.WithPolicy(t.Context(), secrets.Allow), Note{Content: "keep " + fakeKey})
	if err != nil || get(t, e, allowed.ID).Content != "keep "+fakeKey {
		t.Errorf("allowed: %v", err)
	}
}
