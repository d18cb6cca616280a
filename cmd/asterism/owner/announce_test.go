package owner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOneServerAtATimeIsAnnounced(t *testing.T) {
	data := t.TempDir()
	first, err := Announce(data, Announcement{URL: FromHere("http://[::]:7737/mcp")})
	if err != nil {
		t.Fatal(err)
	}
	second, err := Announce(data, Announcement{URL: "http://127.0.0.1:7738/mcp"})
	if err != nil {
		t.Fatal(err)
	}
	second()
	found, err := FindServer(data)
	if err != nil || found == nil || found.URL != "http://localhost:7737/mcp" || found.PID != os.Getpid() || found.Started.IsZero() {
		t.Errorf("found %+v, %v; want the first server at localhost", found, err)
	}
	first()
	if found, err := FindServer(data); err != nil || found != nil {
		t.Errorf("found %+v, %v after it withdrew", found, err)
	}
	if left, err := os.ReadDir(data); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// givenAway makes a file belong to another user, if that is possible.
func givenAway(t *testing.T, path string) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return false
	}
	err := os.Chown(path, nobody, nobody)
	if err != nil && !notHere(err) {
		t.Fatal(err)
	}
	return err == nil
}

// TestWhoseAnnouncementIsBelieved: a server's address is in a file, and the token is sent to that address.
func TestWhoseAnnouncementIsBelieved(t *testing.T) {
	self := os.Geteuid()
	for _, c := range []struct {
		user, folder int
		want         bool
	}{{self, self, true}, {0, self, true}, {self + 1, self, false}, {self + 1, self + 1, true}, {self + 1, self + 2, false}, {-1, self, false}} {
		if got := ours(c.user, c.folder); got != c.want {
			t.Errorf("of user %d in user %d's directory: %v", c.user, c.folder, got)
		}
	}
	data := t.TempDir()
	withdraw, err := Announce(data, Announcement{URL: "http://127.0.0.1:1/mcp"})
	if err != nil {
		t.Fatal(err)
	}
	defer withdraw()
	if found, err := FindServer(data); err != nil || found == nil {
		t.Errorf("this user's own: %v %v", found, err)
	}
	if !givenAway(t, filepath.Join(data, AnnounceFile)) {
		return // the table above says whose is accepted
	}
	if found, err := FindServer(data); err == nil || !strings.Contains(err.Error(), "do not trust it") {
		t.Errorf("another user's: %+v %v", found, err)
	}
}
