package engine

import (
	"context"
	"time"

	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/sched"
	"asterism/models"
)

// GPUCheck is the result of the comparison of one space on a GPU with the processor.
type GPUCheck = embedder.GPUCheck

// GPUStatus is the state of the GPU that the program's kernels run on.
type GPUStatus = embedder.GPUStatus

// Hardware returns what the machine has, and what the models can use of it: through the program's kernels, and through ONNX Runtime, whose library may be named. A
// nil manifest means models about which nothing is known.
func Hardware(ortLib string, m *models.Manifest) device.Hardware { return embedder.Hardware(ortLib, m) }

// openModels reads, verifies and starts the profile's models.
func (p *parts) openModels(ctx context.Context) (err error) {
	if p.embedder, err = p.cfg.openEmbedder(ctx); err != nil {
		return err
	}
	p.sched, p.hardware, p.plan = p.embedder.Scheduler(), p.embedder.Hardware(), p.embedder.Plan()
	return nil
}

func (c *Config) openEmbedder(ctx context.Context) (*embedder.Embedder, error) {
	if c.Embedder != nil {
		return c.Embedder, nil
	}
	return embedder.Open(ctx, c.embedding())
}

// embedding returns the options of the models.
func (c *Config) embedding() embedder.Options {
	return embedder.Options{
		Profile: c.Profile, Models: c.Models, ORTLib: c.ORTLib, Images: c.Images, Device: c.Device, Workers: c.Workers, Later: c.ModelsLater, MaxWait: c.MaxWait,
		Log: c.Log, Progress: c.Progress, Now: c.Now, Hardware: c.hardware, OpenGPU: c.openGPU, CheckTexts: c.checkTexts,
	}
}

// OpenRest opens what [Config.ModelsLater] and [Config.IndexLater] have postponed, so that a measurement that follows does not include it.
func OpenRest(ctx context.Context, e *Engine) error {
	if err := e.embedder.OpenModels(ctx); err != nil {
		return fault.Embedding(err)
	}
	_, err := e.searched(ctx)
	return err
}

// closeModels stops the models, unless they are lent by the caller.
func (p *parts) closeModels(ctx context.Context) error {
	if p.embedder == nil || p.cfg.Embedder != nil {
		return nil
	}
	return p.embedder.Close(ctx)
}

// job is step 2: it returns the text's token ids, once for each tokenizer, as the wanted spaces need them.
func (p *parts) job(text, reason string, when time.Time, role batch.Role, spaces models.Set) *sched.Job {
	return p.embedder.Job(text, reason, when, p.now(), role, spaces)
}

// CheckGPU compares every space of the GPU with the processor again, remembers the results, and returns them in the order of the spaces. A space that fails while the GPU
// computes it stays on the GPU until the next start.
func (e *Engine) CheckGPU(ctx context.Context) ([]GPUCheck, error) { return e.embedder.CheckGPU(ctx) }

// GPUBusy returns how long the GPU of the program's kernels had work since it was opened, and how long ago it was opened. The utilisation of a period is the difference of two
// readings of busy over that of elapsed. ok is false if there is no such GPU.
func (e *Engine) GPUBusy() (busy, elapsed time.Duration, ok bool) { return e.embedder.GPUBusy() }

// ingestCalls is how many concurrent calls of RememberAll keep a processor busy: while one is embedded, others are tokenised and written.
const ingestCalls = 4

// Ahead returns how many calls of RememberAll, of about a hundred notes each, should be in flight. The lanes of a GPU take four such calls at a time, which then end together.
// Without further calls the GPU would be idle while these are written, so two more keep it busy during that time. More than that would only make a single memory wait
// longer in the queue.
func (e *Engine) Ahead() int { return e.embedder.InFlight(ingestCalls) }
