package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"asterism/cmd/asterism/owner"
)

// withUmask sets the umask, which the program's processes inherit, until the test ends.
func withUmask(t *testing.T, mask int) {
	t.Helper()
	before := syscall.Umask(mask)
	t.Cleanup(func() { syscall.Umask(before) })
}

// folder makes a folder with permissions, whatever the umask.
func folder(t *testing.T, path string, mode fs.FileMode) string {
	t.Helper()
	if err := errors.Join(os.MkdirAll(path, 0o700), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
	return path
}

// open returns the files and folders in a folder that other users can reach and have any right on, except the known ones.
func open(root string, known map[string]bool) map[string]fs.FileMode {
	found := map[string]fs.FileMode{}
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it has gone meanwhile
		}
		info, err := d.Info()
		switch {
		case err != nil || d.Type() == fs.ModeSymlink:
			return nil
		case d.IsDir() && (info.Mode().Perm()&0o077) == 0:
			return fs.SkipDir // other users cannot reach its contents
		case (info.Mode().Perm()&0o077) != 0 && !known[path]:
			found[path] = info.Mode()
		}
		return nil
	})
	return found
}

// watchOpen checks a folder repeatedly while commands run, so that files that are open only for a moment are seen as well. The returned function ends that and returns everything
// seen.
func watchOpen(root string) (seen func() map[string]fs.FileMode) {
	known := map[string]bool{}
	for path := range open(root, nil) {
		known[path] = true
	}
	stop, all := make(chan struct{}), make(chan map[string]fs.FileMode)
	go func() {
		found := map[string]fs.FileMode{}
		for {
			maps.Copy(found, open(root, known))
			select {
			case <-stop:
				maps.Copy(found, open(root, known))
				all <- found
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() map[string]fs.FileMode { close(stop); return <-all }
}

// TestNothingIsOpenToOthers: under umask 000, and in a data directory that others can enter, every file and folder of the program is closed to them from its creation on. Only a
// chart, which is made to be shown, has the permissions of the umask.
func TestNothingIsOpenToOthers(t *testing.T) {
	withUmask(t, 0)
	root := folder(t, filepath.Join(t.TempDir(), "all"), 0o755)
	in := func(names ...string) string { return filepath.Join(append([]string{root}, names...)...) }
	data, home := folder(t, in("data"), 0o755), folder(t, in("home"), 0o755)
	t.Setenv("HOME", home)
	t.Setenv("TMPDIR", folder(t, in("tmp"), 0o755))
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	config, chart := filepath.Join(folder(t, in("project", ".cursor"), 0o755), "mcp.json"), filepath.Join(t.TempDir(), "drift.svg")
	folder(t, in("project"), 0o755)
	if err := os.WriteFile(config, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(config, 0o644); err != nil {
		t.Fatal(err)
	}
	url, tools := toolServer(t)
	tools.Store(twoTools)
	seen := watchOpen(root)

	ok(t, data, "remember", "the lamp in the hall is green", "--why", "test")
	ok(t, data, "drift", "--timeframe", "all", "--plot", chart)
	ok(t, data, "mcp", "pin", "files", url)
	ok(t, data, "backup", "create", in("archive"))
	ok(t, in("copy"), "backup", "restore", in("archive"))
	ok(t, data, "export", in("lamps.jsonl"))
	ok(t, data, "meta", "export", in("learned"))
	if out, errs, code := run(t, data, "doctor"); code != 2 || !strings.Contains(out, "BAD  folder") || !strings.Contains(out, "chmod 700 "+data) || strings.Contains(errs, "data directory") {
		t.Errorf("doctor: exit code %d\n%s%s", code, out, errs)
	}
	_, server := serving(t, data, "--backups", in("served"))
	for _, args := range [][]string{{"remember", "the lamp in the yard is blue", "--why", "test"}, {"backup", "create"}} {
		out, errs, code := run(t, data, args...)
		for strings.Contains(errs, "warming up") {
			out, errs, code = run(t, data, args...)
		}
		if code != 0 {
			t.Fatalf("asterism %s: %s%s", strings.Join(args, " "), out, errs)
		}
	}
	ok(t, data, "setup", "cursor", "--http", "--project", in("project"), "--yes")
	socket := false
	if found, err := owner.FindServer(data); err == nil && found != nil {
		_, err = os.Stat(found.Socket)
		socket = err == nil
	}
	end(t, server)
	ok(t, data, "--profile", "full", "--models", otherModels(t), "reembed", "--offline")

	found := seen()
	for _, path := range slices.Sorted(maps.Keys(found)) {
		t.Errorf("%s is open to other users: %s", path, found[path])
	}
	made := []string{config, in("lamps.jsonl"), in("learned"), in("copy", "CURRENT"), in("archive", "ARCHIVE"), in("served", "ARCHIVE"), filepath.Join(data, "token"), filepath.Join(data, "pins", "files.json")}
	for _, path := range made { // otherwise the test would have checked nothing
		if info, err := os.Stat(path); err != nil {
			t.Error(err)
		} else if (info.Mode().Perm() & 0o077) != 0 {
			t.Errorf("%s is open to other users at the end: %s", path, info.Mode())
		}
	}
	if kept, err := filepath.Glob(config + ".before-asterism-*"); len(kept) != 1 || !socket {
		t.Errorf("a configuration kept %v, %v; a socket while the server ran: %v", kept, err, socket)
	}
	if info, err := os.Stat(chart); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the chart: %v %v, want 0644", info.Mode(), err)
	}
}

// TestADataDirectoryIsMadeForItsOwnerAlone. One with other permissions is refused or causes a warning, which says what to do.
func TestADataDirectoryIsMadeForItsOwnerAlone(t *testing.T) {
	withUmask(t, 0)
	made := filepath.Join(t.TempDir(), "s")
	if _, errs, code := run(t, made, "remember", "x", "--why", "y"); code != 0 || errs != "" {
		t.Errorf("exit code %d: %s", code, errs)
	}
	if info, err := os.Stat(made); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("it was made with %v, %v; want 0700", info.Mode(), err)
	}
	for mode, c := range map[fs.FileMode]struct {
		code int
		says string
	}{
		0o700: {0, ""},
		0o500: {0, ""},
		0o711: {0, "can be entered or listed by other users (mode 0711): chmod 700 "},
		0o740: {0, "can be entered or listed by other users (mode 0740): chmod 700 "},
		0o755: {0, "can be entered or listed by other users (mode 0755): chmod 700 "},
		0o770: {0, "can be written by its group (mode 0770), whose members can replace what is stored there: chmod 700 "},
		0o775: {0, "can be written by its group (mode 0775)"},
		0o777: {1, "can be written by every user of this machine (mode 0777)"},
		0o702: {1, "can be written by every user of this machine (mode 0702)"},
	} {
		data := folder(t, filepath.Join(t.TempDir(), fmt.Sprintf("%o", mode)), mode)
		_, errs, code := run(t, data, "dashboard") // it finds no server, and creates nothing
		refused := strings.Contains(errs, "can be written by every user") && !strings.Contains(errs, "no server serves")
		if code != 1 || refused != (c.code == 1) || !strings.Contains(errs, c.says) || c.says == "" && strings.Contains(errs, "data directory") {
			t.Errorf("%04o: exit code %d: %s", mode, code, errs)
		}
		if made, err := os.ReadDir(data); err != nil || len(made) > 0 {
			t.Errorf("%04o: made %v, %v", mode, made, err)
		}
	}
}

// TestADirectoryThatAllCanWrite is refused by every command that uses it, with the command's exit code for a failure. Other commands ignore it.
func TestADirectoryThatAllCanWrite(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine")
	archive := filepath.Join(t.TempDir(), "archive")
	ok(t, mine, "remember", "x", "--why", "y")
	ok(t, mine, "backup", "create", archive)
	data := folder(t, filepath.Join(t.TempDir(), "s"), 0o777)
	for _, c := range []struct {
		code int
		told bool
		args []string
	}{
		{1, true, []string{"remember", "x", "--why", "y"}}, {1, true, []string{"serve"}}, {1, true, []string{"list"}},
		{1, true, []string{"check"}}, {1, true, []string{"purge"}}, {1, true, []string{"reembed"}}, {1, true, []string{"backup", "create", archive}}, {1, true, []string{"setup", "cursor", "--print"}},
		{2, true, []string{"mcp", "check", "x"}},        // 1 means drift
		{2, true, []string{"doctor"}},                   // something needs attention
		{0, true, []string{"hook", "post-tool"}},        // a hook must not block anything
		{0, false, []string{"backup", "list", archive}}, // uses no data directory
		{0, false, []string{"version"}},                 // uses no data directory either
		{0, false, []string{"help", "serve"}},           // uses no data directory either
		{0, false, []string{"completion", "bash"}},      // uses no data directory either
		{0, false, []string{"models", "list"}},          // uses no data directory either
	} {
		out, errs, code := run(t, data, c.args...)
		if told := strings.Contains(out+errs, "can be written by every user"); code != c.code || told != c.told {
			t.Errorf("asterism %s: exit code %d, want %d\n%s%s", strings.Join(c.args, " "), code, c.code, out, errs)
		}
	}
	if made, err := os.ReadDir(data); err != nil || len(made) > 0 {
		t.Errorf("made: %v %v", made, err)
	}
	empty := folder(t, filepath.Join(t.TempDir(), "s"), 0o777)
	ok(t, empty, "backup", "restore", archive)
	if info, err := os.Stat(empty); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("restored into a directory of mode %v, %v; want 0700", info.Mode(), err)
	}
}

// TestNoAdviceOnAFolderOfOthers: the permissions of a folder that is no data directory do not matter here, and must not be changed.
func TestNoAdviceOnAFolderOfOthers(t *testing.T) {
	for _, mode := range []fs.FileMode{0o755, 0o775, 0o777} {
		other := folder(t, filepath.Join(t.TempDir(), "etc"), mode)
		if err := os.WriteFile(filepath.Join(other, "passwd"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, errs, code := run(t, other, "list"); code != 1 || !strings.Contains(errs, "is no data directory, and holds other files: passwd") || strings.Contains(errs, "chmod") {
			t.Errorf("%04o: exit code %d: %s", mode, code, errs)
		}
	}
}
