package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2"
)

// Edit is a planned change of a file.
type Edit struct {
	Path          string
	Before, After []byte
	New           bool // the file does not exist yet
	Gone          bool // the file would be empty, so it is removed
	mode          fs.FileMode
}

// Nothing reports whether the file needs no change.
func (e *Edit) Nothing() bool { return bytes.Equal(e.Before, e.After) && (e.New || !e.Gone) }

// Add plans the entry called name, or replaces the one with that name. If it returns an edit and an error, the file cannot be changed, and the edit has the content of a new one.
func (c Client) Add(path, name string, s Server) (*Edit, error) {
	want, err := c.entry(s)
	if err != nil {
		return nil, err
	}
	e, err := c.plan(path, name, want)
	if err == nil && s.Token != "" { // the file may not have contained a secret before
		e.mode &= ownerOnly
	}
	return e, err
}

// ownerOnly are the permissions allowed for a file with a secret: none for others.
const ownerOnly = 0o700

// Remove plans to remove the entry called name. It need not exist.
func (c Client) Remove(path, name string) (*Edit, error) {
	e, err := c.plan(path, name, nil)
	if err == nil && e.New {
		e.After = nil // do not create a missing file
	}
	return e, err
}

func (c Client) plan(path, name string, want any) (*Edit, error) {
	change := changeJSON
	if c.toml {
		change = changeTOML
	}
	e, err := planned(path, 0o600, func(before []byte) ([]byte, error) { return change(before, c.key, name, want) }) // it may contain a token
	if e == nil || err == nil {
		return e, err
	}
	return e, c.notAsWritten(path, err, want != nil)
}

// notAsWritten returns the error for a file whose format does not allow the change.
func (c Client) notAsWritten(path string, err error, wanted bool) error {
	wayOut := "correct it, or remove asterism's entries by hand"
	if wanted {
		wayOut = "put it right, or paste what --print shows"
	}
	return fmt.Errorf("%s is not as %s writes it (%w): %s", path, c.Title, err, wayOut)
}

// byteOrderMark is what some editors write before a file's text. It is kept.
var byteOrderMark = []byte("\ufeff")

// planned reads a file and plans the change; mode is that of a new file. If it returns no edit, reading failed. With an edit and an error the file cannot be changed, and After has
// the content of a new one.
func planned(path string, mode fs.FileMode, change func(before []byte) ([]byte, error)) (*Edit, error) {
	e := &Edit{Path: path, mode: mode}
	var err error
	if e.Before, err = os.ReadFile(path); errors.Is(err, fs.ErrNotExist) {
		e.New, err = true, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if st, err := os.Stat(path); err == nil {
		e.mode = st.Mode().Perm()
	}
	text, marked := bytes.CutPrefix(e.Before, byteOrderMark)
	if e.After, err = change(text); err != nil {
		e.After, _ = change(nil)
		return e, err
	}
	if marked && len(e.After) > 0 {
		e.After = slices.Concat(byteOrderMark, e.After)
	}
	return e, nil
}

// onlyEntryChanged returns an error unless everything in the file except the entry is the same before and after. Editing text is error-prone, and the file belongs to a person.
func onlyEntryChanged(before, after map[string]any, key, name string) error {
	path := append(strings.Split(key, "/"), name)
	if !reflect.DeepEqual(rest(before, path), rest(after, path)) {
		return errors.New("the change would touch something else")
	}
	return nil
}

// rest returns an object without the value at a path. Objects on the way that are then empty are left out.
func rest(all map[string]any, path []string) map[string]any {
	out := map[string]any{}
	for k, v := range all {
		if k != path[0] {
			out[k] = v
			continue
		}
		if inner, ok := v.(map[string]any); len(path) > 1 && ok {
			if left := rest(inner, path[1:]); len(left) > 0 {
				out[k] = left
			}
		} else if len(path) > 1 {
			out[k] = v
		}
	}
	return out
}

// Apply copies the old file to a backup and writes the new one in one step. backup is empty if there was no file.
func (e *Edit) Apply(now time.Time) (backup string, err error) {
	if now, err := os.ReadFile(e.Path); (err == nil) == e.New || err == nil && !bytes.Equal(now, e.Before) {
		return "", fmt.Errorf("%s has changed meanwhile: run the command again", e.Path)
	}
	real := target(e.Path)
	if err := os.MkdirAll(filepath.Dir(real), 0o700); err != nil {
		return "", fmt.Errorf("write %s: %w", e.Path, err)
	}
	if !e.New {
		backup = real + ".before-asterism-" + now.UTC().Format("20060102-150405")
		if err := write(backup, e.Before, e.mode&ownerOnly); err != nil {
			return "", fmt.Errorf("keep %s as it was: %w", e.Path, err)
		}
	}
	if e.Gone {
		return backup, os.Remove(real)
	}
	if err := write(real, e.After, e.mode); err != nil {
		return backup, fmt.Errorf("write %s: %w", e.Path, err)
	}
	return backup, nil
}

// target returns the file to write for a path. A link, such as one into a folder of dotfiles, stays a link, even if its target does not exist.
func target(path string) string {
	const most = 40 // most links, the limit of systems
	for range most {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			path = filepath.Join(dir, filepath.Base(path))
		}
		to, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return path
}

// write writes a file completely or not at all.
func write(path string, data []byte, mode fs.FileMode) error {
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(mode))
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err == nil {
		err = f.CloseAtomicallyReplace()
	}
	if err != nil {
		return errors.Join(err, f.Cleanup())
	}
	return nil
}
