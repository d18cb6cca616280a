package ingest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"asterism/engine/chunk"
	"asterism/engine/store"
)

// maxFileBytes is the size of the largest file that is read; larger ones are data, not documents.
const maxFileBytes = 32 << 20

// Format is how a file is read.
type Format int

// The formats.
const (
	Document Format = iota // Markdown, text or source code, cut at headings and functions
	Notes                  // JSON lines, one note each
	Graph                  // the memory file of the official MCP memory server; see graph.go
)

// File is one file that will be read.
type File struct {
	Path    string
	Bytes   int64
	Format  Format
	Changed time.Time
}

// Plan is what a run will read and what it leaves out.
type Plan struct {
	Files  []File
	Bytes  int64
	Passed map[string]int // reason → number of files left out, shown to the user at the end
	Out    []LeftOut      // each of them, in the order of the walk; a folder that was not entered counts as one

	folders []string // the walked ones
	wanted  map[Reason]bool
}

// LeftOut is a file or folder that is left out.
type LeftOut struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// NewPlan walks the paths: folders for every file that is text by its name, named files whatever their name. It follows named symbolic links, but none within a folder,
// and enters no hidden folders. In folders it leaves out files that were not written to be read, for a [Reason]; include names the reasons to ignore.
func NewPlan(paths []string, include ...string) (*Plan, error) {
	wanted, err := parseReasons(include)
	if err != nil {
		return nil, err
	}
	p := &Plan{Passed: map[string]int{}, wanted: wanted}
	for _, root := range paths {
		info, err := os.Stat(root)
		if err != nil {
			return nil, unreadable(root, err)
		}
		if !info.IsDir() {
			if !info.Mode().IsRegular() { // reading a pipe may never end
				return nil, fmt.Errorf("read %s: it is not a regular file; name the file itself", root)
			}
			p.add(root, info)
			continue
		}
		p.folders = append(p.folders, root)
		root += string(filepath.Separator) // otherwise WalkDir would not follow a symbolic link to a folder
		git := repositoryOf(root)
		err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			return p.visit(root, path, d, git, err)
		})
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// NewPlanAs reads the named files in one format, whatever their names.
func NewPlanAs(format Format, paths []string) (*Plan, error) {
	p := &Plan{Passed: map[string]int{}}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, unreadable(path, err)
		}
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("read %s: it is not a regular file; name the file itself", path)
		}
		p.Files = append(p.Files, File{path, info.Size(), format, info.ModTime()})
		p.Bytes += info.Size()
	}
	return p, nil
}

// unreadable is the error of a path that somebody named.
func unreadable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file or folder %s", path)
	}
	return fmt.Errorf("read %s: %w", path, err)
}

func (p *Plan) visit(root, path string, d fs.DirEntry, git *repository, err error) error {
	if err != nil && path == root { // it was named, so leaving it out would look as if it were empty
		return unreadable(filepath.Clean(root), err)
	}
	if err != nil {
		p.leave(path, "unreadable")
		return nil
	}
	if d.IsDir() {
		return p.enter(root, path, d.Name(), git)
	}
	switch {
	case strings.HasPrefix(d.Name(), "."):
		p.leave(path, "hidden")
	case !d.Type().IsRegular():
		p.leave(path, "not a regular file")
	case !store.IsLines(path) && chunk.KindOf(path) == chunk.Unknown && byName(path) == "":
		p.leave(path, "not text by its name")
	default:
		info, err := d.Info()
		if err != nil {
			p.leave(path, "unreadable")
			return nil
		}
		if why := p.reason(path, git); why != "" {
			p.leave(path, string(why))
			return nil
		}
		p.add(path, info)
	}
	return nil
}

// enter decides whether a folder is walked.
func (p *Plan) enter(root, path, name string, git *repository) error {
	if path != root {
		switch {
		case strings.HasPrefix(name, "."):
			return filepath.SkipDir
		case git.ignores(path, true) && !p.wanted[Ignored]:
			p.leave(path+"/", string(Ignored))
			return filepath.SkipDir
		case (vendoredDirs[name] || outputDirs[name] && !git.real) && !p.wanted[Vendored]:
			p.leave(path+"/", string(Vendored))
			return filepath.SkipDir
		}
	}
	git.enter(path)
	return nil
}

// reason returns why a file that is text by its name is left out; "": it is not. An attribute that is unset outweighs name and content.
func (p *Plan) reason(path string, git *repository) Reason {
	if git.ignores(path, false) && !p.wanted[Ignored] {
		return Ignored
	}
	vendored, _ := git.says(path, linguistVendored)
	if vendored && !p.wanted[Vendored] {
		return Vendored
	}
	generated, known := git.says(path, linguistGenerated)
	if generated && !p.wanted[Generated] {
		return Generated
	}
	for _, look := range []func(string) Reason{byName, byContent} {
		why := look(path)
		if why != "" && !p.wanted[why] && !(known && !generated && why == Generated) {
			return why
		}
	}
	return ""
}

// leave counts and lists what is left out.
func (p *Plan) leave(path, reason string) {
	p.Passed[reason]++
	p.Out = append(p.Out, LeftOut{path, reason})
}

func (p *Plan) add(path string, info fs.FileInfo) {
	if info.Size() > maxFileBytes && !store.IsLines(path) {
		p.leave(path, fmt.Sprintf("larger than %d MiB", maxFileBytes>>20))
		return
	}
	format := Document
	if store.IsLines(path) {
		format = Notes
	}
	p.Files = append(p.Files, File{path, info.Size(), format, info.ModTime()})
	p.Bytes += info.Size()
}
