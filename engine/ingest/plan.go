package ingest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"asterism/engine/chunk"
)

// maxFileBytes is the largest file that is read; larger ones are data, not documents.
const maxFileBytes = 32 << 20

// Format is how a file is read.
type Format int

// The formats.
const (
	Document Format = iota // Markdown, text or source code, cut at headings and functions
	Notes                  // JSON lines, a note each
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
	Passed map[string]int // reason → number of files left out, told to the user at the end
}

// skippedDirs hold what machines wrote.
var skippedDirs = map[string]bool{"node_modules": true, "__pycache__": true, "target": true, "dist": true, "build": true, "venv": true}

// NewPlan walks the paths: folders for every file whose name says it is text, named files whatever their name. It
// follows symbolic links that are named, none within a folder, and enters no hidden folders.
func NewPlan(paths []string) (*Plan, error) {
	p := &Plan{Passed: map[string]int{}}
	for _, root := range paths {
		info, err := os.Stat(root)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", root, err)
		}
		if !info.IsDir() {
			p.add(root, info)
			continue
		}
		root += string(filepath.Separator) // or a symbolic link would be walked as the link, and not as the folder that it leads to
		err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			return p.visit(root, path, d, err)
		})
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// NewPlanAs takes the named files as of one format, whatever their names.
func NewPlanAs(format Format, paths []string) (*Plan, error) {
	p := &Plan{Passed: map[string]int{}}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("read %s: it is not a regular file; name the file itself", path)
		}
		p.Files = append(p.Files, File{path, info.Size(), format, info.ModTime()})
		p.Bytes += info.Size()
	}
	return p, nil
}

func (p *Plan) visit(root, path string, d fs.DirEntry, err error) error {
	if err != nil {
		p.Passed["unreadable"]++
		return nil
	}
	hidden := strings.HasPrefix(d.Name(), ".")
	if d.IsDir() {
		if path != root && (hidden || skippedDirs[d.Name()]) {
			return filepath.SkipDir
		}
		return nil
	}
	switch {
	case hidden:
		p.Passed["hidden"]++
	case !d.Type().IsRegular():
		p.Passed["not a regular file"]++
	case !isLines(path) && chunk.KindOf(path) == chunk.Unknown:
		p.Passed["not text by its name"]++
	default:
		info, err := d.Info()
		if err != nil {
			p.Passed["unreadable"]++
			return nil
		}
		p.add(path, info)
	}
	return nil
}

func (p *Plan) add(path string, info fs.FileInfo) {
	if info.Size() > maxFileBytes && !isLines(path) {
		p.Passed[fmt.Sprintf("larger than %d MiB", maxFileBytes>>20)]++
		return
	}
	format := Document
	if isLines(path) {
		format = Notes
	}
	p.Files = append(p.Files, File{path, info.Size(), format, info.ModTime()})
	p.Bytes += info.Size()
}

// isLines reports whether a file holds one note a line.
func isLines(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".jsonl" || ext == ".ndjson"
}
