package safetensors

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Names of the files of a model: one, or several that an index lists.
const (
	SingleName = "model.safetensors"
	IndexName  = "model.safetensors.index.json"
)

// ErrNone says that a folder has no weights of this format.
var ErrNone = errors.New("no safetensors weights")

// Set is the tensors of one or several files in a folder. It keeps no file open.
type Set struct {
	Dir     string
	files   []string
	tensors map[string]Tensor
}

// Open reads the headers of the weights at path: a .safetensors file, or a folder with model.safetensors or, where that
// is missing, model.safetensors.index.json and the files it lists. Every fault of a header is an error: unknown element
// types, names listed twice, tensors that overlap, leave holes or do not fit their shape or the file.
func Open(ctx context.Context, path string) (*Set, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("read weights: %w", err)
	}
	return s, nil
}

func open(ctx context.Context, path string) (*Set, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.IsDir() {
		return openFiles(ctx, filepath.Dir(path), []string{filepath.Base(path)})
	}
	if _, err := os.Stat(filepath.Join(path, SingleName)); err == nil {
		return openFiles(ctx, path, []string{SingleName})
	}
	index, err := readIndex(filepath.Join(path, IndexName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s has neither %s nor %s", ErrNone, path, SingleName, IndexName)
	}
	if err != nil {
		return nil, err
	}
	s, err := openFiles(ctx, path, index.files())
	if err != nil {
		return nil, err
	}
	return s, index.check(s)
}

func openFiles(ctx context.Context, dir string, files []string) (*Set, error) {
	s := &Set{Dir: dir, files: files, tensors: make(map[string]Tensor)}
	for _, name := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := s.add(name); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Path(name), err)
		}
	}
	return s, nil
}

func (s *Set) add(file string) error {
	f, err := os.Open(s.Path(file))
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	list, err := readHeader(f, st.Size())
	if err != nil {
		return err
	}
	for _, t := range list {
		if other, ok := s.tensors[t.Name]; ok {
			return fmt.Errorf("tensor %q stands in %s too", t.Name, other.File)
		}
		t.File = file
		s.tensors[t.Name] = t
	}
	return nil
}

// Tensor finds a tensor by its name.
func (s *Set) Tensor(name string) (Tensor, bool) {
	t, ok := s.tensors[name]
	return t, ok
}

// Names lists the tensors in the order of their names.
func (s *Set) Names() []string {
	out := make([]string, 0, len(s.tensors))
	for name := range s.tensors {
		out = append(out, name)
	}
	slices.SortFunc(out, strings.Compare)
	return out
}

// Files lists the names of the files, all in Dir, in order.
func (s *Set) Files() []string { return slices.Clone(s.files) }

// Path is the path of a file of the set on this machine.
func (s *Set) Path(file string) string { return filepath.Join(s.Dir, file) }
