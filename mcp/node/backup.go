package node

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/archive"
	"asterism/engine/cluster"
)

// BackedUp describes a finished backup.
type BackedUp struct {
	ID       string `json:"id"`
	Archive  string `json:"archive"`
	Files    int    `json:"files"`
	Bytes    int64  `json:"bytes"`
	Memories int    `json:"memories"`
	Shards   int    `json:"shards"`
	Damaged  int    `json:"damaged,omitempty"` // records that are damaged in this node's replicas, in the backup too
}

// Backup adds all shards to an archive, a folder on this node's machine, from this node's replicas. It contains every write that was acknowledged before the call. The copies are
// verified first. Damaged replicas are backed up too, since most of their records are intact, and the result counts the damaged ones. progress may be nil.
func (n *Node) Backup(ctx context.Context, dir string, progress engine.BackupProgress) (*BackedUp, error) {
	if err := n.checkArchive(dir); err != nil {
		return nil, err
	}
	n.backing.Lock()
	defer n.backing.Unlock()
	at := filepath.Join(n.cfg.Data, "shards", ".backup")
	if err := os.RemoveAll(at); err != nil { // left by a process that was killed
		return nil, err
	}
	defer func() { n.note("remove what a backup has gathered", os.RemoveAll(at)) }()
	if err := os.MkdirAll(at, 0o700); err != nil {
		return nil, err
	}
	memories, damaged := 0, 0
	for shard := range n.cluster.Shards() {
		count, bad, err := n.checkpointInto(ctx, shard, filepath.Join(at, filepath.Base(n.shardDir(shard))), partOf(progress, shard, n.cluster.Shards()))
		if err != nil {
			return nil, &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("back up shard %d", shard), Err: err, Hint: "the backups that were there are whole; try again when `asterism cluster status` says that the cluster is"}
		}
		memories, damaged = memories+count, damaged+bad
	}
	files, err := gathered(at)
	if err != nil {
		return nil, err
	}
	files = append(files, archive.File{Path: cluster.NodeFile, From: filepath.Join(n.cfg.Data, cluster.NodeFile)})
	b, err := archive.Create(ctx, dir, files, archive.About{Version: n.cfg.Version, Profile: n.models.Manifest().Profile, Memories: memories, Damaged: damaged}, time.Now(), progress.Copying())
	if err != nil {
		return nil, &engine.Error{Kind: engine.KindStorage, Message: "make a backup", Err: err, Hint: "the backups that were there are whole; name a folder of its own, with room"}
	}
	return &BackedUp{b.ID, dir, len(b.Files), b.Bytes(), memories, n.cluster.Shards(), damaged}, nil
}

func (n *Node) checkArchive(dir string) error {
	if !filepath.IsAbs(dir) {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("archive %q is no absolute path, and this node's folder is not the caller's", dir), Hint: "name the folder from / on"}
	}
	data, err := filepath.Abs(n.cfg.Data)
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(data, dir); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("folder %s is inside the node's own, %s", dir, data), Hint: "name one outside of it, best on another disk"}
	}
	var missing []int
	for shard := range n.cluster.Shards() {
		if n.cluster.Shard(shard) == nil {
			missing = append(missing, shard)
		}
	}
	if len(missing) > 0 {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("this node keeps no replica of shards %v, and a backup is made of what a node keeps", missing), Hint: "ask a node that keeps all, or have this one keep them: `asterism cluster move SHARD --to " + n.cluster.Name() + "`"}
	}
	return nil
}

// partOf turns the progress of one shard into the progress of all.
func partOf(progress engine.BackupProgress, shard, shards int) engine.BackupProgress {
	if progress == nil {
		return nil
	}
	return func(stage string, done, total int64) {
		progress(stage, int64(shard)*total+done, int64(shards)*total)
	}
}

// checkpointInto waits until this node's replica has what the leader had, links its files into a folder, and verifies them.
func (n *Node) checkpointInto(ctx context.Context, number int, dir string, progress engine.BackupProgress) (memories, damaged int, err error) {
	if err := n.catchUp(ctx, number, n.cluster.Name()); err != nil {
		return 0, 0, err
	}
	s := n.cluster.Shard(number)
	if s == nil {
		return 0, 0, errNotKept
	}
	if err := s.Store().Checkpoint(ctx, dir); err != nil {
		return 0, 0, err
	}
	return engine.ExamineCheckpoint(ctx, dir, n.cfg.Log, progress)
}

// gathered returns the files of the checkpoints, below shards.
func gathered(at string) (files []archive.File, err error) {
	err = filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(at, path)
		files = append(files, archive.File{Path: filepath.ToSlash(filepath.Join("shards", name)), From: path})
		return err
	})
	if len(files) == 0 {
		err = errors.Join(err, errors.New("no shard has any file"))
	}
	slices.SortFunc(files, func(a, b archive.File) int { return compare(a.Path, b.Path) })
	return files, err
}
