package engine

import (
	"context"

	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/engine/store/rocks"
)

// Status is what `asterism doctor` tells in words.
type Status struct {
	Hardware device.Hardware
	Plan     device.Plan
	Profile  string
	Models   string // folder
	Lanes    sched.Stats
	Store    rocks.Info
	Indexed  int   // memories that search holds
	IndexMem int64 // bytes of memory that takes
	IndexMax int64 // its bound; 0: none
	Cold     int   // memories whose vectors are left to the store
}

// Status says how the engine is doing.
func (e *Engine) Status(ctx context.Context) (*Status, error) {
	info, err := e.store.Info(ctx)
	if err != nil {
		return nil, storage("read the state of the store", err)
	}
	return &Status{
		Hardware: e.hardware, Plan: e.plan, Profile: e.manifest.Profile, Models: e.manifest.Dir,
		Lanes: e.sched.Stats(), Store: info, Indexed: e.index.Len(), IndexMem: e.index.MemoryBytes(),
		IndexMax: e.indexMemory(), Cold: e.index.Cold(),
	}, nil
}
