package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"asterism/models"
)

// Want is a space to pull and how.
type Want struct {
	Space     models.Space
	Repo      string // owner/name
	Revision  string // empty: the one that is pinned, else the newest
	Licence   string // what the catalogue says, where the source says nothing
	Precision string // "f32" or "int8"; empty: the one that is pinned, else f32
	Heads     string // a file of the operator's own; empty: those that are pinned, else none
}

// Options define what to pull from where to where.
type Options struct {
	Source   Source
	Dir      string // the profile's folder
	Profile  string
	Wants    []Want
	Patience Patience // with the source
}

// Item is a wanted space, resolved.
type Item struct {
	Want
	Repo    *Repo
	Files   []File
	Licence string
}

// Bytes is the size of the repository's files.
func (i *Item) Bytes() (n int64) {
	for _, f := range i.Files {
		n += f.Bytes
	}
	return n
}

// Folder is the space's folder inside the profile's.
func (i *Item) Folder() string { return i.Space.Code() }

// Plan is what a pull will do. Nothing has been written yet.
type Plan struct {
	Options
	Items []Item

	old *Lock // what is there; nil: nothing
}

// MakePlan resolves every wanted repository, picks its files, and compares them with what is pinned.
func MakePlan(ctx context.Context, o Options) (*Plan, error) {
	p := &Plan{Options: o}
	var err error
	if p.old, err = ReadLock(o.Dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, w := range o.Wants {
		item, err := p.resolve(ctx, w)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.Space.Code(), err)
		}
		p.Items = append(p.Items, *item)
	}
	return p, nil
}

// pin is the lock's entry of a space.
func (p *Plan) pin(s models.Space) (Pin, bool) {
	if p.old == nil {
		return Pin{}, false
	}
	pin, ok := p.old.Spaces[s.Code()]
	return pin, ok
}

func (p *Plan) resolve(ctx context.Context, w Want) (*Item, error) {
	pin, pinned := p.pin(w.Space)
	pinned = pinned && pin.Repo == w.Repo
	revision := w.Revision
	if revision == "" && pinned && knowsRevisions(p.Source, w.Repo) {
		revision = pin.Revision
	}
	r, err := p.Source.Resolve(ctx, w.Repo, revision)
	if err != nil {
		return nil, err
	}
	files, err := choose(r, func(f File) ([]byte, error) { return p.readSmall(ctx, r, f) })
	if err != nil {
		return nil, err
	}
	for i, f := range files {
		if files[i], err = p.Source.Complete(ctx, r, f); err != nil {
			return nil, err
		}
		if pinned && (r.Revision == pin.Revision || r.Revision == "") {
			if files[i], err = agree(files[i], pin); err != nil {
				return nil, fmt.Errorf("%s from %s is not what %s pins: %w; to take it nonetheless, remove the space first: asterism models remove --space %s",
					r.at(), p.Source, LockName, err, w.Space.Code())
			}
		}
	}
	if pinned && w.Heads == "" && pin.Heads != nil {
		w.Heads = p.ownHeads(w.Space)
	}
	if w.Precision == "" && pinned {
		w.Precision = pin.Precision
	}
	if w.Precision == "" {
		w.Precision = models.PrecisionF32
	}
	item := &Item{Want: w, Repo: r, Files: files, Licence: r.Licence}
	if item.Licence == "" {
		item.Licence = w.Licence
	}
	return item, nil
}

// ownHeads is where the profile that is there has a space's heads.
func (p *Plan) ownHeads(s models.Space) string { return filepath.Join(p.Dir, s.Code(), HeadsName) }

// agree adds the pinned digest to a file, or returns an error if the source states another one.
func agree(f File, pin Pin) (File, error) {
	want, ok := pin.file(f.Path)
	if !ok {
		return f, nil
	}
	if f.SHA256 != "" && f.SHA256 != want.SHA256 {
		return f, &Mismatch{Path: f.Path, Kind: "sha256", Got: f.SHA256, Want: want.SHA256}
	}
	if f.Bytes != want.Bytes {
		return f, fmt.Errorf("%s has %d bytes, want %d", f.Path, f.Bytes, want.Bytes)
	}
	f.SHA256 = want.SHA256
	return f, nil
}

// readSmall reads an index of shards from the source and checks its digest.
func (p *Plan) readSmall(ctx context.Context, r *Repo, f File) ([]byte, error) {
	f, err := p.Source.Complete(ctx, r, f)
	if err != nil {
		return nil, err
	}
	if f.Bytes > maxIndex {
		return nil, fmt.Errorf("%s has %d bytes, the limit is %d", f.Path, f.Bytes, maxIndex)
	}
	var data []byte
	err = p.Patience.try(ctx, func() (bool, error) {
		body, _, err := p.Source.Open(ctx, r, f, 0)
		if err != nil {
			return false, err
		}
		defer body.Close()
		data, err = io.ReadAll(io.LimitReader(body, maxIndex+1))
		return false, err
	})
	if err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", f.Path, r.at(), err)
	}
	d := newDigest(f)
	_, _ = d.Write(data)
	if err := d.check(f); err != nil {
		return nil, fmt.Errorf("read %s: %w", r.at(), err)
	}
	return data, nil
}

// Refused lists the items whose licence a person must accept first.
func (p *Plan) Refused() (out []*Item) {
	for i := range p.Items {
		if TermsOf(p.Items[i].Licence).NeedsAcceptance() {
			out = append(out, &p.Items[i])
		}
	}
	return out
}

// Bytes is the size of all that is planned, here already or not.
func (p *Plan) Bytes() (n int64) {
	for i := range p.Items {
		n += p.Items[i].Bytes()
	}
	return n
}
