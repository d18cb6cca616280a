package models

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// testProfile writes a small valid profile and returns its folder and manifest as JSON values to change.
func testProfile(t *testing.T) (dir string, manifest map[string]any) {
	t.Helper()
	dir = t.TempDir()
	entry := func(name, content string) map[string]any {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(content))
		return map[string]any{"file": name, "sha256": hex.EncodeToString(sum[:]), "bytes": len(content)}
	}
	model := func(space, output string) map[string]any {
		m := entry(space+"/model.onnx", "graph of "+space)
		for k, v := range map[string]any{"space": space, "tokenizer": "wordpiece", "window": 512, "overlap": 64,
			"outputs": []any{output}, "licence": "Apache-2.0", "card": space + "/MODEL-CARD.md", "query_prefix": "query: ", "passage_prefix": ""} {
			m[k] = v
		}
		return m
	}
	return dir, map[string]any{
		"profile": "compact", "version": 1,
		"tokenizers": map[string]any{"wordpiece": entry("wordpiece/tokenizer.json", "{}")},
		"models":     []any{model("E8", "embedding"), model("E1", "embedding")},
	}
}

func writeManifest(t *testing.T, dir string, manifest any) {
	t.Helper()
	data, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ManifestName), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, dir string) *Manifest {
	t.Helper()
	m, err := LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestLoadManifest(t *testing.T) {
	dir, raw := testProfile(t)
	writeManifest(t, dir, raw)
	m := load(t, dir)
	if got, want := m.Spaces(), SetOf(Semantic, Graph); got != want || m.Models[0].Space != Semantic {
		t.Errorf("spaces are %v in the order %v first, want E1 and E8 in order", got.Spaces(), m.Models[0].Space)
	}
	d, ok := m.Model(Graph)
	if !ok || d.Window != 512 || d.Overlap != 64 || d.QueryPrefix != "query: " || d.Licence != "Apache-2.0" || d.Bytes != 11 {
		t.Errorf("model of E8 is %+v, %v", d, ok)
	}
	if want := filepath.Join(dir, "E8", "model.onnx"); m.Path(d.File) != want {
		t.Errorf("path is %s, want %s", m.Path(d.File), want)
	}
	if _, ok := m.Model(Code); ok {
		t.Error("E7, which is not listed, has a model")
	}
}

func TestLoadManifestRefuses(t *testing.T) {
	first := func(m map[string]any) map[string]any { return m["models"].([]any)[0].(map[string]any) }
	for name, c := range map[string]struct {
		change func(m map[string]any)
		says   string
	}{
		"unknown version":      {func(m map[string]any) { m["version"] = ManifestVersion + 1 }, fmt.Sprintf("version %d", ManifestVersion+1)},
		"no version":           {func(m map[string]any) { delete(m, "version") }, "version 0"},
		"unknown field":        {func(m map[string]any) { m["extra"] = 1 }, `"extra"`},
		"unknown model field":  {func(m map[string]any) { first(m)["pool"] = "mean" }, `"pool"`},
		"profile is a path":    {func(m map[string]any) { m["profile"] = "../x" }, `"../x"`},
		"no models":            {func(m map[string]any) { m["models"] = []any{} }, "no models"},
		"unknown space":        {func(m map[string]any) { first(m)["space"] = "E14" }, "E14"},
		"arithmetic space":     {func(m map[string]any) { first(m)["space"] = "E9" }, "arithmetic"},
		"space twice":          {func(m map[string]any) { first(m)["space"] = "E1" }, "E1 is listed twice"},
		"path upwards":         {func(m map[string]any) { first(m)["file"] = "../model.onnx" }, "../model.onnx"},
		"absolute path":        {func(m map[string]any) { first(m)["file"] = "/etc/passwd" }, "/etc/passwd"},
		"hidden way up":        {func(m map[string]any) { first(m)["file"] = "a/../../b" }, "a/../../b"},
		"backslashes":          {func(m map[string]any) { first(m)["file"] = `..\b` }, `..\\b`},
		"drive":                {func(m map[string]any) { first(m)["file"] = `c:b` }, `c:b`},
		"the folder itself":    {func(m map[string]any) { first(m)["file"] = "." }, `"."`},
		"card upwards":         {func(m map[string]any) { first(m)["card"] = "../card" }, "../card"},
		"short hash":           {func(m map[string]any) { first(m)["sha256"] = "abcd" }, "abcd"},
		"upper-case hash":      {func(m map[string]any) { first(m)["sha256"] = strings.Repeat("A", 64) }, "lower-case"},
		"no size":              {func(m map[string]any) { first(m)["bytes"] = 0 }, "bytes"},
		"unlisted tokenizer":   {func(m map[string]any) { first(m)["tokenizer"] = "bpe" }, `"bpe"`},
		"no window":            {func(m map[string]any) { first(m)["window"] = 0 }, "window 0"},
		"overlap over window":  {func(m map[string]any) { first(m)["overlap"] = 512 }, "overlap 512"},
		"other kind's outputs": {func(m map[string]any) { first(m)["outputs"] = []any{"cause"} }, "embedding"},
		"tokenizer path":       {func(m map[string]any) { m["tokenizers"].(map[string]any)["wordpiece"] = map[string]any{"file": "../t"} }, "../t"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, raw := testProfile(t)
			c.change(raw)
			writeManifest(t, dir, raw)
			_, err := LoadManifest(dir)
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), dir) {
				t.Errorf("error is %v, want one that says %q and names the file", err, c.says)
			}
		})
	}
	if _, err := LoadManifest(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no manifest: error %v, want os.ErrNotExist", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ManifestName), make([]byte, maxManifestBytes+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadManifest(dir); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("huge manifest: error %v, want one that names the limit", err)
	}
}

