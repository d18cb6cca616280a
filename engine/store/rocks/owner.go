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

// owner is the content of the file OWNER next to RocksDB's LOCK: who has the store open. The lock itself belongs to the
// kernel and ends with its process; the file only names the process.
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

// replaceFile writes the file completely or not at all, also if the power fails: a store whose FORMAT is empty or missing would be taken for another
// program's.
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

// askOwner returns the error of [lockedError] if another process has the store open. It is called before RocksDB, which would move its own report, into which the owner writes, before it
// checks the lock.
func askOwner(dir string) error {
	host, err := os.Hostname()
	o := readOwner(dir)
	if err != nil || o.Host != host || o.PID <= 0 || o.PID == os.Getpid() || !lockedElsewhere(filepath.Join(dir, "LOCK"), o.PID) {
		return nil
	}
	return lockedError(dir, errors.New("it has the lock"))
}

// readOwner reads the file; if it cannot, the owner has no name.
func readOwner(dir string) (o owner) {
	text, err := os.ReadFile(filepath.Join(dir, ownerFile))
	if err != nil || json.Unmarshal(text, &o) != nil {
		return owner{}
	}
	return o
}

// lockedError returns an error that names the process that has the store open, and says what to do.
func lockedError(dir string, cause error) error {
	return fmt.Errorf("%w: %s: stop it, send it your requests, or give another --data directory (%v)", store.ErrLocked, OwnerOf(dir), cause)
}

// OwnerOf names, for people, the process that has the store in a directory open.
func OwnerOf(dir string) string {
	o := readOwner(dir)
	if o.PID == 0 {
		return "a process that left no name"
	}
	return fmt.Sprintf("process %d on host %s since %s", o.PID, o.Host, o.Since.Format(time.RFC3339))
}
