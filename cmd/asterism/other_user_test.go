package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/mcp"
	"asterism/mcp/tools"
	"asterism/mcp/wire"
)

// nobody is the user without rights, on the systems that we know.
const nobody = 65534

// asOtherUser makes the test binary act as another user's program, in the folder of the variable.
const asOtherUser = "ASTERISM_TEST_AS_OTHER_USER"

// trespass acts as another user's program: it repeatedly tries every socket that it may find in a data directory, and prints the results. A socket that it can connect to but that
// sends nothing has refused it. It ends with its standard input.
func trespass(data string) {
	over := make(chan struct{})
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); close(over) }()
	var told sync.Map
	tell := func(words string) {
		if _, before := told.LoadOrStore(words, true); !before {
			fmt.Println(words)
		}
	}
	if l, err := net.Listen("unix", filepath.Join(data, "backups", owner.SocketName)); err == nil { // for a client that takes it for its server
		go answerAll(l, tell)
	}
	for {
		select {
		case <-over:
			return
		default:
		}
		for _, path := range []string{filepath.Join(data, owner.SocketName), filepath.Join(data, owner.RunFolder, owner.SocketName)} {
			if words := try(path); words != "" {
				tell(words + " " + path)
			}
		}
	}
}

// answerAll acts as a server for any client, and prints the requests.
func answerAll(l net.Listener, tell func(string)) {
	tell("listening")
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			_, _ = io.WriteString(conn, "\n")
			if n, _ := conn.Read(make([]byte, 1)); n > 0 {
				tell("asked")
			}
		}()
	}
}

// try connects to a socket, requests its tools, and prints the result; nothing if it could not connect.
func try(path string) string {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return ""
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second)) // a server that is ending accepts no more connections
	_, _ = io.WriteString(conn, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n")
	if n, _ := conn.Read(make([]byte, 1)); n > 0 {
		return "heard"
	}
	return "turned away"
}

// otherUser is another user's running program.
type otherUser struct {
	t    *testing.T
	in   io.Closer
	mu   sync.Mutex
	said map[string]bool
	end  chan struct{}
}

// skipHere skips if a process cannot become, or start, another user's: it is not the administrator's, or the container has only one user.
func skipHere(err error) bool { return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) }

// letIn starts one that can enter a data directory; nil if this process cannot start another user's program.
func letIn(t *testing.T, data string) *otherUser {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	program := os.Args[0]
	if runtime.GOOS == "linux" {
		program = "/proc/self/exe" // another user cannot read the binary's folder
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, program)
	cmd.Env, cmd.Dir, cmd.Stderr = append(os.Environ(), asOtherUser+"="+data), "/", os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		if skipHere(err) {
			return nil
		}
		t.Fatal(err)
	}
	s := &otherUser{t: t, in: in, said: map[string]bool{}, end: make(chan struct{})}
	go func() {
		defer close(s.end)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			s.mu.Lock()
			s.said[lines.Text()] = true
			s.mu.Unlock()
		}
	}()
	t.Cleanup(func() {
		_ = in.Close()
		<-s.end
		_ = cmd.Wait()
	})
	return s
}

func (s *otherUser) has(words string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said[words]
}

// waitFor waits until it has printed something.
func (s *otherUser) waitFor(words string) {
	s.t.Helper()
	for !s.has(words) {
		if s.saidNothing(); s.t.Failed() {
			s.t.FailNow()
		}
		select {
		case <-s.end:
			s.t.Fatalf("the other user's program ended and did not say %q", words)
		case <-time.After(time.Millisecond):
		}
	}
}

// saidNothing fails if a socket of ours has sent it anything.
func (s *otherUser) saidNothing() {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for words := range s.said {
		if strings.HasPrefix(words, "heard ") || words == "asked" {
			s.t.Errorf("another user: %s", words)
		}
	}
}

// enterable returns a data directory that every user can enter, and a folder in it in which every user can write.
func enterable(t *testing.T) (data string) {
	t.Helper()
	above, err := os.MkdirTemp("/tmp", "asterism-open-") // the folder of t is closed to others
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(above) })
	data = folder(t, filepath.Join(above, "data"), 0o755)
	folder(t, above, 0o755)
	folder(t, filepath.Join(data, "backups"), 0o777)
	return data
}

// idle is a server whose engine never becomes ready.
func idle(t *testing.T) *mcp.Server {
	t.Helper()
	s, err := mcp.New(mcp.Options{EndGrace: time.Millisecond, Engine: func(ctx context.Context) (*tools.Engine, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// makings is how often a socket is created while another user tries to connect first: there are some microseconds between its creation and its permissions.
const makings = 2000

// TestASocketIsNeverOpenToOthers: it is created in a folder that only its owner can enter, under any umask and in a data directory that others can enter. If the tests run as the
// administrator, another user tries meanwhile, and again after the folder and the socket were opened by mistake. A client does not take that user's socket for its server's.
func TestASocketIsNeverOpenToOthers(t *testing.T) {
	withUmask(t, 0)
	data := enterable(t)
	control, err := net.Listen("unix", filepath.Join(data, owner.SocketName))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for conn, err := control.Accept(); err == nil; conn, err = control.Accept() {
			_ = conn.Close()
		}
	}()
	other := letIn(t, data)
	if other != nil {
		other.waitFor("turned away " + filepath.Join(data, owner.SocketName)) // so it can enter, and finds something to connect to
	}
	_ = control.Close()
	server := idle(t)
	for range makings {
		l, tidy, err := owner.ListenSocket(data, owner.SocketName)
		if err != nil {
			t.Fatal(err)
		}
		path := l.Addr().String()
		info, err := os.Lstat(filepath.Dir(path))
		if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 || int(info.Sys().(*syscall.Stat_t).Uid) != os.Geteuid() {
			t.Fatalf("the folder of the socket: %v %v, want 0700", info.Mode(), err)
		}
		ctx, end := context.WithCancel(t.Context())
		served := make(chan struct{})
		go func() { defer close(served); server.ServeSocket(ctx, l) }()
		if conn, err := owner.DialSocket(data, path); err != nil {
			t.Fatal(err)
		} else {
			_ = conn.Close()
		}
		end()
		<-served
		tidy()
	}
	if other == nil {
		return // there is no other user; package wire tests the check with invented users
	}
	other.saidNothing()

	a := assist(t, data)
	a.mustRemember("the lamp of the owner is green")
	path := filepath.Join(data, owner.RunFolder, owner.SocketName)
	folder(t, filepath.Dir(path), 0o755)
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	other.waitFor("turned away " + path)
	if second := assist(t, data); !second.finds("the lamp of the owner is green") {
		t.Error("the same user is turned away")
	}
	other.waitFor("listening")
	if conn, err := owner.DialSocket(data, filepath.Join(data, "backups", owner.SocketName)); !errors.Is(err, wire.ErrOtherUser) {
		t.Errorf("another user's socket: %v, %v", conn, err)
	}
	other.saidNothing()
}
