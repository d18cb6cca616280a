package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"
)

// maxHeader is the longest header that the reference implementation reads.
const maxHeader = 100_000_000

// readHeader reads the tensors of a file of the given size, in the order of their bytes; File is left empty.
func readHeader(r io.Reader, size int64) ([]Tensor, error) {
	var length [8]byte
	if size < int64(len(length)) {
		return nil, fmt.Errorf("%d bytes are too few for a safetensors file", size)
	}
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxHeader || int64(n) > size-int64(len(length)) {
		return nil, fmt.Errorf("the header claims %d bytes of a file of %d, at most %d are allowed; this is no safetensors file or it is cut short", n, size, maxHeader)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, err
	}
	list, err := parseHeader(text)
	if err != nil {
		return nil, err
	}
	start := int64(len(length)) + int64(n)
	if err := checkLayout(list, size-start); err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Offset += start
	}
	return list, nil
}

// parseHeader reads the JSON object; offsets count from the end of the header. Names that appear twice, which a plain
// JSON reader would merge, are errors.
func parseHeader(text []byte) ([]Tensor, error) {
	if len(text) == 0 || text[0] != '{' {
		return nil, errors.New("the header does not begin with {: this is no safetensors file")
	}
	if !utf8.Valid(text) {
		return nil, errors.New("the header is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	var list []Tensor
	seen := make(map[string]bool)
	err := object(d, func(name string) error {
		if seen[name] {
			return fmt.Errorf("tensor %q is listed twice", name)
		}
		seen[name] = true
		if name == "__metadata__" {
			return metadata(d)
		}
		t, err := parseTensor(d, name)
		if err != nil {
			return fmt.Errorf("tensor %q: %w", name, err)
		}
		list = append(list, t)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("header: there is more behind its object")
	}
	return list, nil
}

// metadata skips texts by name; they do not say where weights are.
func metadata(d *json.Decoder) error {
	var m map[string]string
	if err := d.Decode(&m); err != nil {
		return fmt.Errorf("__metadata__: %w", err)
	}
	return nil
}

func parseTensor(d *json.Decoder, name string) (Tensor, error) {
	t := Tensor{Name: name}
	var shape, offsets []count
	targets := map[string]any{"dtype": &t.Type, "shape": &shape, "data_offsets": &offsets}
	err := object(d, func(key string) error {
		to, ok := targets[key]
		if !ok {
			return fmt.Errorf("field %q is not known or is there twice", key)
		}
		delete(targets, key)
		if err := d.Decode(to); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	})
	switch {
	case err != nil:
		return t, err
	case len(targets) > 0 || shape == nil || len(offsets) != 2:
		return t, errors.New("want dtype, shape and two data_offsets")
	}
	t.Shape = make([]int, len(shape))
	for i, d := range shape {
		t.Shape[i] = int(d)
	}
	size, err := sizeOf(t.Type, t.Shape)
	if err != nil {
		return t, err
	}
	t.Offset, t.Bytes = int64(offsets[0]), size
	if int64(offsets[1])-t.Offset != size {
		return t, fmt.Errorf("bytes %d to %d do not hold %s of shape %v, which needs %d", t.Offset, offsets[1], t.Type, t.Shape, size)
	}
	return t, nil
}

// count is a whole number from 0; null, which a plain int would read as 0, is an error.
type count int64

// UnmarshalJSON reads the digits.
func (c *count) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseUint(string(b), 10, 63)
	*c = count(v)
	return err
}

// object reads a JSON object key by key; value must read the value of each.
func object(d *json.Decoder, value func(key string) error) error {
	open, err := d.Token()
	if err != nil {
		return err
	}
	if open != json.Delim('{') {
		return fmt.Errorf("found %v, want an object", open)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if err := value(key.(string)); err != nil { // the decoder returns only strings for keys
			return err
		}
	}
	_, err = d.Token()
	return err
}

// checkLayout sorts the tensors by their bytes, which must be contiguous and fill the rest of the file.
func checkLayout(list []Tensor, size int64) error {
	slices.SortStableFunc(list, func(a, b Tensor) int {
		if a.Offset != b.Offset {
			return cmp.Compare(a.Offset, b.Offset)
		}
		return cmp.Compare(a.Bytes, b.Bytes)
	})
	var end int64
	for _, t := range list {
		if t.Offset != end {
			return fmt.Errorf("tensor %q begins at byte %d of the values, want %d: tensors must neither overlap nor leave holes", t.Name, t.Offset, end)
		}
		end += t.Bytes
	}
	if end != size {
		return fmt.Errorf("the tensors take %d bytes, but the file has %d for them; it is cut short or longer than it says", end, size)
	}
	return nil
}
