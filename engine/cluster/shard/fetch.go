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
	"os"
	"path/filepath"
)

// fetch writes the newest checkpoint into the store's folder, which must not exist. The folder appears when it is complete.
func (s *Shard) fetch(ctx context.Context) error {
	c, _, err := s.pointer(ctx)
	if err != nil {
		return err
	}
	if err := s.fetchInto(ctx, c); err != nil {
		err = fmt.Errorf("fetch checkpoint of place %d: %w", c.Place, err)
		if damaged(err) {
			return errors.Join(fmt.Errorf("%w; the leader is asked for another one", err), s.noteDamage(ctx, c.Place))
		}
		return err
	}
	s.log.Info("took a checkpoint", "place", c.Place, "memories", c.Memories, "bytes", c.Bytes)
	return nil
}

func (s *Shard) fetchInto(ctx context.Context, c Checkpoint) (err error) {
	m, err := s.manifest(ctx, c.Place)
	if err != nil {
		return err
	}
	fresh := s.cfg.Dir + ".fetching"
	if err := os.RemoveAll(fresh); err != nil { // left by a process that was killed
		return err
	}
	if err := os.MkdirAll(fresh, 0o700); err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := s.fetchFile(ctx, f, fresh); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", f.Path, err), os.RemoveAll(fresh))
		}
	}
	if err := os.RemoveAll(s.cfg.Dir); err != nil { // empty, or it never became a store
		return err
	}
	return os.Rename(fresh, s.cfg.Dir)
}

// manifest returns the list of a checkpoint's files.
func (s *Shard) manifest(ctx context.Context, place uint64) (m manifest, err error) {
	var text bytes.Buffer
	if err := s.readObject(ctx, s.manifestName(place), &text); err != nil {
		return m, err
	}
	if err := json.Unmarshal(text.Bytes(), &m); err != nil {
		return m, err
	}
	if m.Format != manifestFormat {
		return m, fmt.Errorf("it has format %d, this program reads format %d: use the newer program", m.Format, manifestFormat)
	}
	return m, nil
}

func (s *Shard) fetchFile(ctx context.Context, f file, into string) (err error) {
	if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
		return errors.New("the path leads out of the checkpoint")
	}
	path := filepath.Join(into, filepath.FromSlash(f.Path))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	h := sha256.New()
	if err := s.readObject(ctx, s.fileName(f.SHA256), io.MultiWriter(out, h)); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != f.SHA256 {
		return fmt.Errorf("%w: hash %s, want %s", errOtherBytes, got, f.SHA256)
	}
	return out.Sync()
}
