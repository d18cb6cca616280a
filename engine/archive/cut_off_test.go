package archive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCancelled: cancelling at any point, during hashing or copying, leaves the earlier backups, and nothing that counts as a new one.
func TestCancelled(t *testing.T) {
	files := folder(t, map[string]string{"a": strings.Repeat("a", 2<<20), "b": strings.Repeat("b", 2<<20)})
	for after := range 9 { // two pieces of each file, each processed twice
		dir := filepath.Join(t.TempDir(), "archive")
		create(t, dir, 0, map[string]string{"x": "1"})
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		_, err := Create(ctx, dir, files, About{}, noon, func(int64, int64) {
			if n++; n > after {
				cancel()
			}
		})
		cancel()
		if list, lerr := List(dir); (err == nil) != (after >= 8) || lerr != nil || err != nil && len(list) != 1 {
			t.Errorf("cut off after %d: %v, %d backups, %v", after, err, len(list), lerr)
		}
		hidden, err := filepath.Glob(filepath.Join(dir, "*", ".new-*"))
		deeper, err2 := filepath.Glob(filepath.Join(dir, "*", "*", ".new-*"))
		if err != nil || err2 != nil || len(hidden)+len(deeper) > 0 {
			t.Errorf("cut off after %d, left behind: %v %v", after, hidden, deeper)
		}
	}
}

// TestProgressIsOfBothPasses: a new file is half done when its hash is known; one that is in the archive already is then done.
func TestProgressIsOfBothPasses(t *testing.T) {
	dir, files := filepath.Join(t.TempDir(), "archive"), folder(t, map[string]string{"a": strings.Repeat("a", 2<<20)})
	for _, want := range [][]int64{{1 << 19, 1 << 20, 3 << 19, 2 << 20}, {1 << 19, 1 << 20, 2 << 20}} {
		var calls []int64
		if _, err := Create(t.Context(), dir, files, About{}, noon, func(done, _ int64) { calls = append(calls, done) }); err != nil || !slices.Equal(calls, want) {
			t.Errorf("calls %v, want %v; %v", calls, want, err)
		}
	}
}

// TestUnreadableIsNotDamaged: a file that cannot be read may be intact, so nobody is advised to remove it.
func TestUnreadableIsNotDamaged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	b := create(t, dir, 0, map[string]string{"a": "some text"})
	file := at(dir, b.Files[0].SHA256)
	if err := errors.Join(os.Remove(file), os.Mkdir(file, 0o700)); err != nil { // a folder can be opened, and reading it fails for every user
		t.Fatal(err)
	}
	for what, err := range map[string]error{"verified": Verify(t.Context(), dir, b, nil), "restored": Restore(t.Context(), dir, b, filepath.Join(t.TempDir(), "to"), nil)} {
		if err == nil || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "backup "+b.ID) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestWhatAKilledWriterLeft is removed by the next removal; a list during a removal does not report the backup that was just removed.
func TestWhatAKilledWriterLeft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	b := create(t, dir, 0, map[string]string{"x": "1"})
	create(t, dir, 1, map[string]string{"x": "1"})
	for _, left := range []string{filepath.Join(dir, backupsName, ".new-1"), filepath.Join(filepath.Dir(at(dir, b.Files[0].SHA256)), ".new-2")} {
		if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	gone := filepath.Join(dir, backupsName, "gone")
	if err := os.Symlink(filepath.Join(dir, "nowhere"), gone); err != nil { // a name without a text
		t.Fatal(err)
	}
	if list, err := List(dir); err != nil || len(list) != 2 {
		t.Errorf("during a removal: %d backups, %v", len(list), err)
	}
	if freed, err := Remove(dir, b.ID); err != nil || freed != 8 {
		t.Errorf("freed %d: %v", freed, err)
	}
	for name := range texts(t, filepath.Join(dir, filesName)) {
		if strings.Contains(name, ".new-") {
			t.Errorf("%s is left", name)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*", ".new-*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
}
