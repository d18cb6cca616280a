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

// Marker is the file that makes a folder a project. Its first line that is not blank, if there is one, is the name of the namespace.
const Marker = ".asterism"

// mostMarker is how much of a marker is read, in bytes; a name has far fewer.
const mostMarker = 4 << 10

// Project is a folder that somebody works in.
type Project struct {
	Root   string // absolute, without symbolic links
	Name   string // the namespace that it would like
	Chosen bool   // by its marker: then it gets that name, also beside another project that has it
}

// Find looks for a folder's project, in the folder itself and upwards; nil: it lies in none, or is not there. The nearest marker or git repository counts, and of both in
// one folder the marker. All work trees of a repository are one project, the one of its first. A repository in the user's home folder is none: that is how settings are kept, and everything
// would be in it.
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

// here is the project that begins in a folder; nil: none does.
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

// marker reads a marker. A folder of that name is none: it is where a memory itself may lie.
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
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) { // some editors begin a file with a mark
		if name = strings.TrimSpace(line); name != "" {
			return name, true, check("the file "+path, name)
		}
	}
	return "", true, nil
}

// repository is the folder of the git repository that begins in a folder; empty: none does. A work tree has a file in the place of the repository's own folder, which names its
// part of that one.
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
	if filepath.Base(shared) != ".git" { // of a bare repository, which has no folder of its own to be named after
		return dir
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(shared)); err == nil {
		return real
	}
	return dir
}

// absolute is a path that may be relative to a folder.
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