func TestVerify(t *testing.T) {
	dir, raw := testProfile(t)
	writeManifest(t, dir, raw)
	m := load(t, dir)
	var last, whole int64
	names := make(map[string]bool)
	err := m.Verify(context.Background(), func(file string, done, total int64) {
		last, whole, names[file] = done, total, true
	})
	if err != nil || last != whole || whole != 24 || len(names) != 3 {
		t.Errorf("verify: error %v, %d of %d bytes, files %v; want 24 of 24 bytes of 3 files", err, last, whole, names)
	}
	if err := os.WriteFile(filepath.Join(dir, "E1", "model.onnx"), []byte("another"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "E8", "model.onnx")); err != nil {
		t.Fatal(err)
	}
	err = m.Verify(context.Background(), nil)
	if err == nil {
		t.Fatal("verify found nothing wrong with a changed and a missing file")
	}
	found := sha256.Sum256([]byte("another"))
	for _, part := range []string{m.Models[0].SHA256, hex.EncodeToString(found[:]), filepath.Join("E1", "model.onnx"), filepath.Join("E8", "model.onnx"), "--models"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v is not os.ErrNotExist", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := m.Verify(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("verify with an ended context: %v", err)
	}
}

// TestVerifyDoesNotFollowLinksOut: a link to a file elsewhere is no file of the profile.
func TestVerifyDoesNotFollowLinksOut(t *testing.T) {
	dir, raw := testProfile(t)
	writeManifest(t, dir, raw)
	m := load(t, dir)
	path := m.Path(m.Models[0].File)
	outside := filepath.Join(t.TempDir(), "model.onnx")
	if err := os.Rename(path, outside); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, path); err != nil {
		t.Fatal(err)
	}
	if err := m.VerifyFiles(context.Background(), m.Models[0].File); err == nil {
		t.Error("a link that leaves the folder was followed")
	}
}

func TestHash(t *testing.T) {
	dir, raw := testProfile(t)
	writeManifest(t, dir, raw)
	m := load(t, dir)
	seen := make(map[[32]byte]Space)
	for _, s := range []Space{Semantic, Graph, HDC, TemporalRecent} {
		h := m.Hash(s)
		if other, ok := seen[h]; ok || h == ([32]byte{}) {
			t.Errorf("hash of %v is %x, like that of %v", s, h, other)
		}
		seen[h] = s
	}
	if m.Hash(Code) != ([32]byte{}) {
		t.Error("a space without a model has a hash")
	}
	before := m.Hash(Semantic)
	m.Models[0].Window--
	if m.Hash(Semantic) == before {
		t.Error("the hash does not depend on the window")
	}
	m.Models[0].Window++
	m.Tokenizers["wordpiece"] = File{SHA256: "other"}
	if m.Hash(Semantic) == before {
		t.Error("the hash does not depend on the tokenizer")
	}
}

