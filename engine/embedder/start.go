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

// startLearned opens the models where the plan says. A GPU that was not asked for by number and turns out not to work leaves the work to ONNX
// Runtime's provider, and that to the processor, each out loud.
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
		m.plan.Reasons = append(failed, m.plan.Reasons[1:]...) // not that the processor, or the provider, was asked for
	}
	return cause
}

// openLearned makes the plan for a device and opens the backends that it wants, in order of preference.
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

// OpenModels opens what [Options.Later] has left for later.
func (m *Embedder) OpenModels(ctx context.Context) error {
	if m.later == nil {
		return nil
	}
	return m.later.Open(ctx, m.later.Spaces())
}

// onProcessor is ONNX Runtime on the processor, of which each model is opened when it is first needed, to run with so many threads.
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
			if err := m.seen.same(m.manifest, d); err != nil { // after it was opened: what comes in the file's place now is not read
				return nil, errors.Join(fault.Machine("open a model", err, "start the program again"), b.Close())
			}
			return b, nil
		},
	})
}

// verifyModel compares the files of a model with the manifest, unless all were when the program started.
func (m *Embedder) verifyModel(ctx context.Context, d *models.Model) error {
	if m.verified {
		return nil
	}
	if err := m.manifest.VerifyFiles(ctx, d.Files()...); err != nil {
		return fault.Machine("verify models", err, restoreHint)
	}
	return nil
}

// noRuntime says that ONNX Runtime, or a model in it, does not start.
func noRuntime(err error) error {
	return fault.Machine("start ONNX Runtime", err, "run `make setup`, or name the library with ASTERISM_ORT_LIB")
}

// CacheFolder is a folder of this user for what can be made again; empty where the system knows none.
func CacheFolder(name string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "asterism", name)
}

// Hardware is what the machine has, and what of it the models can use: by the program's kernels, and by ONNX Runtime, whose library may be named. A
// nil manifest is of models about which nothing is known.
func Hardware(ortLib string, m *models.Manifest) device.Hardware {
	hw := device.Discover()
	hw.Kernels, hw.NoGain = "the program's kernels", noGain(m)
	if found, err := onnx.FindProviders(ortLib); err == nil { // that there is no library is said when it is opened
		hw.Provider, hw.ProviderNote = found.Accelerator(), found.Describe()
	}
	return hw
}

// noGain says why a GPU is of no use to a profile's models; empty: it is. Models without weights beside the graph are those of the compact profile.
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

// Lanes is one lane a space: model lanes with their tokenizer, window and frames, arithmetic ones over the whole text.
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

// InFlight is how many pieces of work there should be at once where a processor is kept at work by n: on a GPU half as many again.
func (m *Embedder) InFlight(n int) int {
	if m.plan.Runner == device.Kernels {
		return n + n/2
	}
	return n
}
