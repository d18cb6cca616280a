package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/fakehub"
	"asterism/models/hub"
)

// standInHub is a mock hub with tiny models of the named spaces, in the catalogue's repositories.
func standInHub(t *testing.T, spaces ...models.Space) *fakehub.Hub {
	t.Helper()
	h := fakehub.New()
	t.Cleanup(h.Close)
	for _, s := range spaces {
		repo := drawnRepo(t, s.Info().Licence, func(dir string) error { return drawn.Write(dir, s, drawn.Tiny, uint64(s)) })
		h.Change(func() { h.Repos[s.Info().Full] = repo }) // another process asks, which imposes no order
	}
	return h
}

// drawnRepo returns a repository with the files that write puts into a folder.
func drawnRepo(t *testing.T, licence string, write func(dir string) error) *fakehub.Repo {
	t.Helper()
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	repo := &fakehub.Repo{Revision: strings.Repeat("c", 40), Licence: licence, Files: map[string][]byte{}}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		repo.Files[filepath.ToSlash(rel)] = b
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

// TestPulledProfileEmbeds does the whole sequence: a hub, a pull of all nine models, memories stored and found with them, a second pull that changes nothing, a removal that is
// refused while they are in use. The weights are random, so hits have no meaning; the test only checks that everything stored is found.
func TestPulledProfileEmbeds(t *testing.T) {
	h := standInHub(t, models.OfOrigin(models.FromModel).Spaces()...)
	data, to := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "models")
	args := []string{"--json", "models", "pull", "--from", h.URL, "--to", to}

	_, errs, code := run(t, data, args...)
	for _, w := range []string{"E6", "naver/splade-cocondenser-ensembledistil", "cc-by-nc-sa-4.0", "forbids commercial use", models.Sparse.Info().Free, "--free", "--accept-licence", "--space E1,E5,E7"} {
		if code != 1 || !strings.Contains(errs, w) {
			t.Errorf("exit code %d, the refusal does not say %q: %s", code, w, errs)
		}
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("a refused pull wrote something")
	}

	args = append(args, "--accept-licence")
	first := asJSON(t, ok(t, data, args...))
	if first["changed"] != true || len(first["spaces"].([]any)) != 9 || first["dir"] != filepath.Join(to, "full") {
		t.Fatalf("pull: %v", first)
	}
	h.Requests()
	if again := asJSON(t, ok(t, data, args...)); again["changed"] != false {
		t.Errorf("again: %v", again)
	}
	for _, r := range h.Requests() {
		if r.Part != fakehub.Info {
			t.Errorf("fetched again: %+v", r)
		}
	}
	full := slices.Clip([]string{"--profile", "full", "--models", to})
	if v := asJSON(t, ok(t, data, append(full, "--json", "models", "verify")...)); v["verified"].(float64) < 60 {
		t.Errorf("verify: %v", v)
	}
	list := asJSON(t, ok(t, data, append(full, "--json", "models", "list")...))
	e1 := list["spaces"].([]any)[0].(map[string]any)
	if e1["Repo"] != "intfloat/e5-large-v2" || e1["Revision"] != strings.Repeat("c", 40) || e1["Licence"] != "mit" || e1["Bytes"].(float64) < 1<<20 {
		t.Errorf("list: %v", e1)
	}

	note := asJSON(t, ok(t, data, append(full, "--json", "remember", "The kettle is in the lab", "--why", "tea")...))
	if note["spaces"].(float64) != 13 {
		t.Errorf("remember: %v", note)
	}
	found := asJSON(t, ok(t, data, append(full, "--json", "search", "kettle")...))
	if hits := found["hits"].([]any); len(hits) != 1 || hits[0].(map[string]any)["id"] != note["id"] {
		t.Errorf("search: %v", found)
	}
	if _, errs, code := run(t, data, "search", "kettle"); code != 1 || !strings.Contains(errs, "reembed") {
		t.Errorf("the store was opened with another profile: exit code %d: %s", code, errs)
	}
	removeWhileServed(t, data, to, full)
}

