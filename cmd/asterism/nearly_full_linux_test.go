package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// envNearlyFull is the folder on which a child of the tests mounts a small disk.
const envNearlyFull = "ASTERISM_TEST_NEARLY_FULL"

// exitNoMount means that this machine does not allow mounts.
const exitNoMount = 77

// TestANearlyFullDiskIsTold: if a store can be opened but accepts no new memories, doctor, status, health and /readyz say so. If it can only be read, nothing tries to write.
func TestANearlyFullDiskIsTold(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run", "TestOnANearlyFullDisk$", "-test.v")
	cmd.Env = append(os.Environ(), envNearlyFull+"="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() == exitNoMount { // this user has no namespaces, or no mounts in them
		t.Logf("this machine lets nobody mount: %v %s", err, out)
		return
	}
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// TestOnANearlyFullDisk is the child.
func TestOnANearlyFullDisk(t *testing.T) {
	disk := os.Getenv(envNearlyFull)
	if disk == "" {
		return // the other test starts it
	}
	_ = syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=180m,mode=0700"); err != nil {
		t.Log(err)
		os.Exit(exitNoMount)
	}
	data, cache := filepath.Join(disk, "store"), []string{"--store-cache", "512MiB"} // the space that a write needs depends on it
	with := func(args ...string) []string { return append(cache, args...) }
	ok(t, data, with("remember", "Slugs eat lettuce", "--why", "garden")...)
	const refused = "must be for a write"
	if out := ok(t, data, with("doctor")...); strings.Contains(out, refused) {
		t.Errorf("doctor of a disk with room:\n%s", out)
	}
	leaveFree(t, disk, 60<<20)
	if _, errs, code := run(t, data, with("remember", "Snails too", "--why", "garden")...); code != 1 || !strings.Contains(errs, "must be for this write") {
		t.Fatalf("remember on the nearly full disk: exit code %d: %s", code, errs)
	}
	out, _, code := run(t, data, with("doctor")...)
	if code != 2 || !strings.Contains(out, refused) || !strings.Contains(out, "free space on the disk") {
		t.Errorf("doctor alone: exit code %d\n%s", code, out)
	}
	t.Run("served", func(t *testing.T) { toldByTheServer(t, data, refused, cache) })
	leaveFree(t, disk, 1<<20)
	onlyRead(t, data, cache)
}

func toldByTheServer(t *testing.T, data, refused string, cache []string) {
	address, _ := serving(t, data, cache...)
	if out := through(t, address, data, "search", "lettuce"); !strings.Contains(out, "Slugs") {
		t.Errorf("a search finds\n%s", out)
	}
	out, _, code := run(t, data, "doctor")
	if code != 2 || !strings.Contains(out, "BAD  store") || !strings.Contains(out, refused) {
		t.Errorf("doctor beside the server: exit code %d\n%s", code, out)
	}
	out = ok(t, data, "status")
	if !strings.Contains(out, "nothing new can be stored: ") || !strings.Contains(out, refused) || !strings.Contains(out, "→") {
		t.Errorf("status:\n%s", out)
	}
	if out := ok(t, data, "health"); !strings.HasPrefix(out, "ready; nothing new can be stored: ") || !strings.Contains(out, refused) {
		t.Errorf("health: %s", out)
	}
	resp, err := http.Get(strings.TrimSuffix(address, "/mcp") + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(body), `"writes_refused":"`) || strings.Contains(string(body), data) {
		t.Errorf("/readyz: %s %s, error %v", resp.Status, body, err)
	}
}

// onlyRead reads the store on a disk that does not allow opening it for writing.
func onlyRead(t *testing.T, data string, cache []string) {
	for _, args := range [][]string{{"list"}, {"search", "lettuce"}, {"status"}, {"workspace"}, {"goal", "list"}, {"meta", "status"}} {
		out, errs, code := run(t, data, append(cache, args...)...)
		if code != 0 || !strings.Contains(errs, "the store is only read") || strings.Contains(errs, "level=") || strings.Contains(out, " fail: ") {
			t.Errorf("%v: exit code %d: %s\n%s", args, code, out, errs)
		}
		if args[0] == "status" && (!strings.Contains(out, "nothing new can be stored: it is only read: ") || strings.Contains(out, "tidying")) {
			t.Errorf("status:\n%s", out)
		}
	}
	if _, errs, code := run(t, data, append(cache, "purge", "--yes")...); code != 1 || !strings.Contains(errs, "free space on the disk") {
		t.Errorf("purge: exit code %d: %s", code, errs)
	}
}

// leaveFree fills the disk until so many bytes are free.
func leaveFree(t *testing.T, disk string, free uint64) {
	t.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(disk, &s); err != nil {
		t.Fatal(err)
	}
	now := s.Bavail * uint64(s.Bsize)
	if now < free {
		t.Fatalf("%d bytes are free, want %d or more", now, free)
	}
	f, err := os.OpenFile(filepath.Join(disk, "filler"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Write(make([]byte, now-free))
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
