package carried

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// write puts two files that are like one another behind different headers, one that is like none, and one that is empty.
func write(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	first := make([]byte, 60_000)
	for i := range first {
		first[i] = byte(r.NormFloat64() * 40)
	}
	second := append([]byte(strings.Repeat("h", 180)), first...)
	for i := range second[180:] {
		second[180+i] += byte(r.IntN(3) - 1)
	}
	other := make([]byte, 30_000)
	for i := range other {
		other[i] = byte(r.NormFloat64() * 40)
	}
	files := map[string][]byte{"E1/model.onnx": first, "E5/model.onnx": second, "E8/model.onnx": other, "list.json": {}, "lib.so.1": []byte("\xe8\x01\x00\x00\x00 \xe8\xff\xff\xff\x7f \xe9\xf0\xff\xff\xff")}
	for name, b := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestPack: what comes out is what went in, and a file that is like another takes a fraction of that.
func TestPack(t *testing.T) {
	from, packed, to := t.TempDir(), t.TempDir(), t.TempDir()
	files := write(t, from)
	if err := Pack(t.Context(), packed, from); err != nil {
		t.Fatal(err)
	}
	if err := Unpack(t.Context(), to, packed); err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(to, filepath.FromSlash(name))); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes come back, want the %d that were packed (%v)", name, len(got), len(want), err)
		}
	}
	size := func(name string) int64 {
		st, err := os.Stat(filepath.Join(packed, name+".xz"))
		if err != nil {
			t.Fatal(err)
		}
		return st.Size()
	}
	if one, two := size("E1/model.onnx"), size("E5/model.onnx"); two > one/2 {
		t.Errorf("a file that is like one of %d bytes takes %d", one, two)
	}
	if b, err := os.ReadFile(filepath.Join(packed, "E5", "model.onnx.xz")); err != nil || os.WriteFile(filepath.Join(packed, "E1", "model.onnx.xz"), b, 0o644) != nil {
		t.Fatal(err)
	}
	if err := Unpack(t.Context(), t.TempDir(), packed); err == nil || !strings.Contains(err.Error(), "E1/model.onnx") {
		t.Errorf("a damaged file: error is %v", err)
	}
}

func TestListsAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ list, says string }{
		"no list":           {"{", "unexpected end"},
		"out of the folder": {`[{"Name":"../a"}]`, `"../a"`},
		"twice":             {`[{"Name":"a"},{"Name":"a"}]`, `"a"`},
		"like a later one":  {`[{"Name":"a","Like":"b"},{"Name":"b"}]`, `"b"`},
		"far apart":         {`[{"Name":"a"},{"Name":"b","Like":"a","Shift":5000}]`, "5000"},
		"too large":         {`[{"Name":"a","Bytes":268435457}]`, "268435457"},
	} {
		if _, err := parse([]byte(c.list)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error is %v, want one that says %s", name, err, c.says)
		}
	}
}

// TestDifferenceProperty: a difference can be taken back, whatever the lengths and the shift.
func TestDifferenceProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, like := rapid.SliceOf(rapid.Byte()).Draw(t, "b"), rapid.SliceOf(rapid.Byte()).Draw(t, "like")
		shift := rapid.IntRange(-40, 40).Draw(t, "shift")
		d := difference(b, like, shift)
		if restore(d, like, shift); !bytes.Equal(d, b) {
			t.Fatalf("%v comes back as %v", b, d)
		}
	})
}

// TestCallsProperty: places become the distances that they were, in whatever file.
func TestCallsProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOf(rapid.SampledFrom([]byte{opCall, opJump, 0, 1, 2, 0x7f, 0x80, 0xfe, 0xff})).Draw(t, "b")
		got := bytes.Clone(b)
		absolute(got, false)
		if absolute(got, true); !bytes.Equal(got, b) {
			t.Fatalf("%v comes back as %v", b, got)
		}
	})
	r := rand.New(rand.NewPCG(3, 4))
	long := make([]byte, 1<<20) // in which bytes of instructions meet one another
	for i := range long {
		long[i] = []byte{opCall, opJump, 0, 0xff, byte(r.IntN(256))}[r.IntN(5)]
	}
	got := bytes.Clone(long)
	absolute(got, false)
	if absolute(got, true); !bytes.Equal(got, long) {
		t.Error("a long file is not what it was")
	}
	b := []byte{opCall, 10, 0, 0, 0, opCall, 5, 0, 0, 0} // both to the same place
	if absolute(b, false); !bytes.Equal(b[1:5], b[6:10]) {
		t.Errorf("two calls of one place are kept as %v", b)
	}
}

// FuzzList: a list is read or refused, and what is read stays within the folder.
func FuzzList(f *testing.F) {
	f.Add([]byte(`[{"Name":"a","Bytes":3},{"Name":"b/c","Like":"a","Shift":-4}]`))
	f.Add([]byte(`[{"Name":"/a"}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		files, err := parse(b)
		if err != nil {
			return
		}
		for _, file := range files {
			if !filepath.IsLocal(filepath.FromSlash(file.Name)) || file.Bytes > mostBytes {
				t.Errorf("%+v was let through", file)
			}
		}
	})
}
