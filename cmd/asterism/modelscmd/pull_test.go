package modelscmd

import (
	"os"
	"path/filepath"
	"testing"

	"asterism/models"
)

// TestUseOf: the flags printed at the end of a pull find exactly the profile that was pulled.
func TestUseOf(t *testing.T) {
	here, other, empty := t.TempDir(), t.TempDir(), t.TempDir()
	for _, dir := range []string{here, other} {
		if err := os.Mkdir(filepath.Join(dir, "full"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "full", models.ManifestName), []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(empty, "link")
	if err := os.Symlink(here, link); err != nil {
		t.Fatal(err)
	}
	for env, want := range map[string]string{
		here:  "--profile full",
		link:  "--profile full",
		other: "--profile full --models " + here,
		empty: "--profile full --models " + here,
	} {
		t.Setenv(models.DirVariable, env)
		if got := useOf("full", filepath.Join(here, "full")); got != want {
			t.Errorf("$%s %s: %q, want %q", models.DirVariable, env, got, want)
		}
	}
}
