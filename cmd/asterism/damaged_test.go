package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/models"
)

// TestDamagedVectorsAreComputedAnew does what the owner of a damaged store does: doctor and check name the memory, a search still finds it, reembed repairs it, and doctor then
// reports no fault.
func TestDamagedVectorsAreComputedAnew(t *testing.T) {
	from := filepath.Join(t.TempDir(), "store")
	ok(t, from, "remember", "--why", "it was asked for", "the quokka smiled at the camera")
	data := filepath.Join(t.TempDir(), "damaged")
	id := damageVector(t, from, data)
	if out, said, code := run(t, data, "doctor"); code != 2 || !strings.Contains(out+said, id.String()) {
		t.Errorf("doctor: exit code %d, %s%s", code, out, said)
	}
	if out, said, code := run(t, data, "check"); code != 2 || !strings.Contains(out, "--damaged") {
		t.Errorf("check: exit code %d, %s%s", code, out, said)
	}
	if out := ok(t, data, "search", "quokka that smiled"); !strings.Contains(out, "quokka") {
		t.Errorf("search: %s", out)
	}
	if _, said, code := run(t, data, "backup", "create", filepath.Join(t.TempDir(), "archive")); code != 2 || !strings.Contains(said, "DAMAGED") {
		t.Errorf("backup: exit code %d, %s", code, said)
	}
	if r := asJSON(t, ok(t, data, "--json", "reembed", "--damaged")); r["mended"] != 1.0 || r["memories"] != 1.0 || len(r["damaged"].([]any)) != 0 {
		t.Errorf("reembed: %v", r)
	}
	if out := ok(t, data, "doctor"); strings.Contains(out, id.String()) {
		t.Errorf("doctor, when it is mended: %s", out)
	}
}

// TestAListNamesADamagedText: without a server and through one, list and export show the other memories, and name the one with a damaged text.
func TestAListNamesADamagedText(t *testing.T) {
	from := filepath.Join(t.TempDir(), "store")
	ok(t, from, "remember", "--why", "it was asked for", "the quokka smiled at the camera")
	data := filepath.Join(t.TempDir(), "damaged")
	id := damageText(t, from, data)
	ok(t, data, "remember", "--why", "it was asked for", "the wombat slept in its burrow")
	for _, how := range []string{"alone", "through a server"} {
		if how != "alone" {
			serving(t, data)
		}
		out, said, code := run(t, data, "list")
		if code != 0 || !strings.Contains(out, "wombat") || !strings.Contains(said, id.String()+" is DAMAGED and not shown") {
			t.Errorf("%s, list: exit code %d, %s%s", how, code, out, said)
		}
		r := asJSON(t, ok(t, data, "--json", "list"))
		if lost := r["damaged"].([]any); len(r["memories"].([]any)) != 1 || len(lost) != 1 || lost[0].(map[string]any)["id"] != id.String() {
			t.Errorf("%s, list: %v", how, r)
		}
		out, said, code = run(t, data, "export", "-")
		if code != 2 || !strings.Contains(out, "wombat") || strings.Contains(out, "quokka") || !strings.Contains(said, id.String()+" is DAMAGED and not in the file") {
			t.Errorf("%s, export: exit code %d, %s%s", how, code, out, said)
		}
	}
}

