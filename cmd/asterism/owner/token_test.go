package owner

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestATokenThatOthersCouldRead is closed to them, and reported; the server still uses it.
func TestATokenThatOthersCouldRead(t *testing.T) {
	t.Setenv("ASTERISM_TOKEN", "")
	data := t.TempDir()
	path := filepath.Join(data, "token")
	if err := errors.Join(os.WriteFile(path, []byte("sixteen-letters-or-more\n"), 0o600), os.Chmod(path, 0o644)); err != nil {
		t.Fatal(err)
	}
	token, where, err := BearerToken(data)
	if err != nil || token != "sixteen-letters-or-more" || where != path {
		t.Errorf("%s %s %v", token, where, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want 0600", info.Mode(), err)
	}
}
