package network

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestHosts: hosts reach each other, not through a cut link, slowly through a bad one, and again when it is healed. Where no host can be made, the reason has to be said.
func TestHosts(t *testing.T) {
	if err := Available(); err != nil {
		if _, err := New(2, 1); err == nil {
			t.Fatal("a network is made where it is said that none can be")
		}
		t.Log(err)
		return
	}
	w, err := New(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		if out, err := exec.Command("ip", "netns", "list").CombinedOutput(); err != nil || strings.Contains(string(out), w.hosts[0].name) {
			t.Errorf("hosts are left: %s (%v)", out, err)
		}
	}()
	listen(t, w, 0)
	for to := 1; to < 3; to++ {
		if err := ask(w, to, w.Address(0)); err != nil {
			t.Errorf("host %d does not reach host 0: %v", to, err)
		}
	}
	if err := ask(w, 0, "127.0.0.1"); err != nil {
		t.Errorf("a host does not reach its own loopback: %v", err)
	}
	if err := ask(w, 1, "127.0.0.1"); !errors.Is(err, unix.ECONNREFUSED) {
		t.Errorf("the loopback of another host answers: %v", err)
	}
	w.Both(1, 0, Rule{Loss: .1, Twice: .2, Delay: 5 * time.Millisecond})
	if err := ask(w, 1, w.Address(0)); err != nil {
		t.Errorf("through a bad link: %v", err)
	}
	w.Isolate(0)
	cut, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	if conn, err := w.Dial(cut, 1, w.Address(0)+port); err == nil {
		t.Error("host 1 reaches an isolated host", conn.Close())
	}
	w.Heal()
	if err := ask(w, 1, w.Address(0)); err != nil {
		t.Errorf("after healing: %v", err)
	}
}

const port = ":7001"

// listen has a host echo what it is sent.
func listen(t *testing.T, w *Network, host int) {
	t.Helper()
	made := make(chan int, 1)
	go func() {
		runtime.LockOSThread()
		fd, err := socketOn(w.hosts[host].name)
		if err != nil {
			fd = -1
		}
		made <- fd
	}()
	fd := <-made
	f := os.NewFile(uintptr(fd), "listener")
	defer func() { _ = f.Close() }()
	if err := errors.Join(unix.Bind(fd, &unix.SockaddrInet4{Port: 7001}), unix.Listen(fd, 8)); err != nil {
		t.Fatal(err)
	}
	l, err := net.FileListener(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(c, c); _ = c.Close() }()
		}
	}()
}

// ask sends a host 100,000 bytes and wants them back, whole and in order.
func ask(w *Network, from int, address string) error {
	within, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	conn, err := w.Dial(within, from, address+port)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	sent := []byte(strings.Repeat("0123456789", 10_000))
	go func() { _, _ = conn.Write(sent) }()
	got := make([]byte, len(sent))
	if _, err := io.ReadFull(conn, got); err != nil {
		return err
	}
	if !bytes.Equal(got, sent) {
		return errors.New("what came back is something else")
	}
	return nil
}
