package project

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Marker is the file that makes a folder a project. Its first non-blank line, if there is one, is the name of the namespace.
const Marker = ".asterism"

// mostMarker is how many bytes of a marker are read; names are much shorter.
const mostMarker = 4 << 10

// Project is a folder in which a caller works.
type Project struct {
	Root   string // absolute, without symbolic links
	Name   string // the preferred name of the namespace
	Chosen bool   // by its marker: it gets that name even if another project has the same
}

// Find returns the project of a folder: the nearest marker or git repository in the folder itself or above. In one folder the marker counts first. It returns nil if there is none,
// or if the folder does not exist. All work trees of a repository are one project: that of the first. A repository in the user's home folder does not count: people keep their
// settings that way, and everything would be in it.
func Find(dir string) (*Project, error) {
	at, err := filepath.Abs(dir)
	if err == nil {
		at, err = filepath.EvalSymlinks(at)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the project of %s: %w", dir, err)
	}
	for {
		p, err := here(at)
		if p != nil || err != nil {
			return p, err
		}
		above := filepath.Dir(at)
		if above == at {
			return nil, nil
		}
		at = above
	}
}

// here returns the project whose root is this folder; nil: it is not a root.
func here(dir string) (*Project, error) {
	name, marked, err := marker(filepath.Join(dir, Marker))
	if err != nil {
		return nil, err
	}
	if marked && name != "" {
		return &Project{dir, name, true}, nil
	}
	if marked {
		return &Project{dir, filepath.Base(dir), false}, nil
	}
	if root := repository(dir); root != "" && !isHome(root) && root != filepath.Dir(root) {
		return &Project{root, filepath.Base(root), false}, nil
	}
	return nil, nil
}

// marker reads a marker. A folder of that name is no marker: a store may be there.
func marker(path string) (name string, found bool, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", false, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return "", false, fmt.Errorf("read the project's marker: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostMarker))
	if err != nil {
		return "", false, fmt.Errorf("read the project's marker: %w", err)
	}
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) { // some editors begin a file with a byte order mark
		if name = strings.TrimSpace(line); name != "" {
			return name, true, check("the file "+path, name)
		}
	}
	return "", true, nil
}

// repository returns the folder of the git repository whose root is this folder; "": it is not a root. A work tree has a file instead of the repository's own folder; that file
// names the work tree's part of it.
func repository(dir string) string {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if err != nil {
		return ""
	}
	if info.IsDir() {
		if _, err := os.Stat(filepath.Join(git, "HEAD")); err != nil {
			return ""
		}
		return dir
	}
	text, err := os.ReadFile(git)
	part, named := bytes.CutPrefix(text, []byte("gitdir:"))
	if err != nil || !named {
		return ""
	}
	own := absolute(dir, string(bytes.TrimSpace(part)))
	common, err := os.ReadFile(filepath.Join(own, "commondir"))
	if err != nil { // a submodule, which is a project of its own
		return dir
	}
	shared := absolute(own, string(bytes.TrimSpace(common)))
	if filepath.Base(shared) != ".git" { // of a bare repository, which has no folder whose name could be used
		return dir
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(shared)); err == nil {
		return real
	}
	return dir
}

// absolute returns a path that may be relative to a folder.
func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

func isHome(dir string) bool {
	home, err := os.UserHomeDir()
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	return dir == home
}
