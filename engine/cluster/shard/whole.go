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

// A checkpoint stands for the log that is cut behind it, so what the servers keep is read back and compared before anything is cut: busy servers have kept an object of which a chunk was
// another. Objects that went bad later are met by who takes the checkpoint. It leaves a note, and the leader makes another checkpoint, in which each file is proven.

// errOtherBytes says that the servers keep something else than was sent.
var errOtherBytes = errors.New("the servers keep other bytes than were sent")

// sends is how often a file is sent until its bytes come back as they are.
const sends = 3

// readWait is how long nothing may come of an object that is read: of one that lacks its last chunk nothing would come for ever.
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
		if err = s.keeps(ctx, name, sum); err == nil || ctx.Err() != nil {
			return err
		}
		s.log.Warn("a file of a checkpoint did not come back as it was sent, and is sent again", "file", name, "error", err)
	}
	return err
}

// keeps says why an object is not what has the hash.
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

// readObject writes an object out. It gives up when nothing has come for readWait.
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

// alive puts a timer off with all that is read.
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

// damaged reports whether an error of taking a checkpoint says that it cannot be taken as it is.
func damaged(err error) bool {
	return errors.Is(err, errOtherBytes) || errors.Is(err, jetstream.ErrDigestMismatch) || errors.Is(err, jetstream.ErrObjectNotFound)
}

func (s *Shard) damageKey() string { return fmt.Sprintf("damaged.%04d", s.cfg.Number) }

// noteDamage tells the leader that the newest checkpoint cannot be taken.
func (s *Shard) noteDamage(ctx context.Context, place uint64) error {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	_, err := s.cfg.Checkpoints.Pointers.Put(ctx, s.damageKey(), fmt.Append(nil, place))
	return err
}

// damageNoted is the revision of such a note; 0: there is none.
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

// damageMended takes the note away, unless another one came since.
func (s *Shard) damageMended(ctx context.Context, revision uint64) error {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	err := s.cfg.Checkpoints.Pointers.Delete(ctx, s.damageKey(), jetstream.LastRevision(revision))
	if errors.Is(err, jetstream.ErrKeyExists) { // the revision is another one
		return nil
	}
	return err
}