// TestSyncLeavesADamagedMemoryAlone: its file is neither moved away nor stored again, and the others are synced.
func TestSyncLeavesADamagedMemoryAlone(t *testing.T) {
	from := filepath.Join(t.TempDir(), "store")
	dir := vault(t, map[string]string{"quokka.md": "The quokka smiled at the camera."})
	ok(t, from, "sync", dir)
	data := filepath.Join(t.TempDir(), "damaged")
	id := damageText(t, from, data)
	if err := os.CopyFS(filepath.Join(data, "sync"), os.DirFS(filepath.Join(from, "sync"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "wombat.md"), []byte("The wombat slept in its burrow."), 0o600); err != nil {
		t.Fatal(err)
	}
	serving(t, data)
	for range 2 {
		_, said, _ := run(t, data, "sync", dir)
		text, err := os.ReadFile(filepath.Join(dir, "quokka.md"))
		if err != nil || !strings.Contains(string(text), "quokka") || !strings.Contains(said, "left alone: quokka.md: its memory "+id.String()+" is damaged") {
			t.Errorf("%s, %s, error %v", said, text, err)
		}
		if all := stored(t, data); len(all) != 1 || all["The wombat slept in its burrow."] == "" {
			t.Errorf("stored: %v", all)
		}
	}
}

// TestReembedGoesOnWithoutADamagedText: the other memories get vectors of the new models. The damaged one stays without a vector, and every run names it, not only the one that
// found it.
func TestReembedGoesOnWithoutADamagedText(t *testing.T) {
	from := filepath.Join(t.TempDir(), "store")
	ok(t, from, "remember", "--why", "it was asked for", "the quokka smiled at the camera")
	data, folder := filepath.Join(t.TempDir(), "damaged"), otherModels(t)
	id := damageText(t, from, data)
	ok(t, data, "remember", "--why", "it was asked for", "the wombat slept in its burrow")
	next := func(args ...string) []string {
		return append([]string{"--profile", "full", "--models", folder}, args...)
	}
	out, said, code := run(t, data, next("--json", "reembed", "--offline")...)
	if code != 2 || !strings.Contains(said, id.String()+" is DAMAGED and without a vector of the new models") {
		t.Fatalf("reembed: exit code %d, %s%s", code, out, said)
	}
	r := asJSON(t, out)
	if lost := r["damaged"].([]any); r["to"] != "full" || r["embedded"] != 1.0 || r["memories"] != 2.0 || len(lost) != 1 || lost[0].(map[string]any)["id"] != id.String() {
		t.Errorf("report: %v", r)
	}
	if out := ok(t, data, next("search", "wombat in its burrow")...); !strings.Contains(out, "wombat") {
		t.Errorf("search: %s", out)
	}
	out, said, code = run(t, data, next("list")...)
	if code != 0 || !strings.Contains(out, "wombat") || !strings.Contains(said, id.String()) {
		t.Errorf("list: exit code %d, %s%s", code, out, said)
	}
	if out, said, code := run(t, data, next("check")...); code != 2 || strings.Contains(out+said, "lacks its new value") {
		t.Errorf("check: exit code %d, %s%s", code, out, said)
	}
	if said := ok(t, data, next("reembed")...); !strings.Contains(said, "nothing to do") {
		t.Errorf("once more: %s", said)
	}
	if out, said, code := run(t, data, next("reembed", "--damaged")...); code != 2 || !strings.Contains(out, "still damaged: memory "+id.String()+", all of it") {
		t.Errorf("reembed --damaged: exit code %d, %s%s", code, out, said)
	}
}

// damageText copies the files of a store with one memory, and damages the block with its text.
func damageText(t *testing.T, from, to string) (id store.ID) {
	t.Helper()
	ctx := context.Background()
	s, err := rocks.Open(ctx, rocks.Options{Dir: from})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Scan(ctx, store.Range{}, store.Parts{}, func(m *store.Memory) (bool, error) { id = m.ID; return true, nil }); err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{} // by name: a background merge may write other files between two checkpoints
	for {
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
		if err := s.Checkpoint(ctx, to); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(to, "*.sst"))
		i := slices.IndexFunc(files, func(f string) bool { return !tried[f] })
		if err != nil || i < 0 {
			t.Fatal("no file has the text", err)
		}
		tried[files[i]] = true
		b, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		b[8] ^= 4                                                                                                       // in its first block, which has the records
		if err := errors.Join(os.Remove(files[i]), os.WriteFile(files[i], b, 0o600), os.Chmod(to, 0o700)); err != nil { // it may be the same file as the store's
			t.Fatal(err)
		}
		bad, err := rocks.Open(ctx, rocks.Options{Dir: to})
		if err != nil {
			continue
		}
		_, err = bad.Get(ctx, store.Parts{}, id)
		_, lost := bad.Get(ctx, store.Parts{Content: true}, id)
		if bad.Close(); err == nil && errors.Is(lost, store.ErrDamaged) {
			return id
		}
	}
}

// damageVector copies the store's files and changes a bit of the memory's value in E1.
func damageVector(t *testing.T, from, to string) store.ID {
	t.Helper()
	ctx := context.Background()
	s, err := rocks.Open(ctx, rocks.Options{Dir: from})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Checkpoint(ctx, to); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(to, 0o700); err != nil {
		t.Fatal(err)
	}
	var id store.ID
	var value []byte
	err = s.Scan(ctx, store.Range{}, store.Parts{Spaces: models.SetOf(models.Semantic)}, func(m *store.Memory) (bool, error) {
		id = m.ID
		for _, x := range m.Record[models.Semantic].Int8 {
			value = append(value, byte(x))
		}
		return false, nil
	})
	files, globErr := filepath.Glob(filepath.Join(to, "*.sst"))
	if err != nil || globErr != nil || len(value) == 0 {
		t.Fatal(err, globErr)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if at := bytes.Index(b, value); at >= 0 {
			b[at+len(value)/2] ^= 4
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			return id
		}
	}
	t.Fatal("no file has the value")
	return id
}
