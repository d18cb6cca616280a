package engine

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"asterism/engine/backend/cuda"
	"asterism/engine/device"
	"asterism/engine/embedder"
	"asterism/engine/fault"
	searchgpu "asterism/engine/search/gpu"
	kernels "asterism/kernels/cuda"
)

// indexGPU is the search index's GPU, if there is one.
type indexGPU struct {
	replica *searchgpu.Replica // nil: only the processor searches
	why     string             // the reason for that
}

// openIndexGPU chooses the GPU for copies of the index. The GPU is opened when there are enough memories.
func (p *parts) openIndexGPU() error {
	c, why, err := p.chooseIndexGPU()
	if err != nil {
		return err
	}
	if c == nil {
		p.onGPU.why = why
		return nil
	}
	m, err := searchgpu.Open(searchgpu.Options{Open: c.open, Tokens: vectorsOf(p.store.Memories, p.held.unread), MinMemories: p.cfg.indexGPULeast, SkipTrial: p.cfg.indexGPUTrusted, Log: p.log,
		CrashFile: func() string { return p.trialMark(c.ordinal) }})
	if err != nil {
		return fault.Machine("open the index on a GPU", err, "choose the index device cpu")
	}
	p.onGPU.replica = m
	p.held.index.SetReplica(m)
	return nil
}

// indexHint is the way out if an index device cannot be used.
const indexHint = "choose the index device auto or cpu; `asterism doctor` says what this machine has"

// trialMark returns the file that records that a GPU was lost when a search was tried on it. It depends on the GPU, its driver and this program.
func (p *parts) trialMark(ordinal int) string {
	key := sha256.Sum256([]byte(embedder.GPUKey(p.hardware, ordinal, nil)))
	return embedder.CacheFolder(fmt.Sprintf("index-trial-%x", key[:8]))
}

// chosenGPU is a GPU for the index.
type chosenGPU struct {
	ordinal int
	open    func() (kernels.Machine, error)
}

// chooseIndexGPU returns the GPU for the index, or why there is none. Auto takes the GPU that runs the models, otherwise the first on which the program's kernels run, even
// if models gain nothing from it. If the user chose the processor for embedding, auto takes none.
func (p *parts) chooseIndexGPU() (c *chosenGPU, why string, err error) {
	want, hardware := p.cfg.IndexDevice, p.hardware
	auto := want == "" || want == device.WantAuto
	if auto && p.cfg.Device == device.WantCPU {
		return nil, "the processor was asked for with the device cpu", nil
	}
	if strings.HasPrefix(want, "onnx-") {
		return nil, "", fault.Machine("plan the index's device", fmt.Errorf("choose index device %q: ONNX Runtime does not search; use auto, cpu or cuda:N (N counts from 0)", want), indexHint)
	}
	hardware.NoGain = "" // that is about models
	plan, err := device.MakePlan(hardware, want)
	switch {
	case err != nil:
		return nil, "", fault.Machine("plan the index's device", fmt.Errorf("for the index: %w", err), indexHint)
	case plan.Runner == device.Provider:
		return nil, plan.Reasons[len(plan.Reasons)-1], nil // why the program's kernels do not run there
	case plan.Runner != device.Kernels:
		return nil, plan.Reasons[0], nil
	}
	ordinal := plan.GPU
	if auto && p.plan.Runner == device.Kernels {
		ordinal = p.plan.GPU
	}
	c = &chosenGPU{ordinal, func() (kernels.Machine, error) { return cuda.OpenGPU(ordinal) }}
	if share := p.embedder.ShareGPU(ordinal); share != nil {
		c.open = share
	}
	if p.cfg.openIndexGPU != nil {
		c.open = p.cfg.openIndexGPU
	}
	return c, "", nil
}

// state returns what of the index is on a GPU.
func (c *indexGPU) state() searchgpu.State {
	if c.replica == nil {
		return searchgpu.State{Reason: c.why}
	}
	return c.replica.State()
}

// broken reports whether a GPU that search used no longer works.
func (c *indexGPU) broken() bool { return c.replica != nil && c.replica.Err() != nil }

// close releases the GPU. It must run before its backend is closed, and before the store, from which tokens are read for it.
func (c *indexGPU) close() error {
	if c.replica == nil {
		return nil
	}
	if err := c.replica.Close(); err != nil {
		return fmt.Errorf("give back the GPU of the index: %w", err)
	}
	return nil
}
