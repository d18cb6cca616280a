package engine

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/unread"
	"asterism/engine/validity"
	"asterism/engine/warm"
	"asterism/kernels"
)

// Open starts an engine: models, device plan, scheduler, store, index. It returns either a working engine or an *Error that
// says what is wrong and what to do; then nothing is left running.
func Open(ctx context.Context, c Config) (*Engine, error) {
	if _, err := kernels.Variant(); err != nil {
		return nil, fault.Invalid("%v", kernels.EnvCPU+" imitates a lesser processor, to repeat here what was seen on one; leave it unset otherwise", err)
	}
	if c.IndexMemory < 0 {
		return nil, fault.Invalid("index memory %d is below 0", "0 takes half of the machine's memory", c.IndexMemory)
	}
	if c.StoreCache < 0 {
		return nil, fault.Invalid("store cache %d is below 0", "0 takes a sixteenth of the free memory", c.StoreCache)
	}
	if err := c.DriftThresholds.OrDefault().Check(); err != nil {
		return nil, fault.Invalid("%v", "the least similarities of the levels must decrease from None to High, such as 0.85, 0.60, 0.55, 0.40", err)
	}
	if rules := c.Learning.OrDefault(); rules.Check() != nil {
		return nil, fault.Invalid("%v", "leave a setting of learning out to keep its default; `asterism meta settings` lists them", rules.Check())
	}
	if err := c.Workspace.Check(); err != nil {
		return nil, fault.Invalid("%v", "0 takes the default of 7 memories, and leaving the coupling out 4", err)
	}
	if err := embedder.CheckFolders(c.Images); err != nil {
		return nil, err
	}
	if c.DreamEvery < 0 {
		return nil, fault.Invalid("a dream every %v is below 0", "0 dreams only when asked", c.DreamEvery)
	}
	e := newEngine(c)
	steps := []func(context.Context) error{e.openModels, e.openStore, e.openOutcomes, e.openAims, e.openIndex, e.openDreams, func(ctx context.Context) error { return openMoves(ctx, e) }}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			e.abandon()
			return nil, err
		}
	}
	if c.Warm != nil {
		follow(e)
		return e, nil
	}
	if err := e.dreams.TellCutShort(ctx); err != nil {
		e.log.Warn("look for dreams that were cut short", "error", err)
	}
	e.upkeep.startLoops()
	return e, nil
}

// follow makes what another node writes from now on visible to searches.
func follow(e *Engine) {
	e.cfg.Warm.Begin(warm.View{
		Store: e.store, Parts: e.without(inIndex),
		Hide: func(id store.ID, m *store.Memory) {
			e.takeOut(id)
			if m == nil {
				e.held.dropFromBook(id)
			} else if !m.Deleted.IsZero() { // what it says about others may have changed while it was forgotten
				e.held.noteRelations(m)
			}
		},
		Show: func(m *store.Memory) error {
			e.held.unread.Read(m.ID, &m.Record)
			if err := e.makeSearchable(m); err != nil {
				return err
			}
			e.held.align(m.ID, m.Version, &m.Purpose) // it may be measured again without a new version
			return nil
		},
		Relearn: func(ctx context.Context) error {
			return errors.Join(e.aims.Reload(ctx), e.meta.Reload(ctx), e.worth.Reload(ctx))
		},
	})
}

// written returns err, unless it says that the engine may not write, and the engine was opened to follow a leader, which then writes what remains, or only to read.
func (p *parts) written(err error) error {
	if p.cfg.Warm != nil && errors.Is(err, store.ErrDeposed) || p.cfg.unwritable != nil && errors.Is(err, store.ErrReadOnly) {
		return nil
	}
	return err
}

