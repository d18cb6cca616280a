package wire

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
)

// otherUser is neither the administrator nor the user that runs the tests.
func otherUser() int { return os.Geteuid() + 1 }

// always reports the same user for every process.
func always(user int, err error) peers {
	return func(*net.UnixConn) (int, error) { return user, err }
}

// TestASocketServesItsOwnUserAlone, whatever the file permissions are: an accepted client gets the first line, others get nothing at all, and the log has it once.
func TestASocketServesItsOwnUserAlone(t *testing.T) {
	for name, c := range map[string]struct {
		who    peers
		served bool
	}{
		"as the kernel says": {peerUser, true},
		"the same user":      {always(os.Geteuid(), nil), true},
		"the administrator":  {always(administrator, nil), true},
		"another user":       {always(otherUser(), nil), false},
		"nobody knows":       {always(os.Geteuid(), errors.ErrUnsupported), false},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			s, _ := counting(Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
			s.peers = c.who
			path, stop := atSocket(t, s)
			want := ""
			if c.served {
				want = welcome
			}
			for range 3 {
				if heard := knock(t, path); heard != want {
					t.Errorf("heard %q, want %q", heard, want)
				}
			}
			stop()
			if told := strings.Count(log.String(), "turned away"); told != 1 && !c.served || told != 0 && c.served {
				t.Errorf("%d words in the log: %s", told, &log)
			}
		})
	}
}

// knock connects without [DialSocket] and its checks, requests the list of tools, and returns the first answer.
func knock(t *testing.T, path string) string {
	t.Helper()
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, request(1, "tools/list", `{}`)+"\n") // a refused client may not get this far
	first := make([]byte, 1)
	n, err := conn.Read(first)
	if err != nil && n > 0 {
		t.Fatal(err)
	}
	return string(first[:n])
}

// TestDialSocketWantsAServerOfItsOwnUser: another user's process that listens at the path gets nothing.
func TestDialSocketWantsAServerOfItsOwnUser(t *testing.T) {
	path, _ := socket(t, Options{})
	for name, c := range map[string]struct {
		who  peers
		also []int
		want error
	}{
		"as the kernel says": {peerUser, nil, nil},
		"the same user":      {always(os.Geteuid(), nil), nil, nil},
		"the administrator":  {always(administrator, nil), nil, nil},
		"another user":       {always(otherUser(), nil), nil, ErrOtherUser},
		"one who is named":   {always(otherUser(), nil), []int{otherUser()}, nil},
		"another is named":   {always(otherUser(), nil), []int{otherUser() + 1}, ErrOtherUser},
		"nobody knows":       {always(os.Geteuid(), errors.ErrUnsupported), nil, errors.ErrUnsupported},
	} {
		conn, err := c.who.dial(path, patience, c.also)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if err == nil {
			_ = conn.Close()
		}
	}
}

// TestBothEndsOfASocketKnowEachOther by what the kernel reports.
func TestBothEndsOfASocketKnowEachOther(t *testing.T) {
	near, far := pair(t)
	defer near.Close()
	for _, conn := range []*net.UnixConn{near, far.conn} {
		if user, err := peerUser(conn); err != nil || user != os.Geteuid() {
			t.Errorf("user %d, %v; want %d", user, err, os.Geteuid())
		}
	}
	_ = near.Close()
	if user, err := peerUser(near); err == nil {
		t.Errorf("of a connection that is closed: user %d", user)
	}
}
