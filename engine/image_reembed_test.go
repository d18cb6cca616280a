package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"asterism/models/drawn/profile"
)

// pathReembedded checks images that were stored by path. If no folder was named, a folder is missing, or it does not allow
// reading, the work ends without a loss of values, and the old models remain in use. An image whose file is gone has no value, and is counted.
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
	out := remember(t, e, Note{Content: "kept.png", Modality: ModalityImage}, Note{Content: "gone.png", Modality: ModalityImage, AllowDuplicate: true}) // the same picture
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
	if err := errors.Join(os.Remove(kept), os.Symlink("kept.png", kept)); err != nil { // which the system cannot open for any user
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
