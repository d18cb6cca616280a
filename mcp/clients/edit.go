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

// Edit is a change of a file that has not been made yet.
type Edit struct {
	Path          string
	Before, After []byte
	New           bool // there is no such file yet
	Gone          bool // nothing is left in the file: it is taken away
	mode          fs.FileMode
}

// Nothing reports whether the file says already what it should.
func (e *Edit) Nothing() bool { return bytes.Equal(e.Before, e.After) && (e.New || !e.Gone) }

// Add plans the entry called name, in the place of one that has that name. With an edit and an error the file cannot be changed, and the edit says what a new one would hold.
func (c Client) Add(path, name string, s Server) (*Edit, error) {
	want, err := c.entry(s)
	if err != nil {
		return nil, err
	}
	e, err := c.plan(path, name, want)
	if err == nil && s.Token != "" { // until now there may have been nothing to hide in the file
		e.mode &= ownerOnly
	}
	return e, err
}

// ownerOnly are the rights that a file with a secret in it may give: none to others.
const ownerOnly = 0o700

// Remove plans to take the entry called name out. There need not be one.
func (c Client) Remove(path, name string) (*Edit, error) {
	e, err := c.plan(path, name, nil)
	if err == nil && e.New {
		e.After = nil // where there is no file, none is made
	}
	return e, err
}

func (c Client) plan(path, name string, want any) (*Edit, error) {
	change := changeJSON
	if c.toml {
		change = changeTOML
	}
	e, err := planned(path, 0o600, func(before []byte) ([]byte, error) { return change(before, c.key, name, want) }) // it may hold a token
	if e == nil || err == nil {
		return e, err
	}
	return e, c.notAsWritten(path, err, want != nil)
}

// notAsWritten is the error for a file that is in no form that could be changed.
func (c Client) notAsWritten(path string, err error, wanted bool) error {
	wayOut := "put it right, or take out by hand what is ours"
	if wanted {
		wayOut = "put it right, or paste what --print shows"
	}
	return fmt.Errorf("%s is not as %s writes it (%w): %s", path, c.Title, err, wayOut)
}

// byteOrderMark is what some editors put before a file's text. It stays where it is.
var byteOrderMark = []byte("\ufeff")

// planned reads a file and makes the change that is to be made of it; mode is that of a file that is not there yet. Without an edit the error is of reading; with one the file
// cannot be changed, and After is what a new one would hold.
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

// onlyEntryChanged fails unless everything in the file but the entry is the same before and after. Editing text is error-prone, and the file belongs to a
// person.
func onlyEntryChanged(before, after map[string]any, key, name string) error {
	path := append(strings.Split(key, "/"), name)
	if !reflect.DeepEqual(rest(before, path), rest(after, path)) {
		return errors.New("the change would touch something else")
	}
	return nil
}

// rest is what an object says without what lies at a path; an object on the way that is then empty counts as none.
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

// Apply keeps the file as it was beside it and writes the new one in one step. backup is empty when there was nothing to keep.
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

// target is the file that is written for a path: a link into a folder of dotfiles stays one, also where what it leads to is not there.
func target(path string) string {
	const most = 40 // links, as systems follow
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

// write puts a file there whole or not at all.
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
