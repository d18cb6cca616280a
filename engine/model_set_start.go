package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/models"
)

// start makes the device plan and starts the scheduler over the backends.
func (m *modelSet) start(ctx context.Context, c *Config) error {
	m.hardware = Hardware(c.ORTLib)
	learned, err := m.startLearned(ctx, c)
	if err != nil {
		return err
	}
	m.backends = []backend.Backend{learned, arith.New()}
	m.sched, err = sched.New(sched.Config{
		Lanes:    m.lanes(),
		Backends: m.backends,
		Workers:  m.plan.Workers,
		Budget:   batch.Budget{Tokens: m.plan.TokenBudget, Rows: m.plan.MaxRows},
		MaxWait:  c.MaxWait,
		Log:      c.Log,
	})
	if err != nil {
		return &Error{Kind: KindInternal, Message: "start scheduler", Err: err}
	}
	return nil
}

// startLearned opens the models where the plan says. A card that was not asked for by number and turns out not to work
// leaves the work to the processor, out loud.
func (m *modelSet) startLearned(ctx context.Context, c *Config) (*onnx.Backend, error) {
	learned, cause := m.openLearned(ctx, c, c.Device)
	if cause == nil || !m.plan.OnCard() || ctx.Err() != nil || c.Device != "" && c.Device != device.WantAuto {
		return learned, cause
	}
	card := m.plan.Device
	c.Log.Warn("the card does not run the models: the processor does", "device", card, "cause", cause)
	learned, err := m.openLearned(ctx, c, device.WantCPU)
	m.plan.Reasons = append([]string{fmt.Sprintf("%s does not run the models: %v", card, cause)}, m.plan.Reasons[1:]...)
	return learned, err
}

func (m *modelSet) openLearned(ctx context.Context, c *Config, want string) (*onnx.Backend, error) {
	var err error
	if m.plan, err = device.MakePlan(m.hardware, want); err != nil {
		return nil, machine("plan device", err, "run `asterism doctor` to see what this machine has")
	}
	if c.Workers > 0 {
		m.plan.Workers = c.Workers
	}
	learned, err := onnx.Open(ctx, onnx.Options{
		Manifest: m.manifest, Verified: true, LibPath: c.ORTLib, Threads: m.plan.IntraThreads,
		Device: m.plan.Device, CardMemory: int64(m.plan.MemoryBytes), CardCache: cardCache(),
	})
	if err != nil {
		return nil, machine("start ONNX Runtime", err, "run `make setup`, or name the library with ASTERISM_ORT_LIB")
	}
	return learned, nil
}

// cardCache is the folder of this user that keeps what is built for a card; none where the system knows no such folder.
func cardCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "asterism", "tensorrt")
}

// Hardware is what the machine has, and what ONNX Runtime, whose library may be named, can use of it.
func Hardware(ortLib string) device.Hardware {
	hw := device.Discover()
	if found, err := onnx.FindProviders(ortLib); err == nil { // that there is no library is said when it is opened
		hw.Accelerator, hw.AcceleratorNote = found.Accelerator(), found.Describe()
	}
	return hw
}

// lanes is one lane a space: model lanes with their tokenizer, window and frames, arithmetic ones over the whole text.
func (m *modelSet) lanes() []sched.Lane {
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
