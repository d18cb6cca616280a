package hub

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/models"
	"asterism/models/drawn/fakehub"
)

func TestPull(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "models", "full")
	o := options(web(t, h.URL), dir, models.Semantic, models.Graph)
	p, err := MakePlan(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(dir)); err == nil {
		t.Error("planning wrote something")
	}
	if p.Missing() != p.Bytes() || p.Bytes() < 600_000 {
		t.Errorf("%d of %d bytes are missing, want all", p.Missing(), p.Bytes())
	}
	var last, total int64
	changed, err := p.Run(context.Background(), pretend, func(_ string, d, n int64) { last, total = d, n })
	if err != nil || !changed {
		t.Fatalf("changed %v: %v", changed, err)
	}
	if last != total || total != p.Bytes() {
		t.Errorf("progress ended at %d of %d, want %d", last, total, p.Bytes())
	}
	whole(t, dir, models.Semantic, models.Graph)
	files := snapshot(t, dir)
	for _, repo := range []string{"E1", "E8"} {
		for _, f := range []string{"config.json", "1_Pooling/config.json", "model.safetensors"} {
			if files[repo+"/"+f] == "" {
				t.Errorf("%s/%s is missing", repo, f)
			}
		}
		if files[repo+"/pytorch_model.bin"] != "" {
			t.Error("a pickle was fetched")
		}
	}
	if files["E1/model.safetensors"] != string(h.Repos["team/one"].Files["model.safetensors"]) {
		t.Error("the weights are others")
	}
	lock, err := ReadLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if pin := lock.Spaces["E1"]; pin.Repo != "team/one" || pin.Revision != commitA || pin.Licence != "mit" || pin.Bytes() != p.Items[0].Bytes() {
		t.Errorf("pin: %+v", pin)
	}
}

// TestPullAgain: what is there is neither fetched nor moved to a newer revision; --revision moves it.
func TestPullAgain(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	o := options(web(t, h.URL), dir, models.Semantic)
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	h.Requests()
	if changed, err := pull(o); changed || err != nil {
		t.Fatalf("changed %v: %v", changed, err)
	}
	same(t, dir, before)
	for _, r := range h.Requests() {
		if r.Part != fakehub.Info {
			t.Errorf("fetched again: %+v", r)
		}
	}

	h.Repos["team/one"] = someRepo(9, commitB)
	_, err := pull(o)
	says(t, err, "404", "no such revision", commitA)
	same(t, dir, before)
	o.Wants[0].Revision = "main"
	if changed, err := pull(o); !changed || err != nil {
		t.Fatalf("changed %v: %v", changed, err)
	}
	whole(t, dir, models.Semantic)
	if l, _ := ReadLock(dir); l.Spaces["E1"].Revision != commitB {
		t.Errorf("the lock has revision %s", l.Spaces["E1"].Revision)
	}
}

// TestADamagedFileIsFetchedAgain: pulling what is there verifies it.
func TestADamagedFileIsFetchedAgain(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	o := options(web(t, h.URL), dir, models.Semantic)
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	damage(t, filepath.Join(dir, "E1", "model.safetensors"))
	err := Verify(context.Background(), dir, nil)
	says(t, err, "E1/model.safetensors", "sha256", fakehub.SHA256(h.Repos["team/one"].Files["model.safetensors"]))
	h.Requests()
	if changed, err := pull(o); !changed || err != nil {
		t.Fatalf("changed %v: %v", changed, err)
	}
	whole(t, dir, models.Semantic)
	if n := len(slices.DeleteFunc(h.Requests(), func(r fakehub.Request) bool { return r.Part != fakehub.Store })); n != 1 {
		t.Errorf("%d files were fetched, want the damaged one", n)
	}
}

