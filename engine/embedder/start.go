package embedder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/backend/lazy"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/fault"
	"asterism/engine/sched"
	"asterism/models"
)

// start makes the device plan and starts the scheduler over the backends.
func (m *Embedder) start(ctx context.Context, c *Options) error {
	if m.hardware = Hardware(c.ORTLib, m.manifest); c.Hardware != nil {
		m.hardware = *c.Hardware
	}
	if err := m.startLearned(ctx, c); err != nil {
		return err
	}
	m.backends = append(m.backends, arith.New())
	m.trial = m.openTrial(c)
	var err error
	m.sched, err = sched.New(sched.Config{
		Lanes:    m.Lanes(),
		Backends: m.backends,
		Workers:  m.plan.Workers,
		Askers:   m.plan.Askers,
		PerLane:  m.plan.PerLane,
		OnTrial:  m.trial.waiting(),
		Budget:   batch.Budget{Tokens: m.plan.TokenBudget, Rows: m.plan.MaxRows},
		MaxWait:  c.MaxWait,
		Log:      c.Log,
	})
	if err != nil {
		return &fault.Error{Kind: fault.KindInternal, Message: "start scheduler", Err: err}
	}
	m.trial.start(m.sched)
	return nil
}

// startLearned opens the models according to the plan. If a GPU that was not requested by number does not work, ONNX Runtime's provider is
// used, and then the processor; each step is logged.
func (m *Embedder) startLearned(ctx context.Context, c *Options) error {
	cause := m.openLearned(ctx, c, c.Device)
	var failed []string
	for cause != nil && m.plan.OnGPU() && ctx.Err() == nil && (c.Device == "" || c.Device == device.WantAuto) {
		next := device.WantCPU
		if m.plan.Runner == device.Kernels && m.hardware.Provider != "" {
			next = "onnx-" + m.plan.Device
		}
		c.Log.Warn("the GPU does not run the models", "device", m.plan.Device, "cause", cause, "next", next)
		failed = append(failed, fmt.Sprintf("%s does not run the models: %v", m.plan.Device, cause))
		cause = m.openLearned(ctx, c, next)
	}
	if len(failed) > 0 {
		m.plan.Reasons = append(failed, m.plan.Reasons[1:]...) // the first reason (which device was requested) does not apply any more
	}
	return cause
}

// openLearned makes the plan for a device and opens its backends, in order of preference.
func (m *Embedder) openLearned(ctx context.Context, c *Options, want string) error {
	var err error
	if m.plan, err = device.MakePlan(m.hardware, want); err != nil {
		return fault.Machine("plan device", err, "run `asterism doctor` to see what this machine has")
	}
	if c.Workers > 0 {
		m.plan.Workers = c.Workers
	}
	if m.plan.OnGPU() && !m.verified { // a GPU's models are opened at once
		if err := m.verify(ctx, c.Progress); err != nil {
			return err
		}
	}
	switch m.plan.Runner {
	case device.Kernels:
		return m.openKernels(ctx, c)
	case device.Provider:
		return m.openProvider(ctx, c)
	}
	return m.openSessions(ctx, c, onnx.Options{Threads: m.plan.IntraThreads})
}

// openProvider opens ONNX Runtime's sessions on the GPU, and the processor's behind them.
func (m *Embedder) openProvider(ctx context.Context, c *Options) error {
	err := m.openSessions(ctx, c, onnx.Options{
		Threads: m.plan.IntraThreads, Device: fmt.Sprintf("cuda:%d", m.plan.GPU),
		GPUMemory: int64(m.plan.MemoryBytes), GPUCache: CacheFolder("tensorrt"),
	})
	if err != nil {
		return err
	}
	_, behind := m.openBehind(c)
	m.backends = append(m.backends, behind)
	return nil
}

// openSessions opens all models with ONNX Runtime as the only backend.
func (m *Embedder) openSessions(ctx context.Context, c *Options, o onnx.Options) error {
	if c.Later && o.Device == "" {
		m.later = m.onProcessor(c, o.Threads)
		m.backends = []backend.Backend{m.later}
		return nil
	}
	o.Manifest, o.Verified, o.LibPath = m.manifest, true, c.ORTLib
	learned, err := onnx.Open(ctx, o)
	if err != nil {
		return noRuntime(err)
	}
	m.backends = []backend.Backend{learned}
	return nil
}

