package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// small is a release of this test program with a model of a few bytes, which has every part that a true one has.
func small(t *testing.T) *Release {
	t.Helper()
	dir := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"built/asterism": string(text), "built/libonnxruntime.so.1": "library", "built/licence": "Do what is right.",
		"built/linked.tsv":         "snappy\t1.1\tpkg:deb/debian/snappy@1.1\t-\t" + filepath.Join(dir, "built/licence") + "\n",
		"built/base/lib/libc.so.6": "c", "models/compact/E1/model.onnx": "model", "models/compact/manifest.json": "{}", "LICENSE": "licence", "NOTICE": "notice",
		"man/asterism.1": ".TH", "completions/asterism.bash": "b", "completions/asterism.zsh": "z", "completions/asterism.fish": "f",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("lib", filepath.Join(dir, "built/base/lib64")); err != nil {
		t.Fatal(err)
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return &Release{Version: "1.2.3-rc.1", Commit: strings.Repeat("a", 40), Date: time.Unix(1_700_000_000, 0).UTC(), Root: dir, Out: filepath.Join(dir, "dist"),
		Man: filepath.Join(dir, "man"), Completions: filepath.Join(dir, "completions"), Modules: strings.TrimSpace(string(cache)),
		Targets: []Target{{Arch: runtime.GOARCH, Dir: filepath.Join(dir, "built")}}}
}

// TestSameBytes: what is written twice, from files of other dates and rights, is the same, and SHA256SUMS names all of it.
func TestSameBytes(t *testing.T) {
	var before map[string]string
	for range 2 {
		r := small(t)
		if err := r.Write(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(r.Out, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			sum, name, _ := strings.Cut(line, "  ")
			data, err := os.ReadFile(filepath.Join(r.Out, name))
			if err != nil || sum != fmt.Sprintf("%x", sha256.Sum256(data)) {
				t.Errorf("%s: %v, its sum is not %s", name, err, sum)
			}
			got[name] = sum
		}
		if entries, err := os.ReadDir(r.Out); err != nil || len(entries) != len(got)+1 || len(got) != 8 {
			t.Errorf("%v: %d files, %d sums, want 8: %v", err, len(entries), len(got), slices.Sorted(maps.Keys(got)))
		}
		if before != nil && !maps.Equal(before, got) {
			t.Errorf("the second run gives\n%v, the first gave\n%v", got, before)
		}
		before = got
		time.Sleep(1100 * time.Millisecond) // dates of files have whole seconds in archives
	}
}

// TestTarball: it has one folder, in which the program can be run and everything is root's and of the commit's date.
func TestTarball(t *testing.T) {
	r := small(t)
	if err := r.Write(); err != nil {
		t.Fatal(err)
	}
	name := "asterism-1.2.3-rc.1-linux-" + runtime.GOARCH
	f, err := os.Open(filepath.Join(r.Out, name+".tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]int64{}
	for archive := tar.NewReader(z); ; {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || !h.ModTime.Equal(r.Date) || !strings.HasPrefix(h.Name, name+"/") {
			t.Errorf("%+v", h)
		}
		modes[strings.TrimPrefix(h.Name, name+"/")] = h.Mode
	}
	for file, mode := range map[string]int64{"asterism": 0o755, "lib/libonnxruntime.so.1": 0o644, "models/compact/E1/model.onnx": 0o644, "share/man/man1/asterism.1": 0o644,
		"share/completions/asterism.zsh": 0o644, "LICENSE": 0o644, "licenses/snappy.txt": 0o644, "licenses/go-standard-library.txt": 0o644} {
		if modes[file] != mode {
			t.Errorf("%s has mode %o, want %o", file, modes[file], mode)
		}
	}
}

// TestBOM: the list names every module of the program, what was linked, and the program's own sum.
func TestBOM(t *testing.T) {
	r := small(t)
	if err := r.Write(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(r.Out, "asterism-1.2.3-rc.1-linux-"+runtime.GOARCH+".cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		BomFormat, SpecVersion string
		Components             []struct {
			Name, PURL string
			Hashes     []struct{ Content string }
		}
	}
	if err := json.Unmarshal(text, &list); err != nil || list.BomFormat != "CycloneDX" || list.SpecVersion != "1.6" {
		t.Fatalf("%v: %s", err, text)
	}
	sum, _, err := digest(filepath.Join(r.Targets[0].Dir, "asterism"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range list.Components {
		seen[c.PURL] = true
		if len(c.Hashes) > 0 {
			seen[c.Hashes[0].Content] = true
		}
	}
	parts, err := r.parts(r.Targets[0])
	if err != nil || len(parts) < 10 {
		t.Fatalf("%v: %d parts", err, len(parts))
	}
	for _, p := range parts {
		if !seen[p.PURL] {
			t.Errorf("%s is not in the list", p.PURL)
		}
	}
	if !seen[sum] || !seen["pkg:deb/debian/snappy@1.1"] {
		t.Error("the program's sum or what was linked is not in the list")
	}
}

// TestNoLicenceNoRelease: what we may not pass on without its licence stops the release.
func TestNoLicenceNoRelease(t *testing.T) {
	r := small(t)
	r.Modules = t.TempDir()
	if err := r.Write(); err == nil || !strings.Contains(err.Error(), "licence") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(filepath.Join(r.Out, "SHA256SUMS")); err == nil {
		t.Error("a release that failed has sums")
	}
}

// TestImage: the layout names layers that are there, and the program comes to lie where the image starts it.
func TestImage(t *testing.T) {
	r := small(t)
	if err := r.Write(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(r.Out, "asterism-1.2.3-rc.1-linux-"+runtime.GOARCH+"-oci.tar"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	blobs := map[string][]byte{}
	for archive := tar.NewReader(f); ; {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if blobs[h.Name], err = io.ReadAll(archive); err != nil {
			t.Fatal(err)
		}
	}
	var old []struct {
		Config string
		Layers []string
	}
	if err := json.Unmarshal(blobs["manifest.json"], &old); err != nil || len(old) != 1 || len(old[0].Layers) != 2 {
		t.Fatalf("%v: %s", err, blobs["manifest.json"])
	}
	for name, data := range blobs {
		if dir, sum := path.Split(name); dir == "blobs/sha256/" && sum != "" && sum != fmt.Sprintf("%x", sha256.Sum256(data)) {
			t.Errorf("%s is not named for what it holds", name)
		}
	}
	if !fs.ValidPath(old[0].Config) || blobs[old[0].Config] == nil || blobs["oci-layout"] == nil || blobs["index.json"] == nil {
		t.Errorf("%s: the layout is not whole: %v", old[0].Config, slices.Sorted(maps.Keys(blobs)))
	}
}
