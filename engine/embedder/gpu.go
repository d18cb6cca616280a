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

// GPU is the program's own backend on a GPU, which also reports its state.
type GPU interface {
	backend.Backend
	// Residency returns for every space whether it is on the GPU, the memory that it takes there, and why it is not there.
	Residency() []cuda.Place
	// Memory returns that of the GPU, in bytes, now.
	Memory() (free, total uint64, err error)
	// Choices describes which kernels were measured to be the fastest.
	Choices() []string
}

// openGPU loads the models onto a GPU. Tests replace it in [Options].
func openGPU(ctx context.Context, o cuda.Options) (GPU, error) {
	b, err := cuda.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// openKernels opens the program's backend on the GPU, and the processor's sessions behind it: at once for the spaces that are not on the GPU, and
// for the others when they are needed, since all of them take gigabytes.
func (m *Embedder) openKernels(ctx context.Context, c *Options) error {
	if _, err := onnx.FindLibrary(c.ORTLib); err != nil { // the processor compares, and embeds what is not on the GPU
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
	logMissing(c.Log, gpu)
	return nil
}

// openBehind makes the processor's backend behind a GPU's: none of its models is open yet, and batches made for a GPU are split into batches for
// the processor.
func (m *Embedder) openBehind(c *Options) (*lazy.Backend, backend.Backend) {
	plan, _ := device.MakePlan(m.hardware, device.WantCPU) // possible on every machine
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

// logMissing logs, in one line, which learned spaces are not on the GPU and why; the arithmetic ones never are.
func logMissing(log *slog.Logger, c GPU) {
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

// GPUStatus describes the GPU on which the program's kernels run.
type GPUStatus struct {
	Name        string
	Free, Total uint64        // bytes of its memory, now; 0 if it does not answer
	NoAnswer    string        // why it does not answer; empty if it does
	Busy, Open  time.Duration // how long it was busy since it was opened, and how long ago it was opened; 0 and 0 if not reported
	Places      []cuda.Place
	Choices     []string   // which kernels were measured to be the fastest
	Checks      []GPUCheck // results of comparing it with the processor, for the compared spaces on the GPU
}

// GPUStatus reads the state of the GPU; nil if the program's kernels run on none.
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

// sharer is a backend that lets others use its GPU through streams: two owners of one GPU would take turns instead of running concurrently.
type sharer interface {
	// Share returns a stream of the GPU, which must be closed before the backend. It is called from a goroutine that is locked to its thread.
	Share() (kernels.Machine, error)
}

// ShareGPU returns a function that opens a stream of the GPU on which the models run. The stream must be closed before the embedder; the
// function is called from a goroutine that is locked to its thread. nil: the GPU of that number is not the models', or cannot be shared.
func (m *Embedder) ShareGPU(ordinal int) func() (kernels.Machine, error) {
	if shared, ok := m.gpu.(sharer); ok && m.plan.Runner == device.Kernels && m.plan.GPU == ordinal {
		return shared.Share
	}
	return nil
}
