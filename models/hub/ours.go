package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/models"
)

// ours are the entries of a profile other than the spaces' folders: its files, which have a longer name, with a dot before it, while they are written.
var ours = []string{models.ManifestName, models.StampsName, LockName}

// checkOurs refuses a folder with files that no pull puts there: it is exchanged as a whole, and would take them along.
func checkOurs(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look into %s: %w", dir, err)
	}
	for _, e := range entries {
		name := e.Name()
		plain := strings.TrimPrefix(name, ".")
		if s, err := models.ParseSpace(name); err == nil && s.Code() == name && e.IsDir() {
			continue
		}
		if !slices.ContainsFunc(ours, func(own string) bool { return strings.HasPrefix(plain, own) }) {
			return fmt.Errorf("%s holds %s, which no pull has put there; move it away, or name another folder", dir, name)
		}
	}
	return nil
}

// checkPulled refuses a folder of models that no pull has made, such as one that came with the program.
func checkPulled(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, LockName)); err != nil {
		return fmt.Errorf("%s holds models but no %s, so they were not pulled by this program; name another folder with --to", dir, LockName)
	}
	return nil
}
