package shard

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"asterism/engine/store"
	"asterism/engine/store/rocks"

	"github.com/nats-io/nats.go/jetstream"
)

// A checkpoint is the files of a store, each under its SHA-256, and a text that lists them: the manifest. A file that an earlier checkpoint has is not sent again. The pointer names
// the newest manifest. It is written last, and only moves forward.
type manifest struct {
	Format int    `json:"format"`
	Files  []file `json:"files"`
}

type file struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

const manifestFormat = 1

var errNoCheckpoint = errors.New("the shard has no checkpoint")

func (s *Shard) prefix() string             { return fmt.Sprintf("%04d/", s.cfg.Number) }
func (s *Shard) pointerKey() string         { return fmt.Sprintf("checkpoint.%04d", s.cfg.Number) }
func (s *Shard) fileName(sum string) string { return s.prefix() + "files/" + sum }
func (s *Shard) manifestName(place uint64) string {
	return fmt.Sprintf("%smanifests/%d", s.prefix(), place)
}

// pointer returns the newest checkpoint, and the revision of the pointer.
func (s *Shard) pointer(ctx context.Context) (c Checkpoint, revision uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	e, err := s.cfg.Checkpoints.Pointers.Get(ctx, s.pointerKey())
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return c, 0, errNoCheckpoint
	}
	if err != nil {
		return c, 0, err
	}
	return c, e.Revision(), json.Unmarshal(e.Value(), &c)
}

// Checkpoint stores the present state of the shard in the cluster's object store, and cuts the log behind it. Only the leader makes one.
func (s *Shard) Checkpoint(ctx context.Context) (Checkpoint, error) {
	c, err := s.checkpoint(ctx, everything, false)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("make checkpoint of shard %d: %w", s.cfg.Number, err)
	}
	return c, nil
}

// everything is a place after any that a checkpoint can have.
const everything = math.MaxUint64

// checkpoint makes a checkpoint, and cuts the log up to it or to the place cut, if that is lower. With prove it also reads back files that the object store already has.
func (s *Shard) checkpoint(ctx context.Context, cut uint64, prove bool) (c Checkpoint, err error) {
	if s.Role() != Leading {
		return c, fmt.Errorf("%w: ask the node that leads", store.ErrDeposed)
	}
	s.checkpointing.Lock()
	defer s.checkpointing.Unlock()
	at := s.cfg.Dir + ".checkpoint"
	if err := errors.Join(os.RemoveAll(at), os.RemoveAll(at+".tmp")); err != nil { // left by a process that was killed
		return c, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(at)) }()
	if err := s.Store().Checkpoint(ctx, at); err != nil {
		return c, err
	}
	if c, err = s.describe(ctx, at); err != nil {
		return c, err
	}
	m, err := s.upload(ctx, at, prove)
	if err != nil {
		return c, err
	}
	for _, f := range m.Files {
		c.Bytes += f.Bytes
	}
	if err := s.publish(ctx, c, m); err != nil {
		return c, err
	}
	if cut = min(cut, c.Place); cut > 0 {
		if err := s.cfg.Log.Cut(ctx, cut); err != nil {
			return c, err
		}
	}
	return c, s.sweep(ctx, c, m)
}

// describe returns what a checkpoint contains.
func (s *Shard) describe(ctx context.Context, at string) (c Checkpoint, err error) {
	r, err := rocks.Open(ctx, rocks.Options{Dir: at, ReadOnly: true, CacheBytes: 8 << 20, Logger: s.cfg.Logger})
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	info, err := r.Info(ctx)
	if err != nil {
		return c, err
	}
	place, err := r.Follower().Place(ctx)
	return Checkpoint{Shard: s.cfg.Number, Place: place, Memories: info.Live()}, err
}

// upload sends the files that the object store does not have.
func (s *Shard) upload(ctx context.Context, at string, prove bool) (m manifest, err error) {
	m.Format = manifestFormat
	err = filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := s.uploadFile(ctx, path, prove)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(at, path)
		f.Path = filepath.ToSlash(rel)
		m.Files = append(m.Files, f)
		return err
	})
	return m, err
}

func (s *Shard) uploadFile(ctx context.Context, path string, prove bool) (f file, err error) {
	in, err := os.Open(path)
	if err != nil {
		return f, err
	}
	defer in.Close()
	h := sha256.New()
	if f.Bytes, err = io.Copy(h, during{ctx, in}); err != nil {
		return f, err
	}
	f.SHA256 = hex.EncodeToString(h.Sum(nil))
	name := s.fileName(f.SHA256)
	if info, err := s.cfg.Checkpoints.Files.GetInfo(ctx, name); err == nil && int64(info.Size) == f.Bytes && (!prove || s.comesBack(ctx, name, f.SHA256) == nil) {
		return f, nil
	}
	return f, s.send(ctx, name, in, f.SHA256)
}

// during is a reader that fails once ctx has ended.
type during struct {
	ctx context.Context
	io.Reader
}

func (d during) Read(b []byte) (int, error) {
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	return d.Reader.Read(b)
}

// publish makes the checkpoint the newest, unless there is a newer one.
func (s *Shard) publish(ctx context.Context, c Checkpoint, m manifest) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	if err := s.send(ctx, s.manifestName(c.Place), bytes.NewReader(text), hex.EncodeToString(sum[:])); err != nil {
		return err
	}
	now, revision, err := s.pointer(ctx)
	if err != nil && !errors.Is(err, errNoCheckpoint) {
		return err
	}
	if now.Place > c.Place {
		return fmt.Errorf("%w: there is a checkpoint of place %d, this one is of %d", store.ErrDeposed, now.Place, c.Place)
	}
	if text, err = json.Marshal(c); err != nil {
		return err
	}
	if revision == 0 {
		_, err = s.cfg.Checkpoints.Pointers.Create(ctx, s.pointerKey(), text)
	} else {
		_, err = s.cfg.Checkpoints.Pointers.Update(ctx, s.pointerKey(), text, revision)
	}
	return err
}

// sweep deletes objects that the newest checkpoint does not name.
func (s *Shard) sweep(ctx context.Context, c Checkpoint, m manifest) error {
	keep := map[string]bool{s.manifestName(c.Place): true}
	for _, f := range m.Files {
		keep[s.fileName(f.SHA256)] = true
	}
	asking, stop := context.WithTimeout(ctx, readWait) // during an election nobody answers, not even afterwards
	all, err := s.cfg.Checkpoints.Files.List(asking)
	stop()
	if err != nil {
		return err
	}
	for _, o := range all {
		if strings.HasPrefix(o.Name, s.prefix()) && !keep[o.Name] {
			if err := s.cfg.Checkpoints.Files.Delete(ctx, o.Name); err != nil {
				return err
			}
		}
	}
	return nil
}
