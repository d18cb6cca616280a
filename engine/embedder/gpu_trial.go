package embedder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"asterism/engine/backend"
	"asterism/engine/backend/agree"
	"asterism/engine/caught"
	"asterism/engine/fault"
	"asterism/engine/queue"
	"asterism/engine/sched"
	"asterism/models"
)

// trial compares a GPU with the backend behind it before the GPU's values are used: its kernels may never have run on such a GPU. It runs once for
// each GPU, driver, program and model, in the background, while the processor embeds. So no call waits for it, and no value of a faulty GPU is
// ever stored. A nil trial means no GPU.
type trial struct {
	m      *Embedder
	log    *slog.Logger
	now    func() time.Time
	book   *checkBook
	texts  []string   // the texts to compare
	spaces models.Set // those on the GPU
	open   models.Set // those of spaces that have not passed before: read once, since another process may write the book meanwhile

	life   context.Context // of the backends
	end    context.CancelFunc
	ctx    context.Context // of the comparisons in the background
	cancel context.CancelFunc
	work   sync.WaitGroup
	turn   sync.Mutex // one comparison at a time: each uses the whole machine
	unkept sync.Once  // for the warning that results cannot be stored
}

// GPUCheck is the result of comparing one space on a GPU with the processor.
type GPUCheck struct {
	Space   models.Space
	Figures agree.Figures
	Why     string // why it failed; empty: it passed
	At      time.Time
}

// openTrial prepares the trial of the embedder's GPU.
func (m *Embedder) openTrial(c *Options) *trial {
	if m.gpu == nil {
		return nil
	}
	t := &trial{m: m, log: c.Log, now: c.Now, texts: c.CheckTexts, spaces: m.gpu.Spaces()}
	if t.texts == nil {
		t.texts = checkTexts
	}
	t.book = openCheckBook(CacheFolder(checkBookName), GPUKey(m.hardware, m.plan.GPU, m.gpu.Choices()), m.hashes)
	for _, s := range t.spaces.Spaces() {
		if found, ok := t.book.find(s); !ok || found.Why != "" {
			t.open = t.open.With(s)
		}
	}
	t.life, t.end = context.WithCancel(context.Background())
	t.ctx, t.cancel = context.WithCancel(t.life)
	return t
}

// waiting returns the spaces that do not run on the GPU until they have been settled. It does not change, because the scheduler depends on it.
func (t *trial) waiting() models.Set {
	if t == nil {
		return 0
	}
	return t.open
}

// start settles the known results and begins to compare the rest.
func (t *trial) start(s *sched.Scheduler) {
	if t == nil {
		return
	}
	var left []models.Space
	for _, space := range t.waiting().Spaces() {
		found, ok := t.book.find(space)
		switch {
		case !ok:
			left = append(left, space)
		case found.Why == "": // another process has just compared it
			s.EndTrial(space, nil)
		default:
			t.log.Warn("a space stays on the processor: it failed its check on the GPU", "space", space.String(), "cause", found.Why, "when", found.At.Format(time.DateOnly))
			s.EndTrial(space, errors.New(found.Why))
		}
	}
	if len(left) == 0 {
		return
	}
	slices.SortStableFunc(left, func(a, b models.Space) int { return cmp.Compare(t.m.weight(a), t.m.weight(b)) }) // small models first: they finish soon
	t.log.Info("the GPU is compared with the processor, which embeds meanwhile", "gpu", t.m.gpu.Name(), "spaces", fmt.Sprint(left))
	t.work.Go(func() {
		_ = caught.Do(func() { t.run(s, left) }) // after a panic the rest stays on the processor until the next start
	})
}

