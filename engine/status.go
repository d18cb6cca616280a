package engine

import (
	"context"

	"asterism/engine/background"
	"asterism/engine/device"
	"asterism/engine/fault"
	"asterism/engine/sched"
	searchgpu "asterism/engine/search/gpu"
	"asterism/engine/store"
)

// Status is what `asterism doctor` tells in words.
type Status struct {
	Hardware device.Hardware
	Plan     device.Plan
	Profile  string
	Models   string // folder
	Lanes    sched.Stats
	Store    store.Info
	Indexed  int             // memories that search holds
	IndexMem int64           // bytes of memory that takes
	IndexMax int64           // its bound; 0: none
	Cold     int             // memories whose vectors are left to the store
	GPU      *GPUStatus      // nil: the program's kernels run on none
	OnGPU    searchgpu.State // what of the index is on a GPU, where it is searched
	OffGPU   bool            // a GPU that it was on is of no more use

	Background []background.State // what works unasked
}

// Status says how the engine is doing.
func (e *Engine) Status(ctx context.Context) (*Status, error) {
	info, err := e.store.Info(ctx)
	if err != nil {
		return nil, fault.Storage("read the state of the store", err)
	}
	return &Status{
		Hardware: e.hardware, Plan: e.plan, Profile: e.embedder.Manifest().Profile, Models: e.embedder.Manifest().Dir,
		Lanes: e.sched.Stats(), Store: info, Indexed: e.index.Len(), IndexMem: e.index.MemoryBytes(),
		IndexMax: e.indexMemory(), Cold: e.index.Cold(), GPU: e.embedder.GPUStatus(), OnGPU: e.onGPU.state(), OffGPU: e.onGPU.broken(), Background: e.upkeep.background(),
	}, nil
}