// removeWhileServed starts a server over the pulled models; they cannot be removed until it ends.
func removeWhileServed(t *testing.T, data, to string, full []string) {
	t.Helper()
	end := serveUntil(t, data, filepath.Join(to, "full", hub.LockName), full)
	remove := append(slices.Clip(full), "models", "remove", "--yes")
	if _, errs, code := run(t, data, remove...); code != 1 || !strings.Contains(errs, hub.ErrInUse.Error()) {
		t.Errorf("exit code %d: %s", code, errs)
	}
	end()
	if _, errs, code := run(t, data, append(full, "models", "remove")...); code != 1 || !strings.Contains(errs, "--yes") {
		t.Errorf("removed without being asked: exit code %d: %s", code, errs)
	}
	ok(t, data, append(slices.Clip(remove), "--space", "E7")...)
	if v := asJSON(t, ok(t, data, append(full, "--json", "models", "list")...)); v["spaces"].([]any)[6].(map[string]any)["Source"] != "" || v["spaces"].([]any)[7].(map[string]any)["Source"] == "" {
		t.Errorf("list without E7: %v", v)
	}
	ok(t, data, append(full, "models", "verify")...)
	ok(t, data, remove...)
	if _, err := os.Stat(filepath.Join(to, "full")); err == nil {
		t.Error("the profile is still there")
	}
}

