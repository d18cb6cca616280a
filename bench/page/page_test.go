package page

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLoads: what a stand-in for the browser's script prints becomes the rows, and too few loads or other words are an error.
func TestLoads(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for name, c := range map[string]struct {
		says, wrong string
	}{
		"three":       {says: `printf '{"load":90,"row":200}\n{"load":80.5,"row":150}\n{"load":85,"row":300}\n'`},
		"one too few": {says: `printf '{"load":90,"row":200}\n{"load":80,"row":150}\n'`, wrong: "2 loads were told, want 3"},
		"no JSON":     {says: "echo hello", wrong: "read a load"},
		"it fails":    {says: "exit 3", wrong: "exit status 3"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(bin, "node"), []byte("#!/bin/sh\n[ \"$*\" = 'load.mjs /usr/bin/browser http://link 3' ] || exit 9\n"+c.says+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			times, err := load(t.Context(), t.TempDir(), "/usr/bin/browser", "http://link", 3)
			if c.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), c.wrong) {
					t.Errorf("error %v, want %q", err, c.wrong)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := rows(times)
			if got[0].Name != "page_load_p50_ms" || got[0].Value != 85 || got[1].Name != "page_memories_p50_ms" || got[1].Value != 200 || !strings.Contains(got[0].Met(), "met") {
				t.Errorf("rows %+v", got)
			}
		})
	}
}

func TestNoBrowser(t *testing.T) {
	t.Setenv("CHROMIUM", filepath.Join(t.TempDir(), "none"))
	if _, err := browserPath(); err == nil || !strings.Contains(err.Error(), "CHROMIUM=") {
		t.Errorf("error %v", err)
	}
}
