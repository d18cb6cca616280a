package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"asterism/bench/report"
	"asterism/engine/backend/onnx/convert"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"

	"golang.org/x/sync/errgroup"
)

// drawnProfile gives the profile of one space's model, and draws it when an earlier run did not. What is half written when the time is up is drawn again.
func drawnProfile(ctx context.Context, e *env, space models.Space) (*models.Manifest, error) {
	dir := filepath.Join(e.drawnDir(), space.Code())
	if m, err := models.LoadManifest(dir); err == nil || !errors.Is(err, os.ErrNotExist) {
		return m, err
	}
	if err := e.roomFor(space); err != nil {
		return nil, err
	}
	start, half := time.Now(), dir+".half"
	if err := errors.Join(os.RemoveAll(half), os.MkdirAll(half, 0o755)); err != nil {
		return nil, err
	}
	if _, err := profile.Write(ctx, half, e.size(), models.PrecisionF32, space); err != nil {
		return nil, err
	}
	if err := os.Rename(half, dir); err != nil {
		return nil, err
	}
	say("drew the model of %v in %v", space, time.Since(start).Round(time.Second))
	return models.LoadManifest(dir)
}

// drawnDir is where models of this size are kept.
func (e *env) drawnDir() string {
	if e.size() == drawn.Tiny {
		return filepath.Join(e.work, "tiny")
	}
	return filepath.Join(e.work, "full")
}

// roomFor refuses to begin what does not fit on the disk.
func (e *env) roomFor(space models.Space) error {
	spec, err := drawn.Describe(space, e.size())
	if err != nil {
		return err
	}
	need, err := spec.Bytes()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(e.work, 0o755); err != nil {
		return err
	}
	var st syscall.Statfs_t
	if err := syscall.Statfs(e.work, &st); err != nil {
		return err
	}
	if free := int64(st.Bavail) * st.Bsize; free < need+need/10 {
		return fmt.Errorf("%s has %d MB free, the model of %v needs %d MB; name another folder with -work", e.work, free/1e6, space, need/1e6)
	}
	return nil
}

// drawModels draws what the parts after it need. It needs no GPU: a plan can have it run beside the checks of kernels.
func drawModels(ctx context.Context, e *env) ([]report.Row, error) {
	_, err := drawnAll(ctx, e, e.modelsEmbedded())
	return nil, err
}

// drawnAll gives a profile of the models of all those spaces, of hard links to the files of each: the engine follows no others.
func drawnAll(ctx context.Context, e *env, spaces []models.Space) (*models.Manifest, error) {
	each := make([]*models.Manifest, len(spaces))
	group, inner := errgroup.WithContext(ctx)
	for i, s := range spaces {
		group.Go(func() (err error) {
			each[i], err = drawnProfile(inner, e, s)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	root := filepath.Join(e.drawnDir(), "all")
	if err := errors.Join(os.RemoveAll(root), os.MkdirAll(root, 0o755)); err != nil {
		return nil, err
	}
	tokenizers := map[string]models.File{}
	var all []models.Model
	for i, m := range each {
		code := spaces[i].Code()
		if err := linkTree(filepath.Join(m.Dir, code), filepath.Join(root, code)); err != nil {
			return nil, err
		}
		for key, f := range m.Tokenizers {
			tokenizers[key] = f
		}
		for _, model := range m.Models {
			all = append(all, e.shortened(model))
		}
	}
	if err := convert.WriteManifest(root, profile.Name, tokenizers, all); err != nil {
		return nil, err
	}
	return models.LoadManifest(root)
}

// smallWindow is how many tokens of a text a tiny model sees.
const smallWindow = 8

// shortened is the model with a window that the emulation can fill in seconds: the texts by which a GPU is compared with the processor are as long as real windows,
// and would take it minutes a model.
func (e *env) shortened(m models.Model) models.Model {
	if e.small {
		m.Window = min(m.Window, max(smallWindow, m.QueryLength))
		m.Overlap = min(m.Overlap, 1)
	}
	return m
}

// linkTree makes a folder with hard links to the files of another.
func linkTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		return os.Link(path, filepath.Join(to, rel))
	})
}