// serveUntil starts a server over the models and returns when it has loaded them; end ends it.
func serveUntil(t *testing.T, data, lock string, full []string) (end func()) {
	t.Helper()
	server := program(context.Background(), data, append(full, "serve")...)
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	for range 600 {
		f, err := os.Open(lock)
		if err != nil {
			t.Fatal(err)
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return func() {
				_ = in.Close() // the client closes the connection
				if err := server.Wait(); err != nil {
					t.Error(err)
				}
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = server.Process.Kill()
	_ = server.Wait()
	t.Fatal("the server holds no lock on its models")
	return nil
}

// TestKilledPull kills a pull with SIGKILL again and again, at different times. The existing profile stays complete and in use. In the end the pull succeeds without fetching
// everything twice.
func TestKilledPull(t *testing.T) {
	h := standInHub(t, models.Graph, models.Entity, models.LateInteraction)
	data, to := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "models")
	pull := func(spaces string) []string {
		return []string{"models", "pull", "--from", h.URL, "--to", to, "--space", spaces}
	}
	ok(t, data, pull("E12")...)
	verify := []string{"--profile", "full", "--models", to, "models", "verify"}
	lock, err := os.ReadFile(filepath.Join(to, "full", hub.LockName))
	if err != nil {
		t.Fatal(err)
	}
	h.Change(func() { h.Slow = 2 * time.Millisecond })
	kills := 0
	for wait := 40 * time.Millisecond; kills < 25; wait += 40 * time.Millisecond {
		cmd := program(context.Background(), data, pull("E8,E11")...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case <-time.After(wait):
			_ = cmd.Process.Kill()
			<-done
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
		}
		now, err := os.ReadFile(filepath.Join(to, "full", hub.LockName))
		if err != nil {
			t.Fatalf("no lock after a kill: %v", err)
		}
		ok(t, data, verify...)
		if string(now) != string(lock) { // the pull had finished
			break
		}
		kills++
	}
	h.Change(func() { h.Slow = 0 })
	ok(t, data, pull("E8,E11")...)
	ok(t, data, verify...)
	l, err := hub.ReadLock(filepath.Join(to, "full"))
	if err != nil {
		t.Fatal(err)
	}
	if l.Set() != models.SetOf(models.Graph, models.Entity, models.LateInteraction) {
		t.Errorf("the profile has %v", l.Set().Spaces())
	}
	resumed := 0
	for _, r := range h.Requests() {
		if r.Part == fakehub.Store && r.Range != "" {
			resumed++
		}
	}
	t.Logf("%d kills, %d files gone on with", kills, resumed)
	if kills == 0 || resumed == 0 {
		t.Error("no kill hit a pull in the middle of a file")
	}
}

// TestPullMistakes are reported before anything is fetched.
func TestPullMistakes(t *testing.T) {
	h := standInHub(t, models.Graph)
	to := t.TempDir()
	for name, c := range map[string]struct {
		args []string
		says []string
	}{
		"compact":           {[]string{"--profile", "compact"}, []string{"compact comes with the program"}},
		"arithmetic":        {[]string{"--space", "E9"}, []string{"E9", "arithmetic"}},
		"unknown space":     {[]string{"--space", "E14"}, []string{"E14"}},
		"twice":             {[]string{"--space", "E8,E8"}, []string{"E8", "twice"}},
		"precision":         {[]string{"--precision", "fp8"}, []string{"fp8", "int8"}},
		"whose revision":    {[]string{"--revision", "main"}, []string{"--revision main", "E1=main"}},
		"alien revision":    {[]string{"--space", "E8", "--revision", "E7=main"}, []string{"E7=main", "E8"}},
		"unknown revision":  {[]string{"--space", "E8", "--revision", "v9"}, []string{"v9", "no such revision"}},
		"heads of nobody":   {[]string{"--space", "E8", "--heads", "h.safetensors"}, []string{"--heads", "E5"}},
		"no such folder":    {[]string{"--from", to + "/none"}, []string{to + "/none", "neither a folder nor an address"}},
		"not a hub":         {[]string{"--from", "ftp://x"}, []string{"ftp://x"}},
		"unknown to it":     {[]string{"--space", "E1"}, []string{"E1", "intfloat/e5-large-v2", "401"}},
		"unknown argument":  {[]string{"E8"}, []string{"E8"}},
		"remove of nothing": {nil, []string{"nothing that was pulled"}},
	} {
		args := append([]string{"models", "pull", "--from", h.URL, "--to", to}, c.args...)
		if c.args == nil {
			args = []string{"models", "remove", "--yes", "--to", to}
		}
		_, errs, code := run(t, filepath.Join(t.TempDir(), "store"), args...)
		if code != 1 {
			t.Errorf("%s: exit code %d, want 1: %s", name, code, errs)
		}
		for _, s := range c.says {
			if !strings.Contains(errs, s) {
				t.Errorf("%s: the error does not say %q: %s", name, s, errs)
			}
		}
	}
	for _, r := range h.Requests() {
		if r.Part != fakehub.Info {
			t.Errorf("something was fetched: %+v", r)
		}
	}
}

// TestDryRun shows licences and sizes and writes nothing.
func TestDryRun(t *testing.T) {
	h := standInHub(t, models.Graph)
	to := filepath.Join(t.TempDir(), "models")
	out := ok(t, filepath.Join(t.TempDir(), "store"), "models", "pull", "--from", h.URL, "--to", to, "--space", "E8", "--dry-run")
	for _, w := range []string{"E8", "sentence-transformers/paraphrase-MiniLM-L6-v2", "apache-2.0", "MiB", "to be fetched", "int8 products take"} {
		if !strings.Contains(out, w) {
			t.Errorf("%q is not shown: %s", w, out)
		}
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("a dry run wrote something")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	for place, env := range map[string]string{filepath.Join(home, ".asterism", "models", "full"): "", "/somewhere/full": "/somewhere"} {
		t.Setenv(models.DirVariable, env)
		out := asJSON(t, ok(t, filepath.Join(t.TempDir(), "store"), "--json", "models", "pull", "--from", h.URL, "--space", "E8", "--dry-run"))
		if out["dir"] != place || out["dry_run"] != true || out["changed"] != false {
			t.Errorf("want %s: %v", place, out)
		}
	}
}

// TestInt8Profile: the same files in another precision are another model.
func TestInt8Profile(t *testing.T) {
	h := standInHub(t, models.Graph)
	data, to := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "models")
	args := []string{"models", "pull", "--from", h.URL, "--to", to, "--space", "E8", "--precision"}
	hashes := map[[32]byte]bool{}
	for _, p := range []string{models.PrecisionF32, models.PrecisionInt8} {
		ok(t, data, append(args, p)...)
		m, err := models.LoadManifest(filepath.Join(to, "full"))
		if err != nil {
			t.Fatal(err)
		}
		if m.Models[0].Precision != p {
			t.Errorf("precision %q, want %q", m.Models[0].Precision, p)
		}
		hashes[m.Hash(models.Graph)] = true
	}
	if len(hashes) != 2 {
		t.Error("both precisions have one hash")
	}
}
