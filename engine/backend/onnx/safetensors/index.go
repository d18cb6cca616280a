package safetensors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxIndex keeps a wrong file from being read into memory; real ones have some 100 KB.
const maxIndex = 64 << 20

// index maps every tensor to its file.
type index map[string]string

func readIndex(path string) (index, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxIndex+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxIndex {
		return nil, fmt.Errorf("%s: over the limit of %d bytes; this is no index of weights", path, maxIndex)
	}
	x, err := parseIndex(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return x, nil
}

// parseIndex reads the weight_map. The metadata next to it is not read: its total_size counts tied weights
// differently from one writer to the next.
func parseIndex(text []byte) (index, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	var x index
	err := object(d, func(key string) error {
		if key != "weight_map" {
			return d.Decode(new(json.RawMessage))
		}
		if x != nil {
			return errors.New("weight_map is there twice")
		}
		x = make(index)
		return x.parse(d)
	})
	switch {
	case err != nil:
		return nil, err
	case len(x) == 0:
		return nil, errors.New("weight_map is missing or empty")
	}
	return x, nil
}

func (x index) parse(d *json.Decoder) error {
	return object(d, func(name string) error {
		var file string
		if err := d.Decode(&file); err != nil {
			return fmt.Errorf("tensor %q: %w", name, err)
		}
		if _, twice := x[name]; twice {
			return fmt.Errorf("tensor %q is listed twice", name)
		}
		if !plainName(file) {
			return fmt.Errorf("tensor %q stands in %q: want a .safetensors file beside the index", name, file)
		}
		x[name] = file
		return nil
	})
}

// plainName reports whether file is the name of a safetensors file without any folder, on every system.
func plainName(file string) bool {
	return filepath.IsLocal(file) && !strings.ContainsAny(file, "/\\:\x00") && strings.HasSuffix(file, ".safetensors")
}

func (x index) files() []string {
	files := slices.Sorted(maps.Values(x))
	return slices.Compact(files)
}

// check compares the index with the content of the files.
func (x index) check(s *Set) error {
	for _, name := range slices.Sorted(maps.Keys(x)) {
		switch t, ok := s.tensors[name]; {
		case !ok:
			return fmt.Errorf("%s: tensor %q should stand in %s, but no file has it", s.Path(IndexName), name, x[name])
		case t.File != x[name]:
			return fmt.Errorf("%s: tensor %q should stand in %s, but it stands in %s", s.Path(IndexName), name, x[name], t.File)
		}
	}
	for _, name := range s.Names() {
		if _, ok := x[name]; !ok {
			return fmt.Errorf("%s: tensor %q of %s is not listed", s.Path(IndexName), name, s.tensors[name].File)
		}
	}
	return nil
}