func TestFindDir(t *testing.T) {
	dir, raw := testProfile(t)
	writeManifest(t, dir, raw)
	parent := t.TempDir()
	sub := filepath.Join(parent, "models", "compact")
	if err := os.MkdirAll(filepath.Join(parent, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	writeManifest(t, sub, raw)
	t.Chdir(filepath.Join(parent, "a", "b"))
	t.Setenv("HOME", t.TempDir())
	t.Setenv(DirVariable, "")

	check := func(what, explicit, want string) {
		t.Helper()
		got, err := FindDir("compact", explicit)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		a, err1 := os.Stat(got)
		b, err2 := os.Stat(want)
		if err1 != nil || err2 != nil || !os.SameFile(a, b) {
			t.Errorf("%s: found %s, want %s", what, got, want)
		}
	}
	check("above the working directory", "", sub)
	check("explicit", dir, dir)
	check("explicit parent of profiles", filepath.Join(parent, "models"), sub)
	t.Setenv(DirVariable, dir)
	check("variable", "", dir)

	t.Setenv(DirVariable, parent)
	if _, err := FindDir("compact", ""); err == nil || !strings.Contains(err.Error(), DirVariable) {
		t.Errorf("a wrong variable: error %v, want one that names it", err)
	}
	if _, err := FindDir("compact", filepath.Join(parent, "a")); err == nil || !strings.Contains(err.Error(), filepath.Join(parent, "a")) {
		t.Errorf("a wrong folder: error %v, want one that names it", err)
	}
	t.Setenv(DirVariable, "")
	if _, err := FindDir("nowhere", ""); err == nil || !strings.Contains(err.Error(), filepath.Join(parent, "a", "models", "nowhere")) {
		t.Errorf("a profile that is nowhere: error %v, want one that lists the places", err)
	}
	if _, err := FindDir("../compact", ""); err == nil {
		t.Error("a profile named like a path was looked for")
	}
}

// FuzzParseManifest: no input panics, and what is accepted keeps every promise.
func FuzzParseManifest(f *testing.F) {
	hash := strings.Repeat("0a", 32)
	f.Add(`{"profile":"compact","version":1,"tokenizers":{"w":{"file":"w/t.json","sha256":"` + hash + `","bytes":2}},"models":[{"space":"E1","file":"E1/model.onnx","sha256":"` +
		hash + `","bytes":5,"tokenizer":"w","window":512,"overlap":64,"outputs":["embedding"],"licence":"MIT","card":"","query_prefix":"","passage_prefix":""}]}`)
	if whole, err := wholeManifest().Encode(); err == nil {
		f.Add(string(whole))
	}
	f.Add(`{"version":1}`)
	f.Add(`{"version":1} x`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseManifest([]byte(text))
		if err != nil {
			return
		}
		if len(m.Models) == 0 || m.Spaces().Without(OfOrigin(FromModel)) != 0 {
			t.Errorf("accepted a manifest of the spaces %v", m.Spaces().Spaces())
		}
		for _, d := range m.Models {
			if !filepath.IsLocal(d.File.File) || len(d.SHA256) != 64 || d.Window < 1 || d.Overlap < 0 || d.Overlap >= d.Window {
				t.Errorf("accepted the model %+v", d)
			}
			if _, ok := m.Tokenizers[d.Tokenizer]; !ok {
				t.Errorf("accepted the unlisted tokenizer %q", d.Tokenizer)
			}
		}
		data, err := m.Encode()
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := ParseManifest(data)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if twice, err := again.Encode(); err != nil || !bytes.Equal(twice, data) {
			t.Errorf("written, read and written it is %s (%v), was %s", twice, err, data)
		}
	})
}

// TestCompactProfileVerifies checks the files that ship with the repository.
func TestCompactProfileVerifies(t *testing.T) {
	m := load(t, "compact")
	if m.Profile != "compact" || m.Spaces() != OfOrigin(FromModel) {
		t.Errorf("profile %q has models for %v, want compact and every space of a model", m.Profile, m.Spaces().Spaces())
	}
	if err := m.Verify(context.Background(), nil); err != nil {
		t.Error(err)
	}
	var total int64
	for _, f := range m.files() {
		total += f.Bytes
		if st, err := os.Stat(m.Path(f)); err != nil || st.Size() != f.Bytes {
			t.Errorf("%s: the manifest says %d bytes, the file has another size (%v)", f.File, f.Bytes, err)
		}
	}
	if total > 64<<20 {
		t.Errorf("the compact profile takes %d bytes, the limit is 64 MiB", total)
	}
}
