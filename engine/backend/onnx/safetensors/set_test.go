package safetensors

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// small has two tensors, listed against their order in the file, and a header that is filled up with spaces.
var small = file(`{"b":{"dtype":"I64","shape":[],"data_offsets":[12,20]},"__metadata__":{"format":"pt"},`+
	`"a":{"dtype":"F16","shape":[2,3],"data_offsets":[0,12]}}   `, make([]byte, 20))

func TestOpen(t *testing.T) {
	dir := folder(t, map[string][]byte{SingleName: small, IndexName: []byte("not read when there is one file")})
	start := int64(len(small) - 20)
	for name, path := range map[string]string{"folder": dir, "file": filepath.Join(dir, SingleName)} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Names(); !slices.Equal(got, []string{"a", "b"}) {
				t.Errorf("names are %q, want a and b", got)
			}
			if got := s.Files(); !slices.Equal(got, []string{SingleName}) || s.Path(got[0]) != filepath.Join(dir, SingleName) {
				t.Errorf("files are %q in %s, want %s in %s", got, s.Dir, SingleName, dir)
			}
			for _, want := range []Tensor{
				{"a", F16, []int{2, 3}, SingleName, start, 12},
				{"b", I64, []int{}, SingleName, start + 12, 8},
			} {
				if got, ok := s.Tensor(want.Name); !ok || !reflect.DeepEqual(got, want) {
					t.Errorf("tensor %s is %+v, want %+v", want.Name, got, want)
				}
			}
			if _, ok := s.Tensor("c"); ok {
				t.Error("a tensor is found that the file does not have")
			}
		})
	}
}

// one is a file of one tensor of four bytes.
func one(name string) []byte {
	return file(`{"`+name+`":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, make([]byte, 4))
}

func TestOpenShards(t *testing.T) {
	files := map[string][]byte{
		"m-1-of-2.safetensors": one("x"), "m-2-of-2.safetensors": one("y"),
		IndexName: []byte(`{"metadata":{"total_size":8},"weight_map":{"y":"m-2-of-2.safetensors","x":"m-1-of-2.safetensors"}}`),
	}
	s, err := Open(context.Background(), folder(t, files))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Files(); !slices.Equal(got, []string{"m-1-of-2.safetensors", "m-2-of-2.safetensors"}) {
		t.Errorf("files are %q", got)
	}
	for name, want := range map[string]string{"x": "m-1-of-2.safetensors", "y": "m-2-of-2.safetensors"} {
		if got, _ := s.Tensor(name); got.File != want {
			t.Errorf("tensor %s stands in %q, want %q", name, got.File, want)
		}
	}
}

// TestIndexRefuses names a word of the error for every fault of an index.
func TestIndexRefuses(t *testing.T) {
	for name, c := range map[string]struct{ index, want string }{
		"not JSON":         {`weight_map`, "invalid"},
		"no map":           {`{"metadata":{}}`, "missing or empty"},
		"empty map":        {`{"weight_map":{}}`, "missing or empty"},
		"map of numbers":   {`{"weight_map":{"x":1}}`, "number"},
		"two maps":         {`{"weight_map":{"x":"1.safetensors"},"weight_map":{"x":"1.safetensors"}}`, "twice"},
		"listed twice":     {`{"weight_map":{"x":"1.safetensors","x":"2.safetensors"}}`, "twice"},
		"other folder":     {`{"weight_map":{"x":"../1.safetensors"}}`, "beside the index"},
		"absolute":         {`{"weight_map":{"x":"/etc/1.safetensors"}}`, "beside the index"},
		"a pickle":         {`{"weight_map":{"x":"pytorch_model.bin"}}`, "beside the index"},
		"missing file":     {`{"weight_map":{"x":"3.safetensors"}}`, "3.safetensors"},
		"missing tensor":   {`{"weight_map":{"x":"1.safetensors","z":"1.safetensors"}}`, "no file has it"},
		"in another file":  {`{"weight_map":{"x":"2.safetensors","y":"1.safetensors"}}`, "stands in 1.safetensors"},
		"unlisted":         {`{"weight_map":{"x":"both.safetensors"}}`, "not listed"},
		"in two files":     {`{"weight_map":{"x":"1.safetensors","y":"both.safetensors"}}`, "stands in 1.safetensors too"},
		"cut short in map": {`{"weight_map":{"x":"1.safetensors"`, "EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			both := file(`{"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"y":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}`, make([]byte, 2))
			dir := folder(t, map[string][]byte{
				"1.safetensors": one("x"), "2.safetensors": one("y"), "both.safetensors": both, IndexName: []byte(c.index),
			})
			if _, err := Open(context.Background(), dir); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error is %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestOpenWithoutWeights(t *testing.T) {
	if _, err := Open(context.Background(), t.TempDir()); !errors.Is(err, ErrNone) {
		t.Errorf("error of an empty folder is %v", err)
	}
	if _, err := Open(context.Background(), filepath.Join(t.TempDir(), "x")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error of a missing path is %v", err)
	}
}

func TestOpenStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, folder(t, map[string][]byte{SingleName: small})); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
}
