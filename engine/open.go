package engine

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/drift"
	"asterism/engine/sched"
	"asterism/engine/search"
	"asterism/engine/spell"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/engine/token"
	"asterism/models"
)

// maxWait is how long a call waits for a place in the queue before it is told to come back.
const maxWait = 5 * time.Second

// Open starts an engine: models, device plan, scheduler, store, index. It either gives a working engine or an *Error that
// says what is wrong and what to do; then nothing is left running.
func Open(ctx context.Context, c Config) (*Engine, error) {
	if c.IndexMemory < 0 {
		return nil, invalid("index memory %d is below 0", "0 takes half of the machine's memory", c.IndexMemory)
	}
	if err := c.DriftThresholds.OrDefault().Check(); err != nil {
		return nil, invalid("%v", "similarities from which on a level holds fall from None to High, such as 0.85, 0.70, 0.55, 0.40", err)
	}
	if err := c.Workspace.Check(); err != nil {
		return nil, invalid("%v", "0 takes the default of 7 memories, and leaving the coupling out 4", err)
	}
	if c.DreamEvery < 0 {
		return nil, invalid("a dream every %v is below 0", "0 dreams only when asked", c.DreamEvery)
	}
	e := newEngine(c)
	steps := []func(context.Context) error{e.openModels, e.openBackends, e.openStore, e.openMeta, e.openAims, e.loadIndex}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			e.abandon()
			return nil, err
		}
	}
	e.startDreaming(ctx)
	e.startTidying()
	e.startAligning()
	return e, nil
}

func newEngine(c Config) *Engine {
	if c.Profile == "" {
		c.Profile = "compact"
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.MaxWait == 0 {
		c.MaxWait = maxWait
	}
	if c.Progress == nil {
		c.Progress = func(string, int, int) {}
	}
	return &Engine{cfg: c, log: c.Log, now: func() time.Time { return c.Now().UTC() }, namespaces: map[string]*namespace{}}
}

// openModels reads the manifest, verifies every file against it, and loads the tokenizers.
func (e *Engine) openModels(ctx context.Context) error {
	dir, err := models.FindDir(e.cfg.Profile, e.cfg.Models)
	if err != nil {
		return machine("find models", err, "build with `make build`, or name the folder with --models")
	}
	if e.manifest, err = models.LoadManifest(dir); err != nil {
		return machine("read models", err, "restore the folder from the release or with `git checkout`")
	}
	if e.manifest.Profile != e.cfg.Profile {
		return invalid("folder %s holds the models of profile %q, not of %q", "name the right folder with --models", dir, e.manifest.Profile, e.cfg.Profile)
	}
	if err := e.manifest.Verify(ctx, func(_ string, done, total int64) { e.cfg.Progress("verifying models", int(done), int(total)) }); err != nil {
		return machine("verify models", err, "restore the file from the release or with `git checkout`")
	}
	e.tokenizers, e.streams = map[string]*token.Tokenizer{}, map[models.Space]stream{}
	for name, f := range e.manifest.Tokenizers {
		if e.tokenizers[name], err = token.Load(e.manifest.Path(f)); err != nil {
			return machine("load tokenizer "+name, err, "restore the file from the release or with `git checkout`")
		}
	}
	for i := range e.manifest.Models {
		m := &e.manifest.Models[i]
		if m.QueryPrefix != "" || m.PassagePrefix != "" { // leaving a prefix out would change what the vectors mean
			return machine("read models", fmt.Errorf("%s has the prefixes %q and %q, which this version cannot put in front of texts", m.Space, m.QueryPrefix, m.PassagePrefix), "use models without prefixes, such as the compact profile's")
		}
		e.streams[m.Space] = streamOf(m)
		e.hashes[m.Space] = e.manifest.Hash(m.Space)
	}
	e.words = spell.OfTokenizer(e.tokenizers[e.streams[models.Semantic].tokenizer])
	return nil
}

// openBackends makes the device plan and starts the scheduler over the backends.
func (e *Engine) openBackends(ctx context.Context) error {
	e.hardware = device.Discover()
	var err error
	if e.plan, err = device.MakePlan(e.hardware, e.cfg.Device); err != nil {
		return machine("plan device", err, "run `asterism doctor` to see what this machine has")
	}
	if e.cfg.Workers > 0 {
		e.plan.Workers = e.cfg.Workers
	}
	learned, err := onnx.Open(ctx, onnx.Options{Manifest: e.manifest, LibPath: e.cfg.ORTLib, Threads: e.plan.IntraThreads})
	if err != nil {
		return machine("start ONNX Runtime", err, "run `make setup`, or name the library with ASTERISM_ORT_LIB")
	}
	e.backends = []backend.Backend{learned, arith.New()}
	e.sched, err = sched.New(sched.Config{
		Lanes:    e.lanes(),
		Backends: e.backends,
		Workers:  e.plan.Workers,
		Budget:   batch.Budget{Tokens: e.plan.TokenBudget, Rows: e.plan.MaxRows},
		MaxWait:  e.cfg.MaxWait,
		Log:      e.log,
	})
	if err != nil {
		return &Error{Kind: KindInternal, Message: "start scheduler", Err: err}
	}
	return nil
}

// lanes is one lane a space: model lanes with their tokenizer and window, arithmetic ones over the whole text.
func (e *Engine) lanes() []sched.Lane {
	var out []sched.Lane
	for s := models.Space(0); int(s) < models.Count; s++ {
		lane := sched.Lane{Space: s}
		if m, ok := e.manifest.Model(s); ok {
			lane.Tokenizer, lane.Window, lane.Overlap = e.streams[s].name(), m.Window, m.Overlap
		}
		out = append(out, lane)
	}
	return out
}

func (e *Engine) openStore(ctx context.Context) error {
	var err error
	if e.store, err = rocks.Open(ctx, rocks.Options{Dir: e.cfg.Data, Logger: e.log}); err != nil {
		return storage("start engine", err)
	}
	if err := e.store.Bind(ctx, e.manifest.Profile, e.hashes); err != nil {
		return storage("start engine", err)
	}
	e.history = drift.NewHistory(e.shelves())
	return e.readIdentity()
}

// loadIndex reads what search holds in memory back from the store, so that nothing is ever searched against an empty index.
func (e *Engine) loadIndex(ctx context.Context) error {
	e.index = search.New(e)
	e.index.Limit(e.indexMemory(), e)
	info, err := e.store.Info(ctx)
	if err != nil {
		return storage("load index", err)
	}
	var done atomic.Int64
	err = e.store.Load(ctx, stored.Without(models.SetOf(models.LateInteraction)), max(1, e.hardware.CPU.Threads), func(_ int, m *store.Memory) error {
		if n := done.Add(1); n%loadStep == 0 {
			e.cfg.Progress("loading memories", int(n), info.Live())
		}
		return e.index.Add(m)
	})
	return storage("load index", err)
}

// indexMemory is the bound of what search holds; 0 where the size of the machine's memory is unknown.
func (e *Engine) indexMemory() int64 {
	if e.cfg.IndexMemory != 0 {
		return e.cfg.IndexMemory
	}
	return int64(e.hardware.MemoryBytes / 2)
}

// loadStep is how many memories are loaded between two words of progress.
const loadStep = 1000

// abandon closes what a failed Open had started.
func (e *Engine) abandon() {
	if e.sched != nil {
		_ = e.sched.Close(context.Background())
	}
	_ = e.closeBackends()
	if e.store != nil {
		_ = e.store.Close()
	}
}

func machine(doing string, err error, hint string) error {
	return &Error{Kind: KindDevice, Message: doing, Err: err, Hint: hint}
}
