package shard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A checkpoint replaces the log that is cut behind it. So the stored objects are read back and compared before anything is cut: busy servers have stored an object with a wrong
// chunk. Damage that comes later is noticed by the replica that loads the checkpoint. It leaves a note, and the leader makes another checkpoint and verifies each file.

// errOtherBytes means that the servers store other bytes than were sent.
var errOtherBytes = errors.New("the servers keep other bytes than were sent")

// sends is how often a file is sent until it comes back unchanged.
const sends = 3

// readWait is how long reading an object may deliver nothing: an object that lacks its last chunk would never end.
const readWait = time.Minute

// send puts a file into the object store under a name, and reads it back.
func (s *Shard) send(ctx context.Context, name string, in io.ReadSeeker, sum string) (err error) {
	for range sends {
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if _, err := s.cfg.Checkpoints.Files.Put(ctx, jetstream.ObjectMeta{Name: name}, during{ctx, in}); err != nil {
			return err
		}
		if err = s.comesBack(ctx, name, sum); err == nil || ctx.Err() != nil {
			return err
		}
		s.log.Warn("a file of a checkpoint did not come back as it was sent, and is sent again", "file", name, "error", err)
	}
	return err
}

// comesBack returns an error if an object does not have the hash. It retries for a while: the server that answers may not have all of the object yet, and then the object is
// unknown, or ends early.
func (s *Shard) comesBack(ctx context.Context, name, sum string) (err error) {
	until := time.Now().Add(s.cfg.Growth.ReadBack)
	for {
		if err = s.keeps(ctx, name, sum); err == nil || !damaged(err) || time.Now().After(until) || ctx.Err() != nil {
			return err
		}
		pause(ctx, s.cfg.Growth.ReadBack/readBackLooks)
	}
}

// readBackLooks is how many retries that is.
const readBackLooks = 20

// keeps returns an error if an object does not have the hash.
func (s *Shard) keeps(ctx context.Context, name, sum string) error {
	h := sha256.New()
	if err := s.readObject(ctx, name, h); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != sum {
		return fmt.Errorf("%w: hash %s, want %s", errOtherBytes, got, sum)
	}
	return nil
}

// readObject writes an object to out. It gives up when nothing has come for readWait.
func (s *Shard) readObject(ctx context.Context, name string, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	late := time.AfterFunc(readWait, stop)
	defer late.Stop()
	in, err := s.cfg.Checkpoints.Files.Get(ctx, name)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(out, alive{in, late})
	return err
}

// alive is a reader that restarts a timer whenever it has read something.
type alive struct {
	io.Reader
	late *time.Timer
}

func (a alive) Read(b []byte) (n int, err error) {
	if n, err = a.Reader.Read(b); n > 0 {
		a.late.Reset(readWait)
	}
	return n, err
}

// damaged reports whether an error means that a checkpoint cannot be loaded as it is.
func damaged(err error) bool {
	return errors.Is(err, errOtherBytes) || errors.Is(err, jetstream.ErrDigestMismatch) || errors.Is(err, jetstream.ErrObjectNotFound)
}

func (s *Shard) damageKey() string { return fmt.Sprintf("damaged.%04d", s.cfg.Number) }

// noteDamage leaves a note for the leader that the newest checkpoint cannot be loaded.
func (s *Shard) noteDamage(ctx context.Context, place uint64) error {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	_, err := s.cfg.Checkpoints.Pointers.Put(ctx, s.damageKey(), fmt.Append(nil, place))
	return err
}

// damageNoted returns the revision of such a note; 0: there is none.
func (s *Shard) damageNoted(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	e, err := s.cfg.Checkpoints.Pointers.Get(ctx, s.damageKey())
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return e.Revision(), nil
}

// mendCheckpoint reacts to a note. If the files of the newest checkpoint are correct, as they are when a server only lagged, it does nothing. Otherwise it makes another checkpoint.
func (s *Shard) mendCheckpoint(ctx context.Context, last Checkpoint) error {
	err := s.prove(ctx, last.Place)
	switch {
	case err == nil:
		s.log.Info("a replica could not take the checkpoint, which is whole: it takes it later", "place", last.Place)
		return nil
	case !damaged(err):
		return err
	}
	s.log.Warn("the checkpoint is damaged, and another one is made", "place", last.Place, "error", err)
	c, err := s.checkpoint(ctx, last.Place, true)
	if err == nil {
		s.log.Info("made a checkpoint", "place", c.Place, "memories", c.Memories, "bytes", c.Bytes)
	}
	return err
}

// prove reads all files of a checkpoint and compares them.
func (s *Shard) prove(ctx context.Context, place uint64) error {
	m, err := s.manifest(ctx, place)
	if err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := s.comesBack(ctx, s.fileName(f.SHA256), f.SHA256); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return nil
}

// damageMended deletes the note, unless another one has come since.
func (s *Shard) damageMended(ctx context.Context, revision uint64) error {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	err := s.cfg.Checkpoints.Pointers.Delete(ctx, s.damageKey(), jetstream.LastRevision(revision))
	if errors.Is(err, jetstream.ErrKeyExists) { // the revision has changed
		return nil
	}
	return err
}
