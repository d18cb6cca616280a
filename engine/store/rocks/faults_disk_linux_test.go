package rocks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// envFault says which fault this test binary, run again as a child, must suffer, and where: "readonly DIR" or "failing DIR".
const envFault = "ASTERISM_TEST_DISK_FAULT"

// A child must start before the tests do, whatever else TestMain handles.
func init() {
	kind, dir, ok := strings.Cut(os.Getenv(envFault), " ")
	switch {
	case !ok:
	case kind == "readonly":
		exitOn(readOnlyChild(dir))
	default:
		exitOn(failingChild(dir))
	}
}

// TestReadOnlyDisk: a store on a read-only mounted disk cannot be opened for writing, and the error gives the reason. It can be read as before, and nothing in
// it changes.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, filepath.Join(dir, "store"))
	mustRemember(t, s, suite.Sample(1), suite.Sample(2))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := faultChild("readonly", dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == exitNoMount {
		t.Skipf("this machine does not allow mounting: %v %s", err, out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s = mustOpen(t, filepath.Join(dir, "store"))
	defer s.Close()
	mustBeWhole(t, s, 2)
}

func faultChild(kind, dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envFault+"="+kind+" "+dir)
	return cmd
}

func readOnlyChild(dir string) error {
	_ = syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
	if err := errors.Join(syscall.Mount(dir, dir, "", syscall.MS_BIND, ""), syscall.Mount("", dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")); err != nil {
		fmt.Println(err)
		os.Exit(exitNoMount)
	}
	o := Options{Dir: filepath.Join(dir, "store"), CacheBytes: 8 << 20}
	s, err := Open(context.Background(), o)
	if err == nil {
		return errors.Join(errors.New("it was opened for writing"), s.Close())
	}
	if !strings.Contains(strings.ToLower(err.Error()), "read-only") {
		return fmt.Errorf("the refusal does not say why: %w", err)
	}
	o.ReadOnly = true
	if s, err = Open(context.Background(), o); err != nil {
		return fmt.Errorf("open for reading: %w", err)
	}
	if err := whole(s, 2); err != nil {
		return err
	}
	if err := s.Apply(context.Background(), suite.Remember(suite.Sample(3))); !errors.Is(err, errReadOnly) {
		return fmt.Errorf("a write answered %w", err)
	}
	return s.Close()
}

// TestFailingDisk: a disk fails in the middle of a write. That call returns an unknown outcome, and later calls return that the store cannot be written. No write is half
// there, and acknowledged data is still readable. Opened again on a working disk, the store accepts writes.
func TestFailingDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, err := faultChild("failing", dir).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var acknowledged int
	if _, err := fmt.Sscanf(string(out), "acknowledged %d", &acknowledged); err != nil || acknowledged == 0 {
		t.Fatalf("the child said %q, %v", out, err)
	}
	s := mustOpen(t, dir)
	defer s.Close()
	report, err := s.Check(context.Background(), nil)
	if err != nil || report.Err() != nil || report.Memories < acknowledged || report.Memories > acknowledged+1 {
		t.Fatalf("check: %+v, %v; want %d memories, or one more whose outcome was unknown", report, err, acknowledged)
	}
	for n := range acknowledged {
		if _, err := store.One(context.Background(), s, suite.Everything, suite.ID(n)); err != nil {
			t.Fatal(err)
		}
	}
	mustRemember(t, s, crashMemory(acknowledged+1, 1))
}

// failingChild limits files to half a megabyte, so that a write of the log fails in the middle. Its last output is the number of acknowledged memories.
func failingChild(dir string) error {
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20})
	if err != nil {
		return err
	}
	const most = 512 << 10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		return err
	}
	acknowledged := 0
	for err == nil {
		if err = s.Apply(context.Background(), suite.Remember(crashMemory(acknowledged, 1))); err == nil {
			acknowledged++
		}
	}
	if !errors.Is(err, store.ErrUnknown) {
		return fmt.Errorf("the disk failed, and the call returned: %w", err)
	}
	for n := range 3 {
		if err := s.Apply(context.Background(), suite.Remember(crashMemory(acknowledged+1+n, 1))); err == nil {
			return errors.New("a write after the failure was acknowledged")
		}
	}
	for n := range acknowledged {
		if _, err := store.One(context.Background(), s, suite.Everything, suite.ID(n)); err != nil {
			return fmt.Errorf("after the failure: %w", err)
		}
	}
	fmt.Printf("acknowledged %d\n", acknowledged)
	os.Exit(0) // as a process that received the error would end; closing would try to write
	return nil
}
