package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"asterism/models"
)

// finish writes what the job has made and completes the manifest's entry.
func (j *job) finish() (*models.Model, error) {
	if j.b.err != nil {
		return nil, j.b.err
	}
	if j.image != nil && j.image.err != nil {
		return nil, j.image.err
	}
	sum, bytes, written, err := j.side.commit()
	if err != nil {
		return nil, err
	}
	side := models.File{File: j.path(sideName), SHA256: sum, Bytes: bytes}
	if !written {
		if err := os.Remove(filepath.Join(j.opt.Dir, sideName)); err != nil && !os.IsNotExist(err) {
			return nil, fmt.Errorf("remove %s of an earlier conversion: %w", sideName, err)
		}
	}
	if j.model.File, j.model.Weights, err = j.graph(j.b, GraphName, side); err != nil {
		return nil, err
	}
	if j.image != nil {
		if j.model.Image.File, j.model.Image.Weights, err = j.graph(j.image, imageName, side); err != nil {
			return nil, err
		}
	}
	j.model.Tokenizer, _, err = Tokenizer(j.opt.Root, j.opt.Dir)
	return &j.model, err
}

// imageName is the graph of the second tower.
const imageName = "image.onnx"

// graph writes one graph and returns the files of its weights.
func (j *job) graph(b *builder, name string, side models.File) (models.File, []models.File, error) {
	data := b.bytes()
	if err := writeFile(filepath.Join(j.opt.Dir, name), data); err != nil {
		return models.File{}, nil, err
	}
	sum := sha256.Sum256(data)
	file := models.File{File: j.path(name), SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(data))}
	var used []models.File
	for _, location := range b.locations() {
		f := side
		if location != sideName {
			var err error
			if f, err = j.hash(location); err != nil {
				return models.File{}, nil, err
			}
		}
		used = append(used, f)
	}
	return file, used, nil
}

// path is the path of a file of the repository in the profile, with slashes.
func (j *job) path(name string) string {
	rel, err := filepath.Rel(j.opt.Root, filepath.Join(j.opt.Dir, name))
	if err != nil { // Options.check has made sure
		panic(err)
	}
	return filepath.ToSlash(rel)
}

// hash describes a file of the repository. It checks the context between pieces.
func (j *job) hash(name string) (models.File, error) {
	return hashFile(j.ctx, filepath.Join(j.opt.Dir, name), j.path(name))
}

// locations returns the files of the graph's weights, in the order of their names.
func (b *tensors) locations() []string { return slices.Sorted(maps.Keys(b.used)) }
