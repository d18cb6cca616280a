package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"asterism/engine/archive"
	"asterism/engine/fault"
	"asterism/engine/store"
)

// checkpointName is the folder inside the store's folder in which a backup collects what it copies. It exists while a backup is made, or after a process was killed.
const checkpointName = ".checkpoint"

// backupRetry is when to ask again while another backup is written to the same archive; a backup takes seconds to minutes.
const backupRetry = 10 * time.Second

// besideStore are folders next to the database's files that a backup includes: pins of other servers' tools. Tokens and the address of a running server belong to
// this machine and this run, and are left out.
var besideStore = []string{"pins"}

// BackupProgress is called with the progress of a backup: the stage, the number of finished units, and the total.
type BackupProgress func(stage string, done, total int64)

// The stages of a backup. Records are read and verified first, in thousandths, since how many there are is an estimate; then files are copied, in bytes.
const (
	BackupVerifying = "verifying"
	BackupCopying   = "backing up"
	backupThousand  = 1000
)

// Copying returns the progress function for [archive.Create].
func (p BackupProgress) Copying() archive.Progress {
	if p == nil {
		return nil
	}
	return func(done, total int64) { p(BackupCopying, done, total) }
}

// Backup adds the store, as it is at one moment, to the archive in dir (see package archive). Writers do not wait for it. progress may be nil. When ctx ends, there is no
// new backup. version is the program's version, which the backup records. All that is copied is verified first. A backup of a damaged store is made, since most of it is
// whole; About then says what is damaged.
func (e *Engine) Backup(ctx context.Context, dir, version string, progress BackupProgress) (*archive.Backup, error) {
	e.backups.Lock()
	defer e.backups.Unlock()
	return backUp(ctx, &e.cfg, e.store, archive.About{Version: version, Profile: e.embedder.Manifest().Profile}, dir, e.now, progress)
}

// BackUp is [Engine.Backup] for a store that no process has open, without models: a backup before a store is changed to other models. It uses Data, StoreCache, Log and Now of c.
func BackUp(ctx context.Context, c Config, dir, version string, progress BackupProgress) (*archive.Backup, error) {
	c.complete()
	c.Store, c.ReadAnyway = nil, false
	s, err := openStore(ctx, &c)
	if err != nil {
		return nil, fault.Storage("make a backup", err)
	}
	about := archive.About{Version: version, Profile: c.Profile} // for a store in which nothing was stored yet
	bound, err := s.Bound(ctx)
	if err != nil {
		return nil, errors.Join(notBackedUp(err), s.Close())
	}
	if bound != nil {
		about.Profile = bound.Profile
	}
	b, err := backUp(ctx, &c, s, about, dir, c.Now, progress)
	if cerr := s.Close(); err == nil && cerr != nil {
		return nil, fault.Storage("close store", cerr)
	}
	return b, err
}

// backUp makes a backup of an open store, and sets the number of its memories and of its damaged records in about.
func backUp(ctx context.Context, c *Config, s store.Store, about archive.About, dir string, now func() time.Time, progress BackupProgress) (*archive.Backup, error) {
	if err := checkArchive(c.Data, dir); err != nil {
		return nil, err
	}
	at := filepath.Join(c.Data, checkpointName)
	if err := dropCheckpoint(c.Data); err != nil {
		return nil, notBackedUp(err)
	}
	defer func() { _ = dropCheckpoint(c.Data) }() // if this fails, the next one does it
	if err := s.Checkpoint(ctx, at); err != nil {
		return nil, notBackedUp(err)
	}
	files, err := toBackUp(c.Data, at)
	if err != nil {
		return nil, notBackedUp(err)
	}
	if about.Memories, about.Damaged, err = ExamineCheckpoint(ctx, at, c.Log, progress); err != nil {
		return nil, notBackedUp(err)
	}
	b, err := archive.Create(ctx, dir, files, about, now(), progress.Copying())
	if err != nil {
		return nil, notBackedUp(err)
	}
	return b, nil
}

// notBackedUp returns the error for why there is no new backup.
func notBackedUp(err error) error {
	out := &Error{Kind: KindStorage, Message: "make a backup", Err: err, Hint: "the backups that were there are whole; name a folder of its own, with room for the store, and try again"}
	switch {
	case errors.Is(err, archive.ErrBusy):
		out.Kind, out.RetryAfterMs, out.Hint = KindBusy, backupRetry.Milliseconds(), "another backup is being written there: try again when it is done"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		out.Hint = "the call was cancelled or ran out of time; the backups that were there are whole, and there is no new one"
	case errors.Is(err, store.ErrNoSpace), errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrClosed):
		return fault.Storage("make a backup", err)
	}
	return out
}

func (e *Engine) dropCheckpoint() error { return dropCheckpoint(e.cfg.Data) }

// dropCheckpoint removes what a backup of the store in data collected, also after its process was killed: its links keep files that the store no longer needs. RocksDB collects
// in a temporary folder next to it, and renames that at the end.
func dropCheckpoint(data string) error {
	at := filepath.Join(data, checkpointName)
	return errors.Join(os.RemoveAll(at), os.RemoveAll(at+".tmp"))
}

// checkArchive refuses an archive folder that would be a part of what is backed up: one inside the store's folder.
func checkArchive(own, dir string) error {
	if dir == "" {
		return fault.Invalid("no folder is named for the backup", "name one outside of the store, best on another disk")
	}
	data, err := filepath.Abs(own)
	if err != nil {
		return fault.Storage("make a backup", err)
	}
	to, err := filepath.Abs(dir)
	if err != nil {
		return fault.Storage("make a backup", err)
	}
	if rel, err := filepath.Rel(data, to); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return fault.Invalid("folder %s is inside the store's own, %s", "name one outside of the store, best on another disk", to, data)
	}
	return nil
}

// toBackUp returns the files of a checkpoint, and those next to the store in data. A file that begins with a dot is still being written, and may be renamed or removed, so it is left out.
func toBackUp(data, checkpoint string) (files []archive.File, err error) {
	add := func(root, under string) error {
		return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && path == root {
				return nil
			}
			if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
				return err
			}
			name, err := filepath.Rel(root, path)
			files = append(files, archive.File{Path: filepath.ToSlash(filepath.Join(under, name)), From: path})
			return err
		})
	}
	if err := add(checkpoint, ""); err != nil {
		return nil, err
	}
	for _, name := range besideStore {
		if err := add(filepath.Join(data, name), name); err != nil {
			return nil, err
		}
	}
	return files, nil
}