// OpenModels opens the models that [Options.Later] left for later.
func (m *Embedder) OpenModels(ctx context.Context) error {
	if m.later == nil {
		return nil
	}
	return m.later.Open(ctx, m.later.Spaces())
}

// onProcessor returns ONNX Runtime on the processor, which opens each model when it is first needed, with this many threads.
func (m *Embedder) onProcessor(c *Options, threads int) *lazy.Backend {
	return lazy.New(lazy.Options{
		Name: "onnxruntime on cpu", Spaces: m.manifest.Spaces(),
		Open: func(ctx context.Context, s models.Space) (backend.Backend, error) {
			d, _ := m.manifest.Model(s)
			if err := m.verifyModel(ctx, d); err != nil {
				return nil, err
			}
			b, err := onnx.Open(ctx, onnx.Options{Manifest: m.manifest, Spaces: models.SetOf(s), Verified: true, LibPath: c.ORTLib, Threads: threads})
			if err != nil {
				return nil, noRuntime(err)
			}
			if err := m.seen.same(m.manifest, d); err != nil { // after opening: a file that replaces it now is not read
				return nil, errors.Join(fault.Machine("open a model", err, "start the program again"), b.Close())
			}
			return b, nil
		},
	})
}

// verifyModel compares the files of a model with the manifest, unless all were verified at the start.
func (m *Embedder) verifyModel(ctx context.Context, d *models.Model) error {
	if m.verified {
		return nil
	}
	if err := m.manifest.VerifyFiles(ctx, d.Files()...); err != nil {
		return fault.Machine("verify models", err, restoreHint)
	}
	return nil
}

// noRuntime is the error if ONNX Runtime, or a model in it, does not start.
func noRuntime(err error) error {
	return fault.Machine("start ONNX Runtime", err, "run `make setup`, or name the library with ASTERISM_ORT_LIB")
}

// CacheFolder returns a folder of this user for data that can be recomputed; empty if the system has none.
func CacheFolder(name string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "asterism", name)
}

// Hardware returns the machine's hardware, and what of it the models can use: through the program's kernels, and through ONNX Runtime, whose
// library may be given. A nil manifest means unknown models.
func Hardware(ortLib string, m *models.Manifest) device.Hardware {
	hw := device.Discover()
	hw.Kernels, hw.NoGain = "the program's kernels", noGain(m)
	if found, err := onnx.FindProviders(ortLib); err == nil { // a missing library is reported when it is opened
		hw.Provider, hw.ProviderNote = found.Accelerator(), found.Describe()
	}
	return hw
}

// noGain returns why a GPU does not help a profile's models; empty: it does. Models without separate weight files are those of the compact profile.
func noGain(m *models.Manifest) string {
	if m == nil {
		return ""
	}
	for i := range m.Models {
		if len(m.Models[i].Weights) > 0 {
			return ""
		}
	}
	return fmt.Sprintf("the models of the %s profile are small graphs that look most of what they give up in a table, which the processor does at least as fast; a GPU is for the full profile", m.Profile)
}

// Lanes returns one lane per space: model lanes with their tokenizer, window and frames, arithmetic ones over the whole text.
func (m *Embedder) Lanes() []sched.Lane {
	var out []sched.Lane
	for s := models.Space(0); int(s) < models.Count; s++ {
		lane := sched.Lane{Space: s}
		if d, ok := m.manifest.Model(s); ok {
			lane.Tokenizer, lane.Window, lane.Overlap = m.streams[s].name(), d.Window, d.Overlap
			lane.Passage, lane.Query, lane.Filled = batch.Frame(d.PassageFrame), batch.Frame(d.QueryFrame), d.QueryLength
			lane.Budget.Tokens, lane.Image = tokenBudget(d, &m.plan), imageTokens(d)
		}
		out = append(out, lane)
	}
	return out
}

// InFlight returns how many jobs should run at once if n keep a processor busy: half as many again on a GPU.
func (m *Embedder) InFlight(n int) int {
	if m.plan.Runner == device.Kernels {
		return n + n/2
	}
	return n
}
