package embedder

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"asterism/engine/backend"
	"asterism/engine/backend/cuda"
	"asterism/engine/backend/lazy"
	"asterism/engine/backend/onnx"
	"asterism/engine/backend/portion"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/fault"
	kernels "asterism/kernels/cuda"
	"asterism/models"
)

// GPU is the program's own backend on a GPU, which says how things stand there.
type GPU interface {
	backend.Backend
	// Residency says of every space whether it is on the GPU, what it takes there, and why not.
	Residency() []cuda.Place
	// Memory is the GPU's, in bytes, now.
	Memory() (free, total uint64, err error)
	// Choices say in words which kernels were measured to be the fastest.
	Choices() []string
}

// openGPU brings the models to a GPU. Tests put another into [Options].
func openGPU(ctx context.Context, o cuda.Options) (GPU, error) {
	b, err := cuda.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// openKernels opens the program's backend on the GPU, and the processor's sessions behind it: at once for the spaces that the GPU does not have, and
// for the others when they are needed, since all of them take gigabytes.
func (m *Embedder) openKernels(ctx context.Context, c *Options) error {
	if _, err := onnx.FindLibrary(c.ORTLib); err != nil { // the processor compares, and takes what leaves the GPU
		return noRuntime(err)
	}
	open := c.OpenGPU
	if open == nil {
		open = openGPU
	}
	gpu, err := open(ctx, cuda.Options{
		Manifest: m.manifest, Ordinal: m.plan.GPU, Tokens: m.plan.TokenBudget, Rows: m.plan.MaxRows, Log: c.Log,
		Progress: func(done, total uint64) { c.Progress("loading weights", int(done>>20), int(total>>20)) },
	})
	if err != nil {
		return fault.Machine("open "+m.plan.Device, err, "choose the device auto or cpu; `asterism doctor` says what this machine has")
	}
	m.gpu = gpu
	sessions, behind := m.openBehind(c)
	m.backends = []backend.Backend{gpu, behind}
	if err := sessions.Open(ctx, sessions.Spaces().Without(gpu.Spaces())); err != nil {
		err = errors.Join(err, gpu.Close(), behind.Close())
		m.gpu, m.backends = nil, nil
		return noRuntime(err)
	}
	tellPlaces(c.Log, gpu)
	return nil
}

// openBehind makes the processor's backend that stands behind a GPU's: nothing of it is open yet, and what comes in batches made for a GPU runs in
// batches made for the processor.
func (m *Embedder) openBehind(c *Options) (*lazy.Backend, backend.Backend) {
	plan, _ := device.MakePlan(m.hardware, device.WantCPU) // which every machine has
	m.behind = m.onProcessor(c, plan.IntraThreads)
	return m.behind, portion.New(m.behind, plan.Workers, func(s models.Space) portion.Size {
		d, ok := m.manifest.Model(s)
		if !ok {
			return portion.Size{Budget: batch.Budget{Tokens: plan.TokenBudget, Rows: plan.MaxRows}}
		}
		return portion.Size{
			Budget: batch.Budget{Tokens: cmp.Or(tokenBudget(d, &plan), plan.TokenBudget), Rows: plan.MaxRows},
			Filled: d.QueryLength, Image: imageTokens(d),
		}
	})
}

// tellPlaces logs, in one line, which learned spaces are not on the GPU and why; the arithmetic ones are nowhere missed.
func tellPlaces(log *slog.Logger, c GPU) {
	var left []string
	for _, p := range c.Residency() {
		if !p.OnGPU && p.Space.Info().Origin == models.FromModel {
			left = append(left, p.Space.Code()+": "+p.Why)
		}
	}
	if len(left) > 0 {
		log.Warn("spaces stay on the processor", "gpu", c.Name(), "causes", strings.Join(left, "; "))
	}
}

// GPUStatus is what there is to say of the GPU that the program's kernels run on.
type GPUStatus struct {
	Name        string
	Free, Total uint64        // bytes of its memory, now; 0 when it does not answer
	NoAnswer    string        // why it does not; empty when it does
	Busy, Open  time.Duration // how long it had work since it was opened, and how long ago that is; 0 and 0 where it does not say
	Places      []cuda.Place
	Choices     []string   // which kernels were measured to be the fastest
	Checks      []GPUCheck // what comparing it with the processor gave, of the spaces on the GPU that were compared
}

// GPUStatus asks the GPU; nil where the program's kernels run on none.
func (m *Embedder) GPUStatus() *GPUStatus {
	if m.gpu == nil {
		return nil
	}
	s := &GPUStatus{Name: m.gpu.Name(), Places: m.gpu.Residency(), Choices: m.gpu.Choices()}
	var err error
	if s.Free, s.Total, err = m.gpu.Memory(); err != nil {
		s.NoAnswer = err.Error()
	}
	s.Busy, s.Open, _ = m.GPUBusy()
	for _, space := range m.trial.spaces.Spaces() {
		if found, ok := m.trial.book.find(space); ok {
			s.Checks = append(s.Checks, found)
		}
	}
	return s
}

// sharer is a backend whose GPU others may use too, each by a stream: two owners of one GPU would take turns instead of working beside each other.
type sharer interface {
	// Share returns a stream of the GPU, which ends before the backend does. It is called from a goroutine that is locked to its thread.
	Share() (kernels.Machine, error)
}

// ShareGPU is how a stream of the GPU that the models run on is opened: it ends before the embedder does, and is called from a goroutine that is
// locked to its thread. nil: the GPU of that number is not the models', or cannot be shared.
func (m *Embedder) ShareGPU(ordinal int) func() (kernels.Machine, error) {
	if shared, ok := m.gpu.(sharer); ok && m.plan.Runner == device.Kernels && m.plan.GPU == ordinal {
		return shared.Share
	}
	return nil
}
