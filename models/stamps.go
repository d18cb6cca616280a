package models

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"
)

// StampsName is the file in a profile's folder that records size and time of large files when they were last hashed.
const StampsName = "verified.json"

const (
	// stampBytes is the size from which on a file has a stamp: hashing less takes milliseconds.
	stampBytes = 16 << 20
	// settled is how old a file's last change must be before its time of change distinguishes it from a later one: file
	// systems store times in steps of up to two seconds.
	settled = 2 * time.Second
	// maxStampsBytes keeps a wrong file from being read into memory.
	maxStampsBytes = 1 << 20
)

// stamp is what a file looked like when its bytes had the hash.
type stamp struct {
	SHA256   string `json:"sha256"`
	Bytes    int64  `json:"bytes"`
	Modified int64  `json:"modified"` // Unix nanoseconds
}

// stamps are by the file's path in the manifest.
type stamps map[string]stamp

func stampOf(f File, st fs.FileInfo) stamp {
	return stamp{SHA256: f.SHA256, Bytes: st.Size(), Modified: st.ModTime().UnixNano()}
}

// stampable reports whether files of this profile are stamped at all: those of the compact profile come with the
// repository, which gives them new times at every checkout.
func (m *Manifest) stampable() bool { return m.Profile != "compact" }

// readStamps returns the known stamps. Stamps only save time, so a missing or damaged file means that there are none.
func (m *Manifest) readStamps() stamps {
	known := stamps{}
	if !m.stampable() {
		return known
	}
	f, err := os.Open(filepath.Join(m.Dir, StampsName))
	if err != nil {
		return known
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxStampsBytes))
	if err != nil || json.Unmarshal(data, &known) != nil || known == nil {
		return stamps{}
	}
	return known
}

// has reports whether the file is unchanged since it had the hash of f.
func (k stamps) has(root *os.Root, f File) bool {
	want, ok := k[f.File]
	if !ok {
		return false
	}
	st, err := root.Stat(filepath.FromSlash(f.File))
	return err == nil && st.Mode().IsRegular() && stampOf(f, st) == want
}

// writeStamps replaces the file in one step. Stamps only save time: where they cannot be written, in a folder of another
// owner or on a full disk, the files are hashed at every start.
func (m *Manifest) writeStamps(known stamps) {
	if !m.stampable() || len(known) == 0 {
		return
	}
	data, err := json.MarshalIndent(known, "", " ")
	if err != nil {
		return
	}
	_ = renameio.WriteFile(filepath.Join(m.Dir, StampsName), data, 0o644, renameio.WithTempDir(m.Dir), renameio.WithStaticPermissions(0o644))
}
