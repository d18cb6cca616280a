package rocks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"asterism/engine/store"
)

// Store is a [store.Store] in a directory. One process owns it at a time; others may open it to read.
type Store struct {
	dir      string
	space    spaceCheck
	readOnly bool
	log      *slog.Logger
	gate     *gate
	d        *database
	budget   budget
	models   modelSets
	writer   *committer // nil when read-only

	scrubbing sync.Mutex // one scrub at a time, or one clearing
	follows   bool       // follows a log: only Replay writes it
	replaying sync.Mutex // one Replay at a time
}

var _ = store.Of((*Store)(nil))

// Open opens the store in the directory, or creates one. The errors wrap [store.ErrLocked] if another process has it open, [store.ErrNewer] if a later program wrote it, [store.ErrDamaged]
// or, if opening it ReadOnly may work, [store.ErrNoSpace] or [store.ErrReadOnly]. ctx is checked only at the start: opening itself cannot be cancelled; after a crash it reads the log of
// the last run, 128 MiB at most.
func Open(ctx context.Context, o Options) (*Store, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &Store{dir: o.Dir, readOnly: o.ReadOnly, log: o.Logger, gate: newGate()}
	if s.log == nil {
		s.log = slog.Default()
	}
	if err := s.open(&o); err != nil {
		if s.d != nil {
			s.d.close()
		}
		return nil, fmt.Errorf("open store %s: %w", o.Dir, rocksError(err))
	}
	return s, nil
}

func (s *Store) open(o *Options) error {
	s.budget = o.budget()
	b := s.budget
	if s.dir == "" {
		return fmt.Errorf("no directory is given")
	}
	if !s.readOnly {
		if err := os.MkdirAll(s.dir, 0o700); err != nil {
			return err
		}
	}
	if s.space = newSpaceCheck(s.dir, b); !s.readOnly {
		if err := s.space.check(0); err != nil {
			return err
		}
	}
	if err := checkNew(s.dir); err != nil {
		return err
	}
	inFile, err := checkFormatFile(s.dir, s.readOnly)
	if err != nil {
		return rocksError(err)
	}
	if err := s.openDatabase(b); err != nil {
		return err
	}
	if !s.readOnly {
		s.d.harm.onDamage = func(f family) { stopMerging(s, f) }
	}
	if err := s.bindFormat(inFile); err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return err
	}
	return beginFollowing(s, o.Follow)
}

func (s *Store) openDatabase(b budget) (err error) {
	if !s.readOnly {
		if err := askOwner(s.dir); err != nil {
			return err
		}
	}
	if _, err := os.Stat(filepath.Join(s.dir, currentFile)); err == nil {
		if err := checkFamilies(s.dir); err != nil {
			return err
		}
	}
	if s.d, err = openDatabase(s.dir, s.readOnly, b, damagedFamilies(s.dir)); errors.Is(err, store.ErrLocked) {
		return lockedError(s.dir, err)
	}
	return err
}

// begin reads the tables that are kept in memory and starts the writer.
func (s *Store) begin() error {
	v := s.d.view()
	defer v.close()
	if err := s.models.load(v); err != nil {
		return err
	}
	if err := s.beginLayout(v); err != nil || s.readOnly {
		return err
	}
	if err := writeOwner(s.dir); err != nil {
		return fmt.Errorf("write %s: %w", ownerFile, rocksError(err))
	}
	counts := counts{}
	if err := counts.load(v); err != nil {
		return err
	}
	s.writer = newCommitter(s.d, counts, s.space)
	s.d.harm.onRefused = func(err error) { reopenAfterDamage(s, err) }
	return nil
}

// Close finishes the writes in progress and frees everything. Later calls return [store.ErrClosed].
func (s *Store) Close() error {
	if !s.gate.close() {
		return store.ErrClosed
	}
	if s.writer != nil {
		s.writer.stop()
		s.shortenLog()
		if err := os.Remove(filepath.Join(s.dir, ownerFile)); err != nil {
			s.log.Warn("remove file of the store's owner", "error", err)
		}
	}
	s.d.close()
	return nil
}

// minFlush is the size of the log from which Close flushes it: a smaller one is read faster at the next start.
const minFlush = 8 << 20

func (s *Store) shortenLog() {
	if s.d.buffered() < minFlush {
		return
	}
	if err := s.d.flush(); err != nil {
		s.log.Warn("flush store, the next start reads its log", "error", err)
	}
}

// Dir returns the store's directory.
func (s *Store) Dir() string { return s.dir }
