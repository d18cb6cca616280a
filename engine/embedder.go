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

// GPUCheck is what the comparison of one space on a GPU with the processor gave.
type GPUCheck = embedder.GPUCheck

// GPUStatus is what there is to say of the GPU that the program's kernels run on.
type GPUStatus = embedder.GPUStatus

// Hardware is what the machine has, and what of it the models can use: by the program's kernels, and by ONNX Runtime, whose library may be named. A
// nil manifest is of models about which nothing is known.
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

// embedding is what of the config is about the models.
func (c *Config) embedding() embedder.Options {
	return embedder.Options{
		Profile: c.Profile, Models: c.Models, ORTLib: c.ORTLib, Images: c.Images, Device: c.Device, Workers: c.Workers, Later: c.ModelsLater, MaxWait: c.MaxWait,
		Log: c.Log, Progress: c.Progress, Now: c.Now, Hardware: c.hardware, OpenGPU: c.openGPU, CheckTexts: c.checkTexts,
	}
}

// OpenRest opens what [Config.ModelsLater] and [Config.IndexLater] have left for later, so that what is timed next is not their start.
func OpenRest(ctx context.Context, e *Engine) error {
	if err := e.embedder.OpenModels(ctx); err != nil {
		return fault.Embedding(err)
	}
	_, err := e.searched(ctx)
	return err
}

// closeModels stops them, unless they are lent.
func (p *parts) closeModels(ctx context.Context) error {
	if p.embedder == nil || p.cfg.Embedder != nil {
		return nil
	}
	return p.embedder.Close(ctx)
}

// job is step 2: the text's token ids, once a tokenizer, as the wanted spaces need them.
func (p *parts) job(text, reason string, when time.Time, role batch.Role, spaces models.Set) *sched.Job {
	return p.embedder.Job(text, reason, when, p.now(), role, spaces)
}

// CheckGPU compares every space of the GPU with the processor again, remembers the results, and returns them in the order of the spaces. A space that fails while the GPU
// computes it stays on the GPU until the next start.
func (e *Engine) CheckGPU(ctx context.Context) ([]GPUCheck, error) { return e.embedder.CheckGPU(ctx) }

// GPUBusy returns how long the GPU of the program's kernels had work since it was opened, and how long ago it was opened. The share of a period is the difference of two
// readings of busy over that of elapsed. ok is false where there is no such GPU.
func (e *Engine) GPUBusy() (busy, elapsed time.Duration, ok bool) { return e.embedder.GPUBusy() }

// ingestCalls is how many calls of RememberAll keep a processor at work: while one is embedded, others are tokenised and written.
const ingestCalls = 4

// Ahead is how many calls of RememberAll, of about a hundred notes each, should be in flight. The lanes of a GPU take four such calls at a time, which then end together.
// Without others by then, the GPU would have nothing to do while these are written. Two more keep it busy for that time. More than that would only make a single memory wait
// longer in the queue.
func (e *Engine) Ahead() int { return e.embedder.InFlight(ingestCalls) }
