package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"asterism/engine/archive"
)

// checkpointName is the folder in the store's own in which a backup gathers what it copies. One is there while a backup is made, or after a process that was killed.
const checkpointName = ".checkpoint"

// besideStore are the folders beside the database's files that a backup takes along: pins of other servers' tools. Tokens and the address of a running server are of
// this machine and this run, and stay.
var besideStore = []string{"pins"}

// Backup adds the store, as it is at one moment, to the archive in dir; package archive tells what that is. Whoever writes meanwhile is not kept waiting. progress is told
// bytes, and may be nil. version is the program's, which the backup names.
func (e *Engine) Backup(ctx context.Context, dir, version string, progress archive.Progress) (*archive.Backup, error) {
	if err := e.checkArchive(dir); err != nil {
		return nil, err
	}
	e.backups.Lock()
	defer e.backups.Unlock()
	at := filepath.Join(e.cfg.Data, checkpointName)
	if err := e.dropCheckpoint(); err != nil {
		return nil, storage("make a backup", err)
	}
	defer func() { _ = e.dropCheckpoint() }() // or the next one does
	if err := e.store.Checkpoint(ctx, at); err != nil {
		return nil, storage("make a backup", err)
	}
	files, err := e.toBackUp(at)
	if err != nil {
		return nil, storage("make a backup", err)
	}
	info, err := e.store.Info(ctx)
	if err != nil {
		return nil, storage("make a backup", err)
	}
	b, err := archive.Create(ctx, dir, files, archive.About{Version: version, Profile: e.manifest.Profile, Memories: info.Live()}, e.now(), progress)
	if err != nil {
		return nil, &Error{Kind: KindStorage, Message: "make a backup", Err: err, Hint: "the backups that were there are whole; name a folder of its own, with room for the store, and try again"}
	}
	return b, nil
}

// dropCheckpoint removes what a backup gathered, also one whose process was killed: its links keep files that the store has done with.
func (e *Engine) dropCheckpoint() error {
	return os.RemoveAll(filepath.Join(e.cfg.Data, checkpointName))
}

// checkArchive refuses a folder that would be a part of what is backed up.
func (e *Engine) checkArchive(dir string) error {
	if dir == "" {
		return invalid("no folder is named for the backup", "name one outside of the store, best on another disk")
	}
	data, err := filepath.Abs(e.cfg.Data)
	if err != nil {
		return storage("make a backup", err)
	}
	to, err := filepath.Abs(dir)
	if err != nil {
		return storage("make a backup", err)
	}
	if rel, err := filepath.Rel(data, to); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return invalid("folder %s lies in the store's own, %s", "name one outside of the store, best on another disk", to, data)
	}
	return nil
}

// toBackUp are the files of a checkpoint, and those beside the store.
func (e *Engine) toBackUp(checkpoint string) (files []archive.File, err error) {
	add := func(root, under string) error {
		return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && path == root {
				return nil
			}
			if err != nil || !d.Type().IsRegular() {
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
		if err := add(filepath.Join(e.cfg.Data, name), name); err != nil {
			return nil, err
		}
	}
	return files, nil
}
