package owner

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Announcement is the content of serve.json in a data directory: where the server that owns the store listens. The server holds a lock on the file while it lives, and the kernel
// drops the lock when the process ends for any reason. So a file without a lock is stale, even if another process has its number by now, and no token is sent to another program
// that listens at the address of a server that has ended.
type Announcement struct {
	URL     string    `json:"url,omitempty"`    // over HTTP; empty if it serves over standard input and output
	Socket  string    `json:"socket,omitempty"` // path of the socket for other assistants' processes of the same user; empty if there could be none
	Owner   string    `json:"owner,omitempty"`  // path of the socket for this user's own commands, which may do everything; empty if there could be none
	PID     int       `json:"pid"`
	Started time.Time `json:"started"`

	// Certificate is the absolute path of the server's TLS certificate. Commands accept only that certificate.
	Certificate string `json:"certificate,omitempty"`
	// Connections is the server's limit of HTTP connections if it is lower than usual; 0: commands need not care.
	Connections int `json:"connections,omitempty"`
}

// AnnounceFile is the name of the file in a data directory that says where its server listens.
const AnnounceFile = "serve.json"

// Where returns the address or the socket of a server, as text.
func (a *Announcement) Where() string {
	if a.URL != "" {
		return a.URL
	}
	return a.Socket
}

// Announce writes where a server listens, and with https the file of its certificate. withdraw removes that; it may be called after an error too. Announce does not change the file
// of another running server: that server owns the store, and this one fails when it opens the store.
func Announce(data string, a Announcement) (withdraw func(), err error) {
	if other, err := FindServer(data); err != nil || other != nil {
		return func() {}, err
	}
	f, err := os.CreateTemp(data, AnnounceFile+".*") // 0600: users who cannot read the store need not know
	if err != nil {
		return func() {}, fmt.Errorf("announce server: %w", err)
	}
	path := filepath.Join(data, AnnounceFile)
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		a.PID, a.Started = os.Getpid(), time.Now().UTC().Truncate(time.Second)
		err = json.NewEncoder(f).Encode(a)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return func() {}, fmt.Errorf("announce server: %w", errors.Join(err, os.Remove(f.Name()), f.Close()))
	}
	return func() {
		if now, err := os.Stat(path); err == nil && sameFile(f, now) {
			_ = os.Remove(path) // if it cannot be removed, it is stale once the lock is gone
		}
		_ = f.Close()
	}, nil
}

func sameFile(f *os.File, other fs.FileInfo) bool {
	mine, err := f.Stat()
	return err == nil && os.SameFile(mine, other)
}

// FindServer returns the announcement of the running server; nil if there is none.
func FindServer(data string) (*Announcement, error) {
	f, err := os.Open(filepath.Join(data, AnnounceFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for a server: %w", err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, nil // no process holds the lock, or the file system has no locks: then use --connect URL
	}
	if err := announcedByOurs(data, f); err != nil {
		return nil, fmt.Errorf("look for a server: %w", err)
	}
	var a Announcement
	if err := json.NewDecoder(f).Decode(&a); err != nil {
		return nil, fmt.Errorf("look for a server: read %s: %w", f.Name(), err)
	}
	return &a, nil
}

// announcedByOurs returns an error for an announcement that another user wrote into a directory that others can write: the token would be sent to its address. It accepts one of the
// directory's owner, since the administrator's commands reach a user's server, and one of the administrator.
func announcedByOurs(data string, f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	folder, err := os.Stat(data)
	if err != nil {
		return err
	}
	if owner := ownerOf(info); !ours(owner, ownerOf(folder)) {
		return fmt.Errorf("%s belongs to user %d, and neither to you, user %d, nor to the owner of the directory: do not trust it, see who can write in %s", f.Name(), owner, os.Geteuid(), data)
	}
	return nil
}

// FromHere returns the address by which this machine reaches a server. A server that listens on all interfaces has no such address itself.
func FromHere(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsUnspecified() {
		u.Host = net.JoinHostPort("localhost", u.Port())
	}
	return u.String()
}
