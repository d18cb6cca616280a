package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"asterism/engine/store"
)

// envReadOnly contains, for a child of the tests, a store's folder that it mounts read-only.
const envReadOnly = "ASTERISM_TEST_READ_ONLY"

// exitNoMount is the exit status if this machine does not allow mounting.
const exitNoMount = 77

// TestReadsAStoreThatCannotBeWritten checks that on a read-only disk everything can be read and found, and that every change says why it fails.
func TestReadsAStoreThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	remember(t, e, notesOf(breadNotes...)...)
	shut(t, e)
	cmd := exec.Command(os.Args[0], "-test.run", "TestInAReadOnlyFolder$")
	cmd.Env = append(os.Environ(), envReadOnly+"="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == exitNoMount {
		t.Logf("this machine lets nobody mount: %v %s", err, out)
		return
	}
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// TestInAReadOnlyFolder is the child.
func TestInAReadOnlyFolder(t *testing.T) {
	dir := os.Getenv(envReadOnly)
	if dir == "" {
		return // only the other test starts it
	}
	_ = syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
	if err := errors.Join(syscall.Mount(dir, dir, "", syscall.MS_BIND, ""), syscall.Mount("", dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")); err != nil {
		fmt.Println(err)
		os.Exit(exitNoMount)
	}
	ctx := context.Background()
	if _, err := Open(ctx, Config{Data: dir, ModelsLater: true}); !errors.Is(err, store.ErrReadOnly) {
		t.Fatalf("open to write: error %v", err)
	}
	e, err := Open(ctx, Config{Data: dir, ModelsLater: true, IndexLater: true, ReadAnyway: true})
	if err != nil {
		t.Fatal(err)
	}
	if why := OnlyReads(e); !errors.Is(why, store.ErrReadOnly) {
		t.Errorf("it says that it reads alone because of %v", why)
	}
	s, err := e.Status(ctx)
	if err != nil || len(s.Background) != 1 || s.Background[0].Name != "workspace" || !strings.Contains(s.Store.Refuses, "it is only read: ") {
		t.Errorf("status: works unasked %+v, refuses %q, error %v", s.Background, s.Store.Refuses, err)
	}
	if _, err := e.Autonomous(ctx, StatusQuestion{}); err != nil {
		t.Errorf("the whole state: %v", err)
	}
	page, err := e.List(ctx, ListQuestion{})
	if err != nil || len(page.Memories) != len(breadNotes) {
		t.Fatalf("list: %+v, error %v", page, err)
	}
	if _, err := e.Get(ctx, page.Memories[0].ID); err != nil {
		t.Errorf("get: %v", err)
	}
	found, err := e.Recall(ctx, Question{Text: breadNotes[1], TopK: 3, Passages: true})
	if err != nil || len(found.Hits) == 0 || found.Hits[0].Memory.Content != breadNotes[1] {
		t.Errorf("search: %+v, error %v", found, err)
	}
	var told *Error
	if _, err := e.Remember(ctx, Note{Content: "something new", Rationale: "a test"}); !errors.Is(err, store.ErrReadOnly) || !errors.As(err, &told) || told.Hint == "" {
		t.Errorf("remember: error %v", err)
	}
	if _, err := e.Forget(ctx, page.Memories[0].ID, false); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("forget: error %v", err)
	}
	if err := e.Close(ctx); err != nil {
		t.Errorf("close: %v", err)
	}
}
