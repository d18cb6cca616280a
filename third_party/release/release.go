package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Release is what one run makes.
type Release struct {
	Version, Commit  string    // the version as semver.org writes it, and the commit whole
	Date             time.Time // of the commit
	Root, Out        string
	Man, Completions string // folders of what the program says of itself
	Modules          string // Go's module cache
	Targets          []Target
}

// Target is one kind of processor, by Go's name, and the folder of what was built for it.
type Target struct{ Arch, Dir string }

// Write makes the release: everything, or an error and a folder that says so by having no SHA256SUMS.
func (r *Release) Write() error {
	if err := os.RemoveAll(r.Out); err != nil {
		return fmt.Errorf("empty %s: %w", r.Out, err)
	}
	if err := os.MkdirAll(r.Out, 0o755); err != nil {
		return fmt.Errorf("make %s: %w", r.Out, err)
	}
	for _, t := range r.Targets {
		files, err := r.tree(t)
		if err != nil {
			return err
		}
		for _, step := range []func(Target, []File) error{r.tarball, r.packages, r.npmPlatform, r.bundle, r.image, r.bom} {
			if err := step(t, files); err != nil {
				return err
			}
		}
	}
	if err := r.npmChooser(); err != nil {
		return err
	}
	return r.sums()
}

// create opens a file of the release.
func (r *Release) create(name string) (*os.File, error) {
	f, err := os.Create(filepath.Join(r.Out, name))
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return f, nil
}
