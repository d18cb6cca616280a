package shard

import (
	"bufio"
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
	"asterism/engine/store/rocks"
	"asterism/engine/store/suite"

	"github.com/nats-io/nats.go"
)

// envFull makes a child lead with its store on a small disk.
const envFull = "ASTERISM_TEST_SHARD_FULL"

func init() { children[envFull] = fullChild }

const exitNoMount = 77

// longLease does not expire on a busy machine: in this test the node must give up leadership, not lose it.
const longLease = 10 * time.Second

// TestAFullDiskOnOneNode: the disk of the leader is full. It stops leading, another node leads, and nothing acknowledged is lost. When there is space again it catches up and is
// equal. The disk is mounted in the child's own namespace.
func TestAFullDiskOnOneNode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	out := filepath.Join(w.dir, "copy")
	cmd := exec.CommandContext(w.ctx, os.Args[0])
	cmd.Env = append(os.Environ(), envFull+"="+out, envDir+"="+t.TempDir(), envServer+"="+w.servers.Connect(0).ConnectedUrl())
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	cmd.Stderr = os.Stderr
	say, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	hear, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); errors.Is(err, syscall.EPERM) {
		t.Skipf("this machine lets nobody mount a small disk: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(hear)
	line := func() string {
		if lines.Scan() {
			return lines.Text()
		}
		if err := cmd.Wait(); cmd.ProcessState.ExitCode() == exitNoMount {
			t.Skip("this machine lets nobody mount a small disk")
		} else {
			t.Fatalf("the child ended: %v", err)
		}
		return ""
	}
	if got := line(); got != "leading" {
		t.Fatal(got)
	}
	c, err := configure(w.ctx, w.servers.Connect(-1), filepath.Join(w.dir, "b"), "b", 1, longLease)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Leases.Close()
	b, err := Open(w.ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	fmt.Fprintln(say, "go")
	var stored int
	if _, err := fmt.Sscanf(line(), "full after %d", &stored); err != nil || stored < 10 {
		t.Fatalf("full after %d entries: %v", stored, err)
	}
	w.await("b leads", func() bool { return b.Role() == Leading })
	for n := range stored {
		if _, ok, err := b.Store().Read(w.ctx, store.ShelfUndo, entryKey(n)); !ok || err != nil {
			t.Fatalf("entry %d is lost, %v", n, err)
		}
	}
	w.remember(b, 1)
	fmt.Fprintln(say, b.Applied())
	if got := line(); got != "equal" {
		t.Fatal(got)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	r, err := rocks.Open(w.ctx, rocks.Options{Dir: out, ReadOnly: true, CacheBytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if d, err := suite.Equal(w.ctx, b.Store(), store.Of(r)); d != "" || err != nil {
		t.Errorf("the node whose disk was full differs: %s (%v)", d, err)
	}
}

func entryKey(n int) []byte { return fmt.Appendf(nil, "%06d", n) }

func fullChild(out string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	disk := os.Getenv(envDir)
	_ = syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, "")
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=64m"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitNoMount)
	}
	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, make([]byte, 16<<20), 0o600); err != nil {
		return err
	}
	nc, err := nats.Connect(os.Getenv(envServer))
	if err != nil {
		return err
	}
	c, err := configure(ctx, nc, filepath.Join(disk, "a"), "a", 0, longLease)
	if err != nil {
		return err
	}
	s, err := Open(ctx, c)
	if err != nil {
		return err
	}
	for s.Role() != Leading {
		if pause(ctx, 10*time.Millisecond); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	in := bufio.NewReader(os.Stdin)
	fmt.Println("leading")
	if _, err := in.ReadString('\n'); err != nil {
		return err
	}
	n := 0
	for ; err == nil; n++ {
		err = s.Store().Put(ctx, store.Entry{Shelf: store.ShelfUndo, Key: entryKey(n), Value: make([]byte, 256<<10)})
	}
	if !errors.Is(err, store.ErrUnknown) { // it is in the log, and this node could not apply it
		return fmt.Errorf("with a full disk: %w", err)
	}
	fmt.Printf("full after %d\n", n-1)
	var place uint64
	if _, err := fmt.Fscanln(in, &place); err != nil {
		return err
	}
	if s.Role() == Leading {
		return errors.New("it leads though its disk is full")
	}
	if err := os.Remove(filler); err != nil {
		return err
	}
	if err := s.WaitFor(ctx, place); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	if err := os.CopyFS(out, os.DirFS(c.Dir)); err != nil {
		return err
	}
	fmt.Println("equal")
	return nil
}
