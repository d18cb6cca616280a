package hub

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/models"
	"asterism/models/drawn/fakehub"
)

// The spaces that tests pull, and the repositories they are pulled from.
var repoOf = map[models.Space]string{models.Semantic: "team/one", models.Graph: "team/two"}

const (
	commitA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	commitB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

// content draws bytes.
func content(seed uint64, n int) []byte {
	r, out := rand.New(rand.NewPCG(seed, 1)), make([]byte, 0, n+8)
	for len(out) < n {
		out = binary.LittleEndian.AppendUint64(out, r.Uint64())
	}
	return out[:n]
}

// someRepo is a repository in the usual layout; its weights have a little over 300 KiB.
func someRepo(seed uint64, commit string) *fakehub.Repo {
	return &fakehub.Repo{Revision: commit, Licence: "mit", Files: map[string][]byte{
		"config.json": fmt.Appendf(nil, `{"seed":%d}`, seed), "tokenizer.json": []byte(`{}`), "README.md": []byte("a card"),
		"1_Pooling/config.json": []byte(`{"p":1}`), "model.safetensors": content(seed, 300_001), "pytorch_model.bin": []byte("pickle"),
	}}
}

// startHub starts a hub with the two repositories.
func startHub(t testing.TB) *fakehub.Hub {
	h := fakehub.New()
	t.Cleanup(h.Close)
	h.Repos["team/one"], h.Repos["team/two"] = someRepo(1, commitA), someRepo(2, commitA)
	return h
}

// quick waits for nobody, and counts what it was asked to wait.
func quick(waited *time.Duration) Patience {
	return Patience{Tries: 4, First: time.Millisecond, sleepFor: func(ctx context.Context, d time.Duration) error {
		if waited != nil {
			*waited += d
		}
		return ctx.Err()
	}}
}

func web(t testing.TB, address string) *Web {
	t.Helper()
	w, err := NewWeb(address)
	if err != nil {
		t.Fatal(err)
	}
	w.Stall, w.Patience = time.Second, quick(nil)
	return w
}

// options pull the given spaces into dir.
func options(src Source, dir string, spaces ...models.Space) Options {
	o := Options{Source: src, Dir: dir, Profile: "full", Patience: quick(nil)}
	for _, s := range spaces {
		o.Wants = append(o.Wants, Want{Space: s, Repo: repoOf[s], Licence: "mit", Precision: models.PrecisionF32})
	}
	return o
}

// pull plans and runs with a conversion that only pretends.
func pull(o Options) (changed bool, err error) {
	p, err := MakePlan(context.Background(), o)
	if err != nil {
		return false, err
	}
	return p.Run(context.Background(), pretend, nil)
}

// pretend writes, instead of a graph, what it was made from.
func pretend(_ context.Context, root string, fetched []Item, kept []models.Model, pins map[string]Pin) error {
	all := slices.Clone(kept)
	tokenizers := map[string]models.File{}
	for _, it := range fetched {
		graph := []byte("graph of " + pins[it.Folder()].Files[0].SHA256 + " in " + it.Precision)
		path := it.Folder() + "/graph.onnx"
		if err := os.WriteFile(filepath.Join(root, path), graph, 0o644); err != nil {
			return err
		}
		all = append(all, models.Model{Space: it.Space, File: models.File{File: path, SHA256: fakehub.SHA256(graph), Bytes: int64(len(graph))},
			Window: 8, Outputs: models.OutputNames(models.Dense), Licence: it.Licence, Precision: it.Precision,
			Source: models.Source{Repo: it.Want.Repo, Revision: it.Repo.Revision}})
	}
	for i := range all {
		path := all[i].Space.Code() + "/tokenizer.json"
		b, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return err
		}
		all[i].Tokenizer = all[i].Space.Code()
		tokenizers[all[i].Tokenizer] = models.File{File: path, SHA256: fakehub.SHA256(b), Bytes: int64(len(b))}
	}
	data, err := (&models.Manifest{Profile: "full", Tokenizers: tokenizers, Models: all}).Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, models.ManifestName), data, 0o644)
}

// snapshot reads every file of a folder.
func snapshot(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// same fails the test when a folder has changed.
func same(t testing.TB, dir string, before map[string]string) {
	t.Helper()
	if now := snapshot(t, dir); !maps.Equal(now, before) {
		t.Errorf("%s has changed: has %v, had %v", dir, slices.Sorted(maps.Keys(now)), slices.Sorted(maps.Keys(before)))
	}
}

// whole fails the test unless the profile verifies and has exactly the spaces.
func whole(t testing.TB, dir string, spaces ...models.Space) {
	t.Helper()
	if err := Verify(context.Background(), dir, nil); err != nil {
		t.Error(err)
	}
	m, err := models.LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if m.Spaces() != models.SetOf(spaces...) {
		t.Errorf("the profile has %v, want %v", m.Spaces().Spaces(), spaces)
	}
	for name := range snapshot(t, dir) {
		if strings.HasSuffix(name, ".part") {
			t.Errorf("a part was left in the profile: %s", name)
		}
	}
	if _, err := os.Stat(stageOf(dir)); err == nil {
		t.Errorf("the stage was left behind")
	}
}

// says fails the test unless the error has all the words.
func says(t testing.TB, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one that says %q", words)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error does not say %q: %v", w, err)
		}
	}
}
