package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Remove deletes backups from an archive, and with them the files that no other one names, including those left by a killed process. freed is their size
// in bytes. An archive with a damaged backup loses no files, since it is unknown which of them that backup names.
func Remove(dir string, ids ...string) (freed int64, err error) {
	lock, err := claim(dir, false)
	if err != nil {
		return 0, fmt.Errorf("remove backup: %w", err)
	}
	defer lock.Close()
	named, err := findAll(dir, ids)
	if err != nil {
		return 0, fmt.Errorf("remove backup: %w", err)
	}
	for _, id := range named {
		if err := os.Remove(filepath.Join(dir, backupsName, id)); err != nil {
			return 0, fmt.Errorf("remove backup: %w", err)
		}
	}
	if err := syncFolder(filepath.Join(dir, backupsName)); err != nil { // before the files that it names are deleted
		return 0, err
	}
	left, err := List(dir)
	if err != nil {
		return 0, fmt.Errorf("remove backup: the files stay: %w", err)
	}
	hidden, err := sweepHidden(filepath.Join(dir, backupsName))
	if err != nil {
		return hidden, fmt.Errorf("remove backup: %w", err)
	}
	freed, err = sweep(dir, left)
	return hidden + freed, err
}

// findAll returns the ids of the named backups, each once, before any of them is deleted. An empty id is an error: a script with an unset variable would otherwise
// delete the newest.
func findAll(dir string, ids []string) (named []string, err error) {
	for _, id := range ids {
		if id == "" {
			return nil, fmt.Errorf("%w: an id is empty; say latest for the newest", ErrNone)
		}
		b, err := Find(dir, id)
		if err != nil && (id == latest || !errors.Is(err, ErrDamaged)) {
			return nil, err
		}
		if err == nil {
			id = b.ID // the name may have been "latest"
		}
		if !slices.Contains(named, id) {
			named = append(named, id)
		}
	}
	return named, nil
}

// sweepHidden deletes unfinished files of a killed process in a folder: there is no other writer, since the lock is held.
func sweepHidden(dir string) (freed int64, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), hiddenName) {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return freed, err
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return freed, err
		}
		freed += info.Size()
	}
	return freed, nil
}

// sweep deletes the files that no backup names, and unfinished ones.
func sweep(dir string, backups []Backup) (freed int64, err error) {
	named := map[string]bool{}
	for _, b := range backups {
		for _, f := range b.Files {
			named[f.SHA256] = true
		}
	}
	err = filepath.WalkDir(filepath.Join(dir, filesName), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || named[d.Name()] {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		freed += info.Size()
		return os.Remove(path)
	})
	return freed, err
}
