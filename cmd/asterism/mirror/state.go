package mirror

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"asterism/cmd/asterism/mirror/plan"
	"asterism/engine"

	"github.com/google/renameio/v2"
)

// stateFormat is the format of a state file; another one is refused.
const stateFormat = 1

// state is the last equal state of a folder and a namespace. It is in the data directory and not in the folder. So a folder that is not mounted is seen as emptied and not as a new
// one, and the ids of one machine's store do not travel with a repository to another machine.
type state struct {
	Format    int          `json:"format"`
	Folder    string       `json:"folder"`
	Namespace string       `json:"namespace"`
	Notes     []plan.Known `json:"notes"` // by id

	path  string
	lock  *os.File
	known map[string]plan.Known // Notes, by id
	saved []byte
}

// openState locks and reads the state of o's folder and namespace in its data directory. For a dry run it creates no file: without an earlier sync there is nothing to lock.
func openState(o *Options) (*state, error) {
	folder, flags := filepath.Join(o.Data, "sync"), os.O_RDWR
	if !o.DryRun {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, fmt.Errorf("keep the state of the last sync: %w", err)
		}
		flags |= os.O_CREATE
	}
	sum := sha256.Sum256([]byte(o.Dir + "\x00" + o.Namespace + "\x00" + o.Server)) // a named server has other memories
	s := &state{Format: stateFormat, Folder: o.Dir, Namespace: o.Namespace, path: filepath.Join(folder, hex.EncodeToString(sum[:8])+".json"), known: map[string]plan.Known{}}
	var err error
	if s.lock, err = os.OpenFile(s.path+".lock", flags, 0o600); err != nil {
		if o.DryRun && errors.Is(err, fs.ErrNotExist) {
			return s, s.read()
		}
		return nil, fmt.Errorf("lock the state of the last sync: %w", err)
	}
	if err := syscall.Flock(int(s.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = s.lock.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &engine.Error{Kind: engine.KindBusy, Message: "another process syncs " + o.Dir + " at this moment", Hint: "wait until it is done"}
		}
		return nil, fmt.Errorf("lock %s: %w", s.path, err)
	}
	if err := s.read(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *state) read() error {
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the state of the last sync: %w", err)
	}
	var there state
	if err := json.Unmarshal(text, &there); err != nil || there.Format != stateFormat {
		return &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("%s is no state of a sync in format %d", s.path, stateFormat), Err: err,
			Hint: "move it away: files and memories are then paired by the ids in the files"}
	}
	for _, k := range there.Notes {
		s.known[k.ID] = k
	}
	s.saved = text
	return nil
}

// all returns the pairs, by id.
func (s *state) all() []plan.Known {
	return slices.SortedFunc(maps.Values(s.known), func(a, b plan.Known) int { return cmp.Compare(a.ID, b.ID) })
}

// set records a pair in place of its earlier state, which may be nil.
func (s *state) set(before *plan.Known, now plan.Known) {
	s.drop(before)
	s.known[now.ID] = now
}

// drop removes a pair; nil is none.
func (s *state) drop(k *plan.Known) {
	if k != nil {
		delete(s.known, k.ID)
	}
}

// save writes the state if it has changed.
func (s *state) save() error {
	s.Notes = s.all()
	if len(s.Notes) == 0 && s.saved == nil {
		return nil
	}
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil || bytes.Equal(text, s.saved) {
		return err
	}
	if err := renameio.WriteFile(s.path, text, 0o600, renameio.WithTempDir(filepath.Dir(s.path))); err != nil {
		return fmt.Errorf("keep the state of the last sync: %w", err)
	}
	s.saved = text
	return nil
}

// close lets other processes sync the folder.
func (s *state) close() {
	if s.lock != nil {
		_ = s.lock.Close()
	}
}
