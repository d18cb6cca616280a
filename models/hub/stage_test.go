package hub

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"asterism/models"
)

// withoutExchange makes the file system one that cannot exchange folders.
func withoutExchange(t *testing.T, err error) {
	swapOnce = func(string, string) error { return err }
	t.Cleanup(func() { swapOnce = exchange })
}

// TestExchangeIsOneStep: the file system of the tests can do it, so the other tests walk that way.
func TestExchangeIsOneStep(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for _, d := range []string{a, b} {
		if err := os.MkdirAll(filepath.Join(d, "in "+filepath.Base(d)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := exchange(a, b); errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS) {
		t.Logf("this file system cannot: %v", err) // then the other tests walk the other way
		return
	} else if err != nil {
		t.Fatal(err)
	}
	if !isDir(filepath.Join(a, "in b")) || !isDir(filepath.Join(b, "in a")) {
		t.Error("nothing was exchanged")
	}
}

// TestWithoutExchange: two renames do it, and a kill between them is put right by the next change.
func TestWithoutExchange(t *testing.T) {
	withoutExchange(t, syscall.EINVAL)
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	if _, err := pull(options(web(t, h.URL), dir, models.Graph)); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic, models.Graph)
	before := snapshot(t, dir)
	if err := os.Rename(dir, oldOf(dir)); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	s, err := openStage(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	same(t, dir, before)
	if err := os.Mkdir(oldOf(dir), 0o755); err != nil { // as a kill behind the second rename leaves it
		t.Fatal(err)
	}
	if changed, err := pull(options(web(t, h.URL), dir, models.Graph)); changed || err != nil {
		t.Errorf("changed %v: %v", changed, err)
	}
	if isDir(oldOf(dir)) {
		t.Error("the old folder stays")
	}
}

// TestASwapThatFails leaves the old profile.
func TestASwapThatFails(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	withoutExchange(t, syscall.EACCES)
	_, err := pull(options(web(t, h.URL), dir, models.Graph))
	says(t, err, "permission denied")
	same(t, dir, before)
}

// TestWhatASwapLeaves: a kill behind the exchange leaves the old profile as the stage; the next change takes what it can use from it and
// writes through no link into the new one.
func TestWhatASwapLeaves(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic, models.Graph)); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	s := &stage{dir: dir, root: stageOf(dir)}
	for name := range before {
		if err := s.link(filepath.FromSlash(name)); err != nil {
			t.Fatal(err)
		}
	}
	o := options(web(t, h.URL), dir, models.Semantic)
	o.Wants[0].Precision = models.PrecisionInt8
	p, err := MakePlan(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(context.Background(), func(ctx context.Context, root string, fetched []Item, kept []models.Model, pins map[string]Pin) error {
		if err := pretend(ctx, root, fetched, kept, pins); err != nil {
			return err
		}
		same(t, dir, before) // though the new graph has been written
		return nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic, models.Graph)
}

func TestRemove(t *testing.T) {
	h := startHub(t)
	for name, c := range map[string]struct {
		spaces models.Set
		left   []models.Space
		words  []string
	}{
		"one":           {models.SetOf(models.Semantic), []models.Space{models.Graph}, nil},
		"all":           {0, nil, nil},
		"all, by name":  {models.SetOf(models.Semantic, models.Graph), nil, nil},
		"one not there": {models.SetOf(models.Code), []models.Space{models.Semantic, models.Graph}, []string{"E7", "E1", "E8"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "full")
			if _, err := pull(options(web(t, h.URL), dir, models.Semantic, models.Graph)); err != nil {
				t.Fatal(err)
			}
			err := Remove(context.Background(), dir, c.spaces, pretend)
			if c.words != nil {
				says(t, err, c.words...)
			} else if err != nil {
				t.Fatal(err)
			}
			if c.left == nil {
				if _, err := os.Stat(dir); err == nil {
					t.Error("the folder is still there")
				}
				return
			}
			whole(t, dir, c.left...)
		})
	}
}

// TestRemoveWhatABrokenOffPullLeft: gigabytes nobody wants any more.
func TestRemoveWhatABrokenOffPullLeft(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	breakOff(t, h, options(web(t, h.URL), dir, models.Semantic), 1000)
	if err := Remove(context.Background(), dir, 0, pretend); err != nil {
		t.Fatal(err)
	}
	if isDir(stageOf(dir)) {
		t.Error("the stage is still there")
	}
	says(t, Remove(context.Background(), dir, 0, pretend), "nothing that was pulled")
}

// TestVerify names every file that differs, and what was changed by hand.
func TestVerify(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic, models.Graph)); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if n, err := Files(dir); err != nil || n != 13 { // 5 of each repository, 2 graphs, the manifest
		t.Errorf("%d files: %v", n, err)
	}
	damage(t, filepath.Join(dir, "E8", "config.json"))
	damage(t, filepath.Join(dir, "E1", "graph.onnx"))
	says(t, Verify(ctx, dir, nil), "E8/config.json", "E1/graph.onnx", "sha256", "asterism models pull")
	if err := os.Remove(filepath.Join(dir, "E8", "config.json")); err != nil {
		t.Fatal(err)
	}
	says(t, Verify(ctx, dir, nil), "E8/config.json", "no such file")
	path := filepath.Join(dir, models.ManifestName)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(b, ' '), 0o644); err != nil {
		t.Fatal(err)
	}
	says(t, Verify(ctx, dir, nil), models.ManifestName+": sha256")
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := Verify(cancelled, dir, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
