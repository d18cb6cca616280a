package device

import (
	"testing"
	"testing/fstest"
)

// TestHugePages: the choice in brackets is read, and other text gives no result.
func TestHugePages(t *testing.T) {
	for text, want := range map[string]string{
		"always [madvise] never\n": "madvise",
		"[always] madvise never\n": "always",
		"always madvise [never]\n": "never",
		"always madvise never\n":   "",
		"[always":                  "",
		"":                         "",
	} {
		if got := hugePages(fstest.MapFS{hugePagesFile: {Data: []byte(text)}}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := hugePages(fstest.MapFS{}); got != "" {
		t.Errorf("without the file: %q", got)
	}
}