// complete sets the defaults.
func (c *Config) complete() {
	if c.Profile == "" {
		c.Profile = embedder.DefaultProfile
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Progress == nil {
		c.Progress = func(string, int, int) {}
	}
}

func newEngine(c Config) *Engine {
	c.complete()
	e := &Engine{parts: parts{cfg: c, log: c.Log, now: func() time.Time { return c.Now().UTC() }, held: held{facts: &validity.Book{}, unread: unread.New(c.Log)}}}
	e.in.parts, e.out.parts, e.upkeep.parts = &e.parts, &e.parts, &e.parts
	e.in.namespaces = map[string]*namespace{}
	e.upkeep.makeLoops()
	return e
}

func (e *Engine) openStore(ctx context.Context) error {
	var err error
	e.store, err = whenFree(ctx, e.cfg.StoreWait, func() (store.Store, error) {
		s, err := openStore(ctx, &e.cfg)
		if errors.Is(err, store.ErrLocked) && e.cfg.StoreWait > 0 {
			e.cfg.Progress("waiting for another process to be done with the store", 0, 0)
		}
		return s, err
	})
	if err != nil {
		return fault.Storage("start engine", err)
	}
	if e.cfg.unwritable == nil {
		if err := e.dropCheckpoint(); err != nil {
			return fault.Storage("start engine", err)
		}
	}
	if e.cfg.Warm != nil {
		e.cfg.Warm.Hear() // before anything is read
	}
	err = e.written(e.store.Bind(ctx, e.embedder.Manifest().Profile, e.embedder.Hashes()))
	if errors.Is(err, store.ErrProfile) && e.cfg.AnyModels && e.cfg.Store == nil {
		err = e.readOtherModels(ctx, err)
	}
	if err != nil {
		return fault.Storage("start engine", err)
	}
	e.logRenewal(ctx)
	e.openMinds()
	return e.out.readIdentity()
}

// abandon closes what a failed Open had started.
func (e *Engine) abandon() {
	_ = e.onGPU.close()
	_ = e.closeModels(context.Background())
	if e.store.Closer != nil {
		_ = e.store.Close()
	}
}

// openStore opens the store that c names: RocksDB in the folder Data, unless another one is given. Only this file of the package
// uses RocksDB.
func openStore(ctx context.Context, c *Config) (store.Store, error) {
	if c.Store != nil {
		return *c.Store, nil
	}
	o := rocks.Options{Dir: c.Data, CacheBytes: c.StoreCache, Logger: c.Log}
	s, err := rocks.Open(ctx, o)
	if c.ReadAnyway && (errors.Is(err, store.ErrNoSpace) || errors.Is(err, store.ErrReadOnly)) {
		o.ReadOnly = true
		if read, readErr := rocks.Open(ctx, o); readErr == nil {
			s, c.unwritable, c.Warm, err = read, err, warm.New(still{}), nil
		}
	}
	if err != nil {
		return store.Store{}, err
	}
	return store.Of(s), nil
}

// readOtherModels opens the store again, only for reading; why is the error of its models.
func (p *parts) readOtherModels(ctx context.Context, why error) error {
	if p.cfg.unwritable != nil { // it is already only read
		return nil
	}
	if err := p.store.Close(); err != nil {
		return err
	}
	p.store = store.Store{}
	s, err := rocks.Open(ctx, rocks.Options{Dir: p.cfg.Data, CacheBytes: p.cfg.StoreCache, Logger: p.log, ReadOnly: true})
	if err != nil {
		return err
	}
	p.store, p.cfg.unwritable, p.cfg.Warm = store.Of(s), why, warm.New(still{})
	p.cfg.Warm.Hear()
	return nil
}

// still is the [warm.Source] of a store that nobody writes.
type still struct{}

// Applied implements [warm.Source].
func (still) Applied() uint64 { return 0 }

// OnApplied implements [warm.Source].
func (still) OnApplied(func(uint64, *store.Write)) (stop func()) { return func() {} }

// OnlyReads returns why an engine only reads its store; nil: it writes, too. See [Config.ReadAnyway] and [Config.AnyModels]; with the latter, the reason wraps [store.ErrProfile].
func OnlyReads(e *Engine) error { return e.cfg.unwritable }

// backupFiles is how many sorted files of a checkpoint are kept open while it is read once; the store keeps its own files open in addition.
const backupFiles = 20

// ExamineCheckpoint reads all of a checkpoint, and returns how many live memories it has, and how many of its records are damaged. The store may have more by now. progress may be nil. The
// error is that of ctx if it ends.
func ExamineCheckpoint(ctx context.Context, checkpoint string, log *slog.Logger, progress BackupProgress) (live, damaged int, err error) {
	s, err := rocks.Open(ctx, rocks.Options{Dir: checkpoint, ReadOnly: true, CacheBytes: 8 << 20, OpenFiles: backupFiles, Logger: log})
	if err != nil {
		return 0, 0, err
	}
	info, err := s.Info(ctx)
	var report rocks.Report
	if err == nil {
		report, err = s.Check(ctx, func(done, total int) {
			if progress != nil && total > 0 {
				progress(BackupVerifying, int64(done)*backupThousand/int64(total), backupThousand)
			}
		})
	}
	if damage := report.Err(); damage != nil {
		log.Error("the backup contains the records that are damaged in the store", "error", damage)
	}
	return info.Live(), len(report.Damage) + report.More, errors.Join(err, s.Close())
}

// freeLook is how often it tries to open a store that another process has open.
const freeLook = 20 * time.Millisecond

// whenFree opens a store, and waits at most this long for another process to close it.
func whenFree(ctx context.Context, wait time.Duration, open func() (store.Store, error)) (store.Store, error) {
	for begin := time.Now(); ; {
		s, err := open()
		if !errors.Is(err, store.ErrLocked) || time.Since(begin) >= wait {
			return s, err
		}
		select {
		case <-ctx.Done():
			return store.Store{}, fault.Storage("open store", errors.Join(ctx.Err(), err))
		case <-time.After(freeLook):
		}
	}
}