// TestADamagedManifestIsMadeAgain when all spaces are pulled; those that are not could not be kept, which is said before the first byte.
func TestADamagedManifestIsMadeAgain(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic, models.Graph)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, models.ManifestName), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(web(t, h.URL), dir, models.Graph)
	o.Wants[0].Precision = models.PrecisionInt8
	h.Requests()
	_, err := pull(o)
	says(t, err, "manifest", "pull all of")
	if changed, err := pull(options(web(t, h.URL), dir, models.Semantic, models.Graph)); !changed || err != nil {
		t.Errorf("changed %v: %v", changed, err)
	}
	whole(t, dir, models.Semantic, models.Graph)
	for _, r := range h.Requests() {
		if r.Part != fakehub.Info {
			t.Errorf("fetched again: %+v", r)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, LockName), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = pull(o)
	says(t, err, LockName, "delete the folder "+dir)
}

func damage(t testing.TB, path string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestSubsetsAddUp: a space pulled later joins those that are there, byte for byte and without fetching them again.
func TestSubsetsAddUp(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	h.Requests()
	if _, err := pull(options(web(t, h.URL), dir, models.Graph)); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic, models.Graph)
	for _, r := range h.Requests() {
		if strings.Contains(r.Path, "team/one") {
			t.Errorf("asked for what is there: %+v", r)
		}
	}
	after := snapshot(t, dir)
	for name, b := range before {
		if strings.HasPrefix(name, "E1/") && after[name] != b {
			t.Errorf("%s has changed", name)
		}
	}
}

