package owner

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheFolderOfASocket: an existing one is used if it is a folder of this user, and closed to others. Anything else is refused.
func TestTheFolderOfASocket(t *testing.T) {
	withUmask(t, 0)
	foreign, dir := t.TempDir(), t.TempDir()
	if !givenAway(t, foreign) && os.Geteuid() != 0 {
		foreign = "/" // the administrator's
	}
	for _, err := range []error{os.WriteFile(filepath.Join(dir, "file"), nil, 0o600), os.Symlink(dir, filepath.Join(dir, "link")), os.Symlink("nowhere", filepath.Join(dir, "dangling"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(foreign)
	if err != nil {
		t.Fatal(err)
	}
	says := ""
	if ownerOf(info) != os.Geteuid() { // this fails in a container that has only one user
		says = "belongs to user"
	}
	for name, c := range map[string]struct{ path, says string }{
		"new":           {filepath.Join(dir, "new"), ""},
		"there":         {folder(t, filepath.Join(dir, "there"), 0o700), ""},
		"open":          {folder(t, filepath.Join(dir, "open"), 0o777), ""},
		"a file":        {filepath.Join(dir, "file"), "no folder"},
		"a link":        {filepath.Join(dir, "link"), "no folder"},
		"a broken link": {filepath.Join(dir, "dangling"), "no folder"},
		"another's":     {foreign, says},
	} {
		err := ownFolder(c.path)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if info, serr := os.Lstat(c.path); err == nil && (serr != nil || info.Mode() != fs.ModeDir|0o700) {
			t.Errorf("%s: %v %v", name, info.Mode(), serr)
		}
	}
}
