package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"asterism/models"
)

// Progress is called with the current step and how many of all its bytes are done.
type Progress func(what string, done, total int64)

// Build converts the fetched spaces inside root and writes root's manifest.json for these and for the kept models, which
// are in root already. pins lists what is in each space's folder.
type Build func(ctx context.Context, root string, fetched []Item, kept []models.Model, pins map[string]Pin) error

// Run fetches what the plan lists, converts it and makes it the profile. Whatever breaks it off leaves the profile as it was
// and what has come for the next run. changed is false when all was there and right.
func (p *Plan) Run(ctx context.Context, build Build, tell Progress) (changed bool, err error) {
	s, err := openStage(p.Dir)
	if err != nil {
		return false, fmt.Errorf("pull: %w", err)
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := p.stillSame(); err != nil {
		return false, err
	}
	if p.nothingNew() && Verify(ctx, p.Dir, tell) == nil {
		return false, nil
	}
	if err := p.checkSpace(); err != nil {
		return false, err
	}
	kept, err := p.kept()
	if err != nil {
		return false, fmt.Errorf("pull: %w", err)
	}
	if err := checkFree(p.Dir); err != nil { // said now rather than after hours
		return false, fmt.Errorf("pull: %w", err)
	}
	lock, err := p.fill(ctx, s, tell)
	if err != nil {
		return false, fmt.Errorf("pull: %w", err)
	}
	if err := build(ctx, s.root, p.Items, kept, lock.Spaces); err != nil {
		return false, fmt.Errorf("pull: %w", err)
	}
	if err := s.seal(ctx, lock); err != nil {
		return false, fmt.Errorf("pull: %w", err)
	}
	return true, nil
}

// spaces is what the plan is for.
func (p *Plan) spaces() (set models.Set) {
	for i := range p.Items {
		set = set.With(p.Items[i].Space)
	}
	return set
}

// kept is the models of spaces that stay as they are. Where none does, the manifest that is there may be damaged.
func (p *Plan) kept() ([]models.Model, error) {
	if p.old == nil || p.old.Set().Without(p.spaces()) == 0 {
		return nil, nil
	}
	m, err := models.LoadManifest(p.Dir)
	if err != nil {
		return nil, fmt.Errorf("%w; pull all of %v together, which makes it anew", err, p.old.Set().Spaces())
	}
	return slices.DeleteFunc(m.Models, func(d models.Model) bool { return p.spaces().Has(d.Space) }), nil
}

// checkFree refuses a profile that a process works with.
func checkFree(dir string) error {
	f, err := claim(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// stillSame compares the lock with the one that the plan was made from.
func (p *Plan) stillSame() error {
	now, err := ReadLock(p.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	a, _ := json.Marshal(p.old)
	b, _ := json.Marshal(now)
	if !bytes.Equal(a, b) {
		return fmt.Errorf("pull: %s has changed since the plan was made; run the same command again", p.Dir)
	}
	return nil
}

// nothingNew reports whether all of it is in the lock already.
func (p *Plan) nothingNew() bool {
	for i := range p.Items {
		it := &p.Items[i]
		pin, ok := p.pin(it.Space)
		if !ok || pin.Repo != it.Want.Repo || pin.Precision != it.Precision || len(pin.Files) != len(it.Files) {
			return false
		}
		if it.Heads != "" && (pin.Heads == nil || it.Heads != p.ownHeads(it.Space)) {
			return false
		}
		for _, f := range it.Files {
			if !p.canLink(it, f) {
				return false
			}
		}
	}
	return true
}

// fill brings every file into the stage: linked from the profile, kept from an earlier run, or fetched.
func (p *Plan) fill(ctx context.Context, s *stage, tell Progress) (*Lock, error) {
	wanted := p.spaces()
	if err := s.clear(wanted); err != nil {
		return nil, err
	}
	lock := &Lock{Version: lockVersion, Profile: p.Profile, Spaces: map[string]Pin{}}
	if p.old != nil {
		for code, pin := range p.old.Spaces {
			if v, err := models.ParseSpace(code); err == nil && !wanted.Has(v) {
				lock.Spaces[code] = pin
				if err := s.linkFolder(ctx, code); err != nil {
					return nil, err
				}
			}
		}
	}
	var done int64
	for i := range p.Items {
		it := &p.Items[i]
		pin, err := p.fillSpace(ctx, s, it, func(file string, n int64) {
			done += n
			if tell != nil {
				tell(it.Folder()+" "+filepath.Base(file), done, p.Bytes())
			}
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", it.Space.Code(), err)
		}
		lock.Spaces[it.Folder()] = *pin
	}
	return lock, nil
}

func (p *Plan) fillSpace(ctx context.Context, s *stage, it *Item, tell func(string, int64)) (*Pin, error) {
	var names []string
	for _, f := range it.Files {
		names = append(names, f.Path)
	}
	if err := s.tidy(it.Folder(), names); err != nil {
		return nil, err
	}
	pin := &Pin{Repo: it.Want.Repo, Revision: it.Repo.Revision, Licence: it.Licence, Precision: it.Precision}
	for _, f := range it.Files {
		rel := filepath.Join(it.Folder(), filepath.FromSlash(f.Path))
		if _, err := os.Lstat(filepath.Join(s.root, rel)); err != nil && p.canLink(it, f) {
			_ = s.link(rel) // what cannot be linked is fetched
		}
		sum, err := fetch(ctx, p.Source, p.Patience, it.Repo, f, filepath.Join(s.root, rel), func(n int64) { tell(f.Path, n) })
		if err != nil {
			return nil, err
		}
		pin.Files = append(pin.Files, PinnedFile{Path: f.Path, SHA256: sum, Bytes: f.Bytes})
	}
	if it.Heads == "" {
		return pin, nil
	}
	heads, err := copyHeads(ctx, it.Heads, filepath.Join(s.root, it.Folder(), HeadsName))
	pin.Heads = heads
	return pin, err
}

// copyHeads takes the operator's heads into the space's folder.
func copyHeads(ctx context.Context, from, to string) (*PinnedFile, error) {
	dir, name := filepath.Split(from)
	r := &Repo{Name: from, dir: dir}
	f, err := Folder{Dir: dir}.Complete(ctx, r, File{Path: name})
	if err != nil {
		return nil, fmt.Errorf("heads: %w", err)
	}
	sum, err := fetch(ctx, Folder{Dir: dir}, Patience{}, r, f, to, func(int64) {})
	if err != nil {
		return nil, fmt.Errorf("heads: %w", err)
	}
	return &PinnedFile{Path: HeadsName, SHA256: sum, Bytes: f.Bytes}, nil
}
