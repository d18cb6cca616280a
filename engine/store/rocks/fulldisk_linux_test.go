package rocks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

// TestFullDisk fills a small disk. The call that does not fit returns ErrNoSpace and changes nothing, all acknowledged data
// stays, and the store works again once there is space. The disk is mounted in the child's own mount namespace.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envFull+"="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == exitNoMount {
		t.Skipf("this machine does not allow mounting a small disk: %v %s", err, out)
	}
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
}

const exitNoMount = 77

func fullChild(dir string) error {
	_ = syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64m"); err != nil {
		fmt.Println(err)
		os.Exit(exitNoMount)
	}
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 8<<20), 0o600); err != nil {
		return err
	}
	o := Options{Dir: filepath.Join(dir, "store"), CacheBytes: 8 << 20}
	s, err := Open(context.Background(), o)
	if err != nil {
		return err
	}
	stored, err := fillUp(s)
	if err != nil {
		return err
	}
	fmt.Printf("full after %d memories\n", stored)
	if stored < 100 {
		return fmt.Errorf("the disk counted as full after %d memories", stored)
	}
	if err := whole(s, stored); err != nil {
		return fmt.Errorf("while full: %w", err)
	}
	if err := refusesEntry(s); err != nil {
		return err
	}
	if err := os.Remove(filler); err != nil {
		return err
	}
	began := time.Now()
	for err = errors.New("not tried"); err != nil; {
		if err = s.Apply(context.Background(), suite.Remember(crashMemory(stored, 1))); err != nil && (!errors.Is(err, store.ErrNoSpace) || time.Since(began) > time.Minute) {
			return fmt.Errorf("with room again: %w", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	fmt.Printf("works again %v after there was room\n", time.Since(began).Round(10*time.Millisecond))
	if err := whole(s, stored+1); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	if s, err = Open(context.Background(), o); err != nil {
		return err
	}
	if err := whole(s, stored+1); err != nil {
		return fmt.Errorf("opened again: %w", err)
	}
	return s.Close()
}

// fillUp stores until the disk is full and returns how many memories were acknowledged.
func fillUp(s *Store) (int, error) {
	for n := 0; ; n++ {
		err := s.Apply(context.Background(), suite.Remember(crashMemory(n, 1)))
		if errors.Is(err, store.ErrNoSpace) {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("full disk: %w, want ErrNoSpace", err)
		}
	}
}

// refusesEntry puts an entry that does not fit and checks that nothing of it is stored.
func refusesEntry(s *Store) error {
	ctx := context.Background()
	big := store.Entry{Shelf: store.ShelfUndo, Key: []byte("big"), Value: make([]byte, 8<<20)}
	if err := s.Put(ctx, store.Entry{Shelf: store.ShelfGoals, Key: []byte("beside"), Value: []byte("v")}, big); !errors.Is(err, store.ErrNoSpace) {
		return fmt.Errorf("full disk: put answered %w, want ErrNoSpace", err)
	}
	if _, ok, err := s.Read(ctx, store.ShelfGoals, []byte("beside")); ok || err != nil {
		return fmt.Errorf("full disk: half of a put is there (%v), error %w", ok, err)
	}
	return nil
}

func whole(s *Store, memories int) error {
	report, err := s.Check(context.Background(), nil)
	if err == nil {
		err = report.Err()
	}
	if err == nil && report.Memories != memories {
		err = fmt.Errorf("%d memories, want %d", report.Memories, memories)
	}
	return err
}