// TestPrecisionIsConvertedAnew: without a byte from the hub, and without a touch of the profile in use until the end.
func TestPrecisionIsConvertedAnew(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	o := options(web(t, h.URL), dir, models.Semantic)
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	h.Requests()
	o.Wants[0].Precision = models.PrecisionInt8
	p, err := MakePlan(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	failing := func(ctx context.Context, root string, fetched []Item, kept []models.Model, pins map[string]Pin) error {
		return errors.Join(pretend(ctx, root, fetched, kept, pins), errors.New("no such architecture"))
	}
	_, err = p.Run(context.Background(), failing, nil)
	says(t, err, "no such architecture")
	same(t, dir, before)
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
	m, err := models.LoadManifest(dir)
	if err != nil || m.Models[0].Precision != models.PrecisionInt8 {
		t.Errorf("precision %q: %v", m.Models[0].Precision, err)
	}
	for _, r := range h.Requests() {
		if r.Part != fakehub.Info {
			t.Errorf("fetched again: %+v", r)
		}
	}
}

// TestHeads: the operator's own file is pinned like the others.
func TestHeads(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	heads := filepath.Join(t.TempDir(), "mine.safetensors")
	if err := os.WriteFile(heads, []byte("two matrices"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(web(t, h.URL), dir, models.Semantic)
	o.Wants[0].Heads = heads
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
	l, err := ReadLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Spaces["E1"].Heads; got == nil || got.SHA256 != fakehub.SHA256([]byte("two matrices")) {
		t.Errorf("heads: %+v", got)
	}
	o.Wants[0].Heads = "" // those that are pinned stay, in another precision too
	if changed, err := pull(o); changed || err != nil {
		t.Errorf("changed %v: %v", changed, err)
	}
	o.Wants[0].Precision = models.PrecisionInt8
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	o.Wants[0].Precision = ""
	if changed, err := pull(o); changed || err != nil {
		t.Errorf("changed %v: %v", changed, err)
	}
	whole(t, dir, models.Semantic)
	if l, err = ReadLock(dir); err != nil || l.Spaces["E1"].Heads == nil || l.Spaces["E1"].Precision != models.PrecisionInt8 {
		t.Errorf("%+v: %v", l, err)
	}
	damage(t, filepath.Join(dir, "E1", HeadsName))
	says(t, Verify(context.Background(), dir, nil), HeadsName, "sha256")
	o.Wants[0].Heads = filepath.Join(t.TempDir(), "none")
	_, err = pull(o)
	says(t, err, "heads", "none")
}

// TestOnlyOneAtATime: a second pull, or a removal, is refused while one is at work.
func TestOnlyOneAtATime(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	o := options(web(t, h.URL), dir, models.Semantic)
	p, err := MakePlan(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(context.Background(), func(ctx context.Context, root string, fetched []Item, kept []models.Model, pins map[string]Pin) error {
		_, second := pull(o)
		says(t, second, "another `asterism models pull` or remove")
		says(t, Remove(ctx, dir, 0, pretend), "another `asterism models pull` or remove")
		return pretend(ctx, root, fetched, kept, pins)
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
}

// TestAProfileInUseIsNotChanged: who holds it keeps it; what was fetched meanwhile is not lost.
func TestAProfileInUseIsNotChanged(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	p, err := MakePlan(context.Background(), options(web(t, h.URL), dir, models.Graph))
	if err != nil {
		t.Fatal(err)
	}
	var held *os.File
	_, err = p.Run(context.Background(), func(ctx context.Context, root string, fetched []Item, kept []models.Model, pins map[string]Pin) error {
		held, err = Hold(dir) // a server starts in the meantime
		return errors.Join(err, pretend(ctx, root, fetched, kept, pins))
	}, nil)
	if !errors.Is(err, ErrInUse) {
		t.Fatalf("got %v, want %v", err, ErrInUse)
	}
	if err := Remove(context.Background(), dir, 0, pretend); !errors.Is(err, ErrInUse) {
		t.Errorf("remove: %v", err)
	}
	if _, err := pull(options(web(t, h.URL), dir, models.Graph)); !errors.Is(err, ErrInUse) {
		t.Errorf("pull again: %v", err)
	}
	same(t, dir, before)
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := pull(options(web(t, h.URL), dir, models.Graph)); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic, models.Graph)
}

func TestHoldOfAProfileThatNobodyPulled(t *testing.T) {
	if f, err := Hold(t.TempDir()); f != nil || err != nil {
		t.Errorf("got %v, %v", f, err)
	}
}

// TestStrangersAreNotTouched: a folder that holds something else is neither replaced nor removed.
func TestStrangersAreNotTouched(t *testing.T) {
	h := startHub(t)
	for name, file := range map[string]string{"a file of mine": "notes.txt", "models that came with the program": models.ManifestName} {
		dir := filepath.Join(t.TempDir(), "full")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := pull(options(web(t, h.URL), dir, models.Semantic))
		says(t, err, dir)
		says(t, Remove(context.Background(), dir, 0, pretend), dir)
		if got := snapshot(t, dir); len(got) != 1 || got[file] != "mine" {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestAPlanHoldsForOneState: what was planned over another lock is not carried out.
func TestAPlanHoldsForOneState(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	p, err := MakePlan(context.Background(), options(web(t, h.URL), dir, models.Semantic))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pull(options(web(t, h.URL), dir, models.Graph)); err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(context.Background(), pretend, nil)
	says(t, err, "changed since the plan was made")
	whole(t, dir, models.Graph)
}

// TestWhatConversionMustDeliver: a manifest that lists other spaces or other sizes never becomes the profile.
func TestWhatConversionMustDeliver(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	for name, c := range map[string]struct {
		spoil func(root string) error
		words string
	}{
		"no manifest":   {func(root string) error { return os.Remove(filepath.Join(root, models.ManifestName)) }, "read manifest"},
		"a short graph": {func(root string) error { return os.Truncate(filepath.Join(root, "E1", "graph.onnx"), 3) }, "has 3 bytes"},
		"no graph":      {func(root string) error { return os.Remove(filepath.Join(root, "E1", "graph.onnx")) }, "graph.onnx"},
	} {
		p, err := MakePlan(context.Background(), options(web(t, h.URL), dir, models.Semantic))
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Run(context.Background(), func(ctx context.Context, root string, fetched []Item, kept []models.Model, pins map[string]Pin) error {
			return errors.Join(pretend(ctx, root, fetched, kept, pins), c.spoil(root))
		}, nil)
		says(t, err, c.words)
		if isDir(dir) {
			t.Errorf("%s: there is a profile", name)
		}
	}
	p, err := MakePlan(context.Background(), options(web(t, h.URL), dir, models.Semantic, models.Graph))
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(context.Background(), func(ctx context.Context, root string, fetched []Item, kept []models.Model, pins map[string]Pin) error {
		return pretend(ctx, root, fetched[:1], kept, pins)
	}, nil)
	says(t, err, "lists the spaces", "want")
}