// run compares spaces until the embedder closes.
func (t *trial) run(s *sched.Scheduler, left []models.Space) {
	for _, space := range left {
		found, err := t.check(t.ctx, space)
		switch {
		case t.ctx.Err() != nil:
			return
		case err != nil: // the comparison itself failed, not the GPU: the next start tries again
			t.log.Warn("a space stays on the processor: it could not be compared with the GPU", "space", space.String(), "cause", err)
			s.EndTrial(space, err)
		case found.Why != "":
			t.log.Warn("a space stays on the processor: it failed its check on the GPU", "space", space.String(), "cause", found.Why)
			s.EndTrial(space, errors.New(found.Why))
		default:
			t.log.Info("a space goes to the GPU: it agrees with the processor", "space", space.String(), "least", found.Figures.Least, "vectors", found.Figures.Vectors)
			s.EndTrial(space, nil)
		}
		if errors.Is(err, backend.ErrLost) {
			return
		}
	}
}

// check compares one space and stores the result. The error is one of comparing, including a fault of a backend.
func (t *trial) check(ctx context.Context, s models.Space) (found GPUCheck, err error) {
	t.turn.Lock()
	defer t.turn.Unlock()
	if t.life.Err() != nil {
		return GPUCheck{}, fmt.Errorf("the engine is closed: %w", queue.ErrClosed)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.life, cancel)()
	defer caught.Into(&err)
	figures, err := agree.Compare(ctx, t.m.gpu, t.m.other(s), s, t.m.checkBatches(s, t.texts)...)
	var differ *agree.DifferError
	if err != nil && !errors.As(err, &differ) {
		return GPUCheck{}, err
	}
	d, ok := t.m.manifest.Model(s)
	if err == nil {
		err = figures.Check(s.Info().Kind, ok && d.Int8())
	}
	found = GPUCheck{Space: s, Figures: figures, At: t.now().UTC()}
	if err != nil {
		found.Why = err.Error()
	}
	if err := t.book.save(found); err != nil {
		t.unkept.Do(func() {
			t.log.Warn("what the GPU's check found is not remembered: the next start checks again", "cause", err)
		})
	}
	return found, nil
}

// stop ends the comparisons in the background and waits for them.
func (t *trial) stop() {
	t.cancel()
	t.work.Wait()
}

// close ends all comparisons: when it returns, none uses the backends any more.
func (t *trial) close() {
	if t == nil {
		return
	}
	t.end()
	t.stop()
	t.turn.Lock() // then every caller of check has its answer
	defer t.turn.Unlock()
}

// other returns the backend that embeds a space if the GPU does not.
func (m *Embedder) other(s models.Space) backend.Backend {
	for _, b := range m.backends[1:] {
		if b.Spaces().Has(s) {
			return b
		}
	}
	return nil // unreachable: every space has a lane, and sched.New requires a second backend for it
}

// weight returns the size of a space's model in bytes.
func (m *Embedder) weight(s models.Space) (n int64) {
	if d, ok := m.manifest.Model(s); ok {
		for _, f := range d.Files() {
			n += f.Bytes
		}
	}
	return n
}

// CheckGPU compares every space of the GPU with the processor again, stores the results, and returns them in the order of the spaces. A space that
// fails but already runs on the GPU stays there until the next start.
func (m *Embedder) CheckGPU(ctx context.Context) ([]GPUCheck, error) {
	if m.trial == nil {
		return nil, &fault.Error{Kind: fault.KindDevice, Message: "check GPU: the program's kernels do not run on a GPU here: " + m.plan.Reasons[0], Hint: "choose one with --device cuda:N and --profile full"}
	}
	m.trial.stop() // its remaining work is done here
	var out []GPUCheck
	for i, s := range m.trial.spaces.Spaces() {
		m.progress("checking the GPU", i, len(m.trial.spaces.Spaces()))
		found, err := m.trial.check(ctx, s)
		if err != nil {
			return out, fault.Machine("check "+s.String()+" on the GPU", err, "choose the device cpu until it works")
		}
		out = append(out, found)
		m.settleTrial(found)
	}
	return out, nil
}

// settleTrial ends the trial of a space that still has one.
func (m *Embedder) settleTrial(found GPUCheck) {
	if found.Why == "" {
		m.sched.EndTrial(found.Space, nil)
		return
	}
	m.sched.EndTrial(found.Space, errors.New(found.Why))
}
