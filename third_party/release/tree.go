package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// File is a file of what people install: where it comes to lie, with slashes, and what is in it: a file here, bytes, or a link's target.
type File struct {
	To   string
	From string
	Data []byte
	Link string
	Run  bool // it is a program
	// Owner is the number of the user and group that it belongs to, and the folder that it lies in; 0 is root.
	Owner int
}

// mode is the rights of a file.
func (f File) mode() fs.FileMode {
	if f.Run || f.Link != "" {
		return 0o755
	}
	return 0o644
}

// read is what is in a file.
func (f File) read() ([]byte, error) {
	if f.From == "" {
		return f.Data, nil
	}
	return os.ReadFile(f.From)
}

// manual and completions are folders of the tree that packages of a distribution put elsewhere.
const (
	manual      = "share/man/man1"
	completions = "share/completions"
	licences    = "licenses"
)

// tree lists what a machine needs, sorted: the program with its library and models beside it, where it looks for them first.
func (r *Release) tree(t Target) ([]File, error) {
	files := []File{
		{To: "asterism", From: filepath.Join(t.Dir, "asterism"), Run: true},
		{To: "lib/libonnxruntime.so.1", From: filepath.Join(t.Dir, "libonnxruntime.so.1")},
		{To: "LICENSE", From: filepath.Join(r.Root, "LICENSE")},
		{To: "NOTICE", From: filepath.Join(r.Root, "NOTICE")},
	}
	for from, to := range map[string]string{filepath.Join(r.Root, "models", "compact"): "models/compact", r.Man: manual, r.Completions: completions} {
		below, err := below(from, to)
		if err != nil {
			return nil, err
		}
		files = append(files, below...)
	}
	texts, err := r.licenceTexts(t)
	if err != nil {
		return nil, err
	}
	return sorted(append(files, texts...)), nil
}

// below lists the regular files of a folder, as they come to lie in another; none is an error.
func below(from, to string) (files []File, err error) {
	err = filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(from, name)
		files = append(files, File{To: path.Join(to, filepath.ToSlash(rel)), From: name})
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no files in it")
	}
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", from, err)
	}
	return files, nil
}

func sorted(files []File) []File {
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.To, b.To) })
	return files
}

// folders are those that files lie in, each before those in it.
func folders(files []File) []string {
	seen := map[string]bool{}
	var out []string
	for _, f := range files {
		for dir := path.Dir(f.To); dir != "." && dir != "/" && !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			out = append(out, dir)
		}
	}
	slices.Sort(out)
	return out
}
