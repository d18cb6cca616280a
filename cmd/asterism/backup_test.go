package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestBackupComesBack: a store, with its pins, is restored as it was at each of two backups. Nothing is overwritten, and damage is reported.
func TestBackupComesBack(t *testing.T) {
	dir := t.TempDir()
	data, archive := filepath.Join(dir, "store"), filepath.Join(dir, "archive")
	if _, out, code := run(t, data, "backup", "create", archive); code == 0 || !strings.Contains(out, "--data") {
		t.Errorf("a backup of nothing: exit %d: %s", code, out)
	}
	ok(t, data, "remember", "The kettle is in the lab", "--why", "tea")
	if err := os.Mkdir(filepath.Join(data, "pins"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(data, "pins", "one.json"), "{}")
	write(t, filepath.Join(data, "token"), "secret")
	first := asJSON(t, ok(t, data, "--json", "backup", "create", archive))
	ok(t, data, "remember", "The ladder is in the hall", "--why", "lamps")
	ok(t, data, "backup", "create", archive)
	if out := ok(t, data, "backup", "list", archive); strings.Count(out, "\n") != 2 || !strings.Contains(out, "1 memory") || !strings.Contains(out, "2 memories") {
		t.Errorf("list: %s", out)
	}
	ok(t, data, "backup", "verify", archive)
	old, newest := filepath.Join(dir, "old"), filepath.Join(dir, "newest")
	ok(t, old, "backup", "restore", archive, first["id"].(string))
	ok(t, newest, "backup", "restore", archive)
	for at, memories := range map[string]int{old: 1, newest: 2} {
		if out := ok(t, at, "check"); !strings.Contains(out, "all is well") && !strings.Contains(out, "whole") {
			t.Errorf("check: %s", out)
		}
		if n := len(asJSON(t, ok(t, at, "--json", "list"))["memories"].([]any)); n != memories {
			t.Errorf("%s has %d memories", at, n)
		}
		if out := ok(t, at, "search", "--top", "1", "where is the kettle?"); !strings.Contains(out, "lab") {
			t.Errorf("search: %s", out)
		}
		if _, err := os.Stat(filepath.Join(at, "pins", "one.json")); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(at, "token")); err == nil {
			t.Error("the token was backed up")
		}
	}
	for _, args := range [][]string{{"restore", archive}, {"create", filepath.Join(data, "inside")}, {"create"}, {"verify", archive, "nobody"}, {"remove", archive, "nobody"}, {"remove", archive, ""}, {"list", data}} {
		if _, out, code := run(t, data, append([]string{"backup"}, args...)...); code == 0 || out == "" {
			t.Errorf("%v: exit %d: %s", args, code, out)
		}
	}
	damageArchive(t, archive)
	if _, out, code := run(t, data, "backup", "verify", archive); code == 0 || !strings.Contains(out, "damaged") || !strings.Contains(out, filepath.Join(archive, "files")) || !strings.Contains(out, "in another folder") {
		t.Errorf("a damaged archive: exit %d: %s", code, out)
	}
	if _, out, code := run(t, filepath.Join(dir, "third"), "backup", "restore", archive); code == 0 || !strings.Contains(out, "damaged") || !strings.Contains(out, "asterism backup list "+archive) {
		t.Errorf("restored a damaged archive: exit %d: %s", code, out)
	}
	text := filepath.Join(archive, "backups", first["id"].(string))
	whole, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", archive, first["id"].(string)}, {"restore", archive, first["id"].(string)}} {
		if err := os.WriteFile(text, append([]byte(" "), whole...), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, out, code := run(t, filepath.Join(dir, "fourth"), append([]string{"backup"}, args...)...); code != 1 || !strings.Contains(out, "does not have the hash") || !strings.Contains(out, "asterism backup list "+archive) {
			t.Errorf("%v of a damaged text: exit %d: %s", args, code, out)
		}
	}
	if err := os.WriteFile(text, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "backup", "remove", archive, first["id"].(string))
}

// TestAServerMakesItsBackup in its own folder, also if it is named by its address. Another store is not taken for its own.
func TestAServerMakesItsBackup(t *testing.T) {
	dir := t.TempDir()
	data, archive, mine := filepath.Join(dir, "store"), filepath.Join(dir, "archive"), filepath.Join(dir, "mine")
	ok(t, mine, "remember", "A note of another store", "--why", "to be taken for it")
	address, _ := serving(t, data, "--backups", archive)
	bySocket(t, data, "remember", "The kettle is in the lab", "--why", "tea")
	if out := heard(t, address, data, "backup", "create"); !strings.Contains(out, archive+": 1 memory") {
		t.Errorf("backup create: %s", out)
	}
	if out, errs, code := run(t, data, "--connect", "off", "backup", "create", filepath.Join(dir, "elsewhere")); code == 0 || !strings.Contains(errs, "in use") {
		t.Errorf("beside the server: exit code %d, %s%s", code, out, errs)
	}
	if _, errs, code := run(t, mine, "--connect", address, "backup", "create", filepath.Join(dir, "elsewhere")); code == 0 || !strings.Contains(errs, "leave the folder out") {
		t.Errorf("a server that is named, and a folder: exit code %d, %s", code, errs)
	}
	if _, err := os.Stat(filepath.Join(dir, "elsewhere")); err == nil {
		t.Error("a backup was made of another store, or where the server has no say")
	}
	token, err := os.ReadFile(filepath.Join(data, "token"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASTERISM_TOKEN", strings.TrimSpace(string(token)))
	through(t, address, mine, "--connect", address, "backup", "create")
	if out := ok(t, mine, "backup", "list", archive); strings.Count(out, "1 memory") != 2 {
		t.Errorf("backup list: %s", out)
	}
	ok(t, mine, "backup", "verify", archive)
}

// damageArchive changes a byte of the largest file of an archive.
func damageArchive(t *testing.T, archive string) {
	t.Helper()
	largest, size := "", int64(0)
	err := filepath.Walk(filepath.Join(archive, "files"), func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() && info.Size() > size {
			largest, size = path, info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(largest)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	write(t, largest, string(b))
}

// TestKilledBackup: however a backup is interrupted, earlier and listed ones are complete, and the store is unchanged.
func TestKilledBackup(t *testing.T) {
	dir := t.TempDir()
	data, archive := filepath.Join(dir, "store"), filepath.Join(dir, "archive")
	ok(t, data, "remember", "The kettle is in the lab", "--why", "tea")
	whole := time.Now()
	ok(t, data, "backup", "create", archive)
	took := time.Since(whole)
	for round := range 6 {
		ok(t, data, "remember", "note "+strings.Repeat("x", round+1), "--why", "so that there is something new")
		cmd := program(t.Context(), data, "backup", "create", archive)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(took * time.Duration(5+round) / 10) // near the end, when it writes
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		for line := range strings.Lines(ok(t, data, "backup", "list", archive)) {
			ok(t, data, "backup", "verify", archive, strings.Fields(line)[0])
		}
	}
	ok(t, data, "check")
	if _, err := os.Stat(filepath.Join(data, ".checkpoint")); err == nil {
		ok(t, data, "list") // opening the store removes it
		if _, err := os.Stat(filepath.Join(data, ".checkpoint")); err == nil {
			t.Error("what a killed backup gathered is left")
		}
	}
}
