package rocks

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// asNobody makes the test binary open the store in the named folder as a user without rights.
const asNobody = "ASTERISM_TEST_OPEN_AS_NOBODY"

// TestAFileOfAnotherUser: a store with files that its user may not read, as after a command run by root, is not treated as a read-only store. The error names the file, and its hint says
// how to repair it. After the file's owner is changed back all data is there.
func TestAFileOfAnotherUser(t *testing.T) {
	if dir := os.Getenv(asNobody); dir != "" {
		s, err := Open(context.Background(), Options{Dir: dir})
		if err == nil {
			defer s.Close()
			t.Log("opened")
			return
		}
		var failure *fault.Error
		t.Logf("forbidden %v, read only %v, hint %v: %v", errors.Is(err, store.ErrForbidden), errors.Is(err, store.ErrReadOnly), errors.As(fault.Storage("open store", err), &failure) && strings.Contains(failure.Hint, "chown"), err)
		return
	}
	if os.Getuid() != 0 {
		t.Log("only root can be another user too")
		return
	}
	base, err := os.MkdirTemp("", "asterism-forbidden-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(base)
	program, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	dir, binary := filepath.Join(base, "store"), filepath.Join(base, "test")
	if err := errors.Join(os.Chmod(base, 0o755), os.WriteFile(binary, program, 0o755)); err != nil {
		t.Fatal(err)
	}
	s := mustOpen(t, dir)
	mustRemember(t, s, suite.Sample(1))
	if err := s.d.flush(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	const nobody = 65534
	give := func() {
		t.Helper()
		if err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			return errors.Join(err, os.Chown(path, nobody, nobody))
		}); err != nil {
			t.Fatal(err)
		}
	}
	opens := func() string {
		cmd := exec.Command(binary, "-test.run", "^TestAFileOfAnotherUser$", "-test.v")
		cmd.Env, cmd.Dir = append(os.Environ(), asNobody+"="+dir), base
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	for _, pattern := range []string{"CURRENT", "*.sst"} {
		give()
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		if err := errors.Join(os.Chown(files[0], 0, 0), os.Chmod(files[0], 0o600)); err != nil {
			t.Fatal(err)
		}
		if out := opens(); !strings.Contains(out, "forbidden true, read only false, hint true") || !strings.Contains(out, files[0]) {
			t.Errorf("%s: %s", pattern, out)
		}
		give()
		if out := opens(); !strings.Contains(out, "opened") {
			t.Errorf("%s, given back: %s", pattern, out)
		}
	}
}
