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

// lockedError names the process that has the store open, and the way out.
func lockedError(dir string, cause error) error {
	who := "a process that left no name"
	var o owner
	text, err := os.ReadFile(filepath.Join(dir, ownerFile))
	if err == nil && json.Unmarshal(text, &o) == nil {
		who = fmt.Sprintf("process %d on host %s since %s", o.PID, o.Host, o.Since.Format(time.RFC3339))
	}
	return fmt.Errorf("%w: %s: stop it, send it your requests, or give another --data directory (%v)", store.ErrLocked, who, cause)
}
