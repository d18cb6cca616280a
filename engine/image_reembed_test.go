package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"asterism/engine/fault"
	"asterism/engine/picture"
	"asterism/models/drawn/profile"
)

// pathReembedded: images that were remembered by their paths lose no value because no folder was named, one that is not there, or one that does not let them
// be read: the work ends, and the old models serve on. One whose file is gone is left without a value, and counted.
func pathReembedded(t *testing.T, dir string) {
	data, folder, ctx := t.TempDir(), t.TempDir(), context.Background()
	kept := filepath.Join(folder, "kept.png")
	file := drawing(t, 32, 1)
	for _, path := range []string{kept, filepath.Join(folder, "gone.png")} {
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := openFull(t, dir, Config{Data: data, Images: []string{folder}})
	out := remember(t, e, Note{Content: "kept.png", Modality: ModalityImage}, Note{Content: "gone.png", Modality: ModalityImage})
	before := recordOf(t, e, out[0].ID)
	shut(t, e)
	compact, full := Config{Data: data}, Config{Data: data, Profile: profile.Name, Models: dir}
	if report := finish(t, reembedding(t, compact)); report.Unseen != 2 {
		t.Errorf("%d images are counted with models that see none, want 2", report.Unseen)
	}
	mustStop := func(what string, c Config) {
		t.Helper()
		var e *Error
		if _, err := reembedding(t, c).Finish(ctx, nil); !errors.As(err, &e) || e.Kind != KindInvalid || !strings.Contains(e.Hint, "--images") {
			t.Errorf("%s: error %v, want one that names --images", what, err)
		}
		shut(t, openWith(t, compact))
	}
	mustStop("no folder named", full)
	full.Images = []string{filepath.Join(folder, "typo")}
	if _, err := OpenReembedding(ctx, full); err == nil || !strings.Contains(err.Error(), "typo") {
		t.Errorf("a folder that is not there: error %v", err)
	}
	full.Images = []string{folder}
	if err := errors.Join(os.Remove(kept), os.Symlink("kept.png", kept)); err != nil { // which the system cannot open, whoever asks
		t.Fatal(err)
	}
	mustStop("a file that cannot be opened", full)
	if err := errors.Join(os.Remove(kept), os.WriteFile(kept, file, 0o600), os.Remove(filepath.Join(folder, "gone.png"))); err != nil {
		t.Fatal(err)
	}
	if report := finish(t, reembedding(t, full)); report.Unseen != 1 {
		t.Errorf("%d images are counted, want the one whose file is gone", report.Unseen)
	}
	e = openFull(t, dir, full)
	if after := recordOf(t, e, out[0].ID); !reflect.DeepEqual(after, before) {
		t.Error("the image whose file was put back has another value than it had with the same models")
	}
	shut(t, e)
}

// TestOutOfReach: what may be there all the same, and what is surely gone.
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
	unseen := func(err error) error { return &Error{Kind: KindInvalid, Message: "content is no image", Err: err} }
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
		"nobody can tell":     {filepath.Join(loop, "a.png"), allowed, gone(filepath.Join(loop, "a.png"), allowed), true},
		"gone from another":   {other + ".gone", allowed, gone(other+".gone", allowed), false},
		"a folder has gone":   {"a.png", []string{folder, filepath.Join(folder, "gone")}, gone("a.png", allowed), true},
		"no right to read":    {"a.png", allowed, refused(syscall.EACCES), true},
		"a disk fails":        {"a.png", allowed, refused(syscall.EIO), true},
		"sent whole, damaged": {"data:image/png;base64,%", nil, gone("data:image/png;base64,%", nil), false},
		"no image":            {"a.png", allowed, unseen(picture.ErrFormat), false},
		"models see none":     {"a.png", nil, fault.Invalid("modality needs an image model", ""), false},
	} {
		if got := (&Config{Images: c.images}).outOfReach(c.content, c.err); got != c.want {
			t.Errorf("%s: %v is out of reach: %v, want %v", name, c.err, got, c.want)
		}
	}
}
