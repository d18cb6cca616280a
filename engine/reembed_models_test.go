package engine

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

// otherSpaces are the spaces in which otherModels differ from the compact profile.
var otherSpaces = models.SetOf(models.Graph, models.Entity, models.Splade)

// otherModels returns a folder of models of a profile: the compact ones, with E8 and E11 exchanged and another overlap of E13's windows.
func otherModels(t testing.TB, profile string) string {
	t.Helper()
	return modelsFolder(t, profile, func(bySpace map[string]map[string]any) {
		bySpace["E8"]["space"], bySpace["E11"]["space"] = "E11", "E8"
		bySpace["E13"]["overlap"] = bySpace["E13"]["overlap"].(float64) + 1
	})
}

// modelsFolder returns a folder of models of a profile: the compact ones with a changed manifest.
func modelsFolder(t testing.TB, profile string, change func(bySpace map[string]map[string]any)) string {
	t.Helper()
	from, err := models.FindDir("compact", "")
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), profile)
	if err := os.CopyFS(to, os.DirFS(from)); err != nil { // copies, not links, since the manifest is changed
		t.Fatal(err)
	}
	path := filepath.Join(to, models.ManifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var manifest map[string]any
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	manifest["profile"] = profile
	bySpace := map[string]map[string]any{}
	for _, m := range manifest["models"].([]any) {
		m := m.(map[string]any)
		bySpace[m["space"].(string)] = m
	}
	change(bySpace)
	if text, err = json.Marshal(manifest); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return to
}

func reembedding(t testing.TB, c Config) *Reembedding {
	t.Helper()
	r, err := OpenReembedding(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return r
}

func finish(t testing.TB, r *Reembedding) *ReembedReport {
	t.Helper()
	report, err := r.Finish(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func shut(t testing.TB, e *Engine) {
	t.Helper()
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// everyMemory returns all memories of a store by id, whole, including forgotten ones.
func everyMemory(t testing.TB, e *Engine) map[store.ID]*store.Memory {
	t.Helper()
	out := map[store.ID]*store.Memory{}
	err := e.store.Scan(context.Background(), store.Range{Deleted: true}, suite.Everything, func(m *store.Memory) (bool, error) {
		out[m.ID] = m
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// mustEqualFresh compares every value of the engine's store, byte by byte, and the counts of tokens, with those of the same texts stored in a fresh
// store, one by one, with the same models.
func mustEqualFresh(t *testing.T, e *Engine, c Config) {
	t.Helper()
	c.Data = t.TempDir()
	fresh := openWith(t, c)
	for id, m := range everyMemory(t, e) {
		got := remember(t, fresh, Note{Content: m.Content, Rationale: m.Rationale, Time: m.Time, Namespace: m.Namespace})
		many, err := fresh.store.Get(context.Background(), suite.Everything, got[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		want := many[0]
		if m.Profile != want.Profile || m.ModelHashes != want.ModelHashes || m.Tokens != want.Tokens {
			t.Errorf("memory %s: profile %s, tokens %v; want %s, %v", id, m.Profile, m.Tokens, want.Profile, want.Tokens)
		}
		for s := range m.Record {
			a, b := *m, *want
			if !slices.Equal(a.Record[s].Int8, b.Record[s].Int8) || !slices.Equal(a.Record[s].Scales, b.Record[s].Scales) || !slices.Equal(a.Record[s].Nibbles, b.Record[s].Nibbles) ||
				!slices.Equal(a.Record[s].Terms, b.Record[s].Terms) || !slices.Equal(a.Record[s].Bits, b.Record[s].Bits) {
				t.Errorf("memory %s (%.40q): value of %v is not that of a fresh store", id, m.Content, models.Space(s))
			}
		}
	}
	shut(t, fresh)
}
