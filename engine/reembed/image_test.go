package reembed

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"asterism/engine/fault"
	"asterism/engine/picture"
)

// TestOutOfReach: errors after which the image may still exist, and errors after which it
// is surely gone.
func TestOutOfReach(t *testing.T) {
	folder := t.TempDir()
	allowed, other := []string{folder}, filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	loop := filepath.Join(t.TempDir(), "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Fatal(err)
	}
	unseen := func(err error) error {
		return &fault.Error{Kind: fault.KindInvalid, Message: "content is no image", Err: err}
	}
	gone := func(content string, folders []string) error {
		_, err := picture.Read(content, folders)
		return unseen(err)
	}
	refused := func(cause error) error {
		return unseen(fmt.Errorf("open: %w: %w", picture.ErrSource, cause))
	}
	for name, c := range map[string]struct {
		content string
		images  []string
		err     error
		want    bool
	}{
		"no folder":           {"a.png", nil, gone("a.png", nil), true},
		"no such file":        {"a.png", allowed, gone("a.png", allowed), false},
		"in another folder":   {other, allowed, gone(other, allowed), true},
		"unknown":             {filepath.Join(loop, "a.png"), allowed, gone(filepath.Join(loop, "a.png"), allowed), true},
		"gone from another":   {other + ".gone", allowed, gone(other+".gone", allowed), false},
		"a folder has gone":   {"a.png", []string{folder, filepath.Join(folder, "gone")}, gone("a.png", allowed), true},
		"no right to read":    {"a.png", allowed, refused(syscall.EACCES), true},
		"a disk fails":        {"a.png", allowed, refused(syscall.EIO), true},
		"sent whole, damaged": {"data:image/png;base64,%", nil, gone("data:image/png;base64,%", nil), false},
		"no image":            {"a.png", allowed, unseen(picture.ErrFormat), false},
		"models see none":     {"a.png", nil, fault.Invalid("modality needs an image model", ""), false},
	} {
		if got := outOfReach(c.content, c.images, c.err); got != c.want {
			t.Errorf("%s: %v is out of reach: %v, want %v", name, c.err, got, c.want)
		}
	}
}
