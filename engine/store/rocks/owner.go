package rocks

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"asterism/engine/store"

	"github.com/google/renameio/v2"
)

// owner is what the file OWNER beside RocksDB's LOCK says: who has the store open. The lock itself is the kernel's and ends
// with its process; the file only names it.
type owner struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
}

const ownerFile = "OWNER"

func writeOwner(dir string) error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	text, err := json.Marshal(owner{PID: os.Getpid(), Host: host, Since: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(dir, ownerFile), append(text, '\n'))
}

// replaceFile writes the file whole or not at all, also when the power is cut: a store whose FORMAT is empty or gone would be taken for another program's.
func replaceFile(path string, text []byte) error {
	if err := renameio.WriteFile(path, text, 0o644, renameio.WithTempDir(filepath.Dir(path))); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes the names in a folder survive a power cut.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// askOwner is the error of [lockedError] where another process has the store open. It is asked before RocksDB is, which would put its own report, into which the owner writes, away before
// it looks at the lock.
func askOwner(dir string) error {
	host, err := os.Hostname()
	o := readOwner(dir)
	if err != nil || o.Host != host || o.PID <= 0 || o.PID == os.Getpid() || !lockedElsewhere(filepath.Join(dir, "LOCK"), o.PID) {
		return nil
	}
	return lockedError(dir, errors.New("it has the lock"))
}

// readOwner reads the file; one that says nothing is an owner without a name.
func readOwner(dir string) (o owner) {
	text, err := os.ReadFile(filepath.Join(dir, ownerFile))
	if err != nil || json.Unmarshal(text, &o) != nil {
		return owner{}
	}
	return o
}

// lockedError names the process that has the store open, and the way out.
func lockedError(dir string, cause error) error {
	return fmt.Errorf("%w: %s: stop it, send it your requests, or give another --data directory (%v)", store.ErrLocked, OwnerOf(dir), cause)
}

// OwnerOf names the process that has the store in a directory open, for people.
func OwnerOf(dir string) string {
	o := readOwner(dir)
	if o.PID == 0 {
		return "a process that left no name"
	}
	return fmt.Sprintf("process %d on host %s since %s", o.PID, o.Host, o.Since.Format(time.RFC3339))
}
