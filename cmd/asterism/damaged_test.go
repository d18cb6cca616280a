package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/models"
)

// TestDamagedVectorsAreComputedAnew walks what an owner of a damaged store does: doctor and check name the memory, a search still finds it, reembed mends it, and doctor is content.
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

// damageVector copies the store's files and changes a bit of the one memory's value in E1.
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
