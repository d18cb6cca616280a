package quality

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asterism/models"
)

// TestModelsOfSomeSpaces: other people's models need not fill all spaces, and need not lie where ours do.
func TestModelsOfSomeSpaces(t *testing.T) {
	dir := someModels(t, "E6", "E8")
	e, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	if want := models.SetOf(models.Sparse, models.Graph, models.HDC); e.Spaces() != want {
		t.Fatalf("spaces are %v, want %v", e.Spaces().Spaces(), want.Spaces())
	}
	s, err := loadSet(notesDir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := evaluate(t.Context(), e, s, 5)
	if err != nil {
		t.Fatal(err)
	}
	if names := columnNames(r.spaces); !slices.Equal(names, []string{"bm25", "grep", "E6", "E8", "E9", "fused"}) {
		t.Errorf("columns are %q", names)
	}
	if fused := mean(r.columns[columnFused]); fused.ndcg < 0.3 {
		t.Errorf("fused has %+v", fused)
	}
	us, spaces, err := embedCost(t.Context(), dir, s.docs, 2)
	if err != nil || len(us) != 2 || spaces != 2 || us[0] <= 0 {
		t.Errorf("cost is %v in %d spaces, error %v", us, spaces, err)
	}
}

// someModels copies some of the models that ship into a folder of their own.
func someModels(t *testing.T, spaces ...string) string {
	t.Helper()
	from, err := models.FindDir("compact", "")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(from, models.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Profile    string                    `json:"profile"`
		Version    int                       `json:"version"`
		Tokenizers map[string]map[string]any `json:"tokenizers"`
		Models     []map[string]any          `json:"models"`
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		t.Fatal(err)
	}
	manifest.Models = slices.DeleteFunc(manifest.Models, func(m map[string]any) bool { return !slices.Contains(spaces, m["space"].(string)) })
	to := t.TempDir()
	for _, m := range manifest.Models {
		copyFile(t, from, to, m["file"].(string))
	}
	for _, f := range manifest.Tokenizers {
		copyFile(t, from, to, f["file"].(string))
	}
	if raw, err = json.Marshal(manifest); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, models.ManifestName), raw, 0o644); err != nil {
		t.Fatal(err)
	}
	return to
}

func copyFile(t *testing.T, from, to, name string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(from, name))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(to, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		t.Fatal(err)
	}
}
