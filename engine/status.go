package engine

import (
	"cmp"
	"context"
	"slices"

	"asterism/engine/background"
	"asterism/engine/device"
	"asterism/engine/fault"
	"asterism/engine/sched"
	searchgpu "asterism/engine/search/gpu"
	"asterism/engine/store"
	"asterism/engine/unread"
)

// Status is what `asterism doctor` shows in words.
type Status struct {
	Hardware device.Hardware
	Plan     device.Plan
	Profile  string
	Models   string // folder
	Lanes    sched.Stats
	Store    store.Info
	Indexed  int             // memories that search holds
	IndexMem int64           // bytes of memory that it uses
	IndexMax int64           // its bound; 0: none
	Cold     int             // memories whose vectors are only in the store
	GPU      *GPUStatus      // nil: the program's kernels run on no GPU
	OnGPU    searchgpu.State // what of the index is on a GPU, if it is searched there
	OffGPU   bool            // the index was on a GPU that no longer works
	Unread   unread.State    // memories that are damaged in the store, as far as it was read

	Background []background.State // the background loops
}

// Status returns the state of the engine.
func (e *Engine) Status(ctx context.Context) (*Status, error) {
	info, err := e.store.Info(ctx)
	if err != nil {
		return nil, fault.Storage("read the state of the store", err)
	}
	if why := OnlyReads(e); why != nil {
		info.Refuses = "it is only read: " + why.Error()
	}
	index, err := e.searched(ctx)
	if err != nil {
		return nil, err
	}
	return &Status{
		Hardware: e.hardware, Plan: e.plan, Profile: e.embedder.Manifest().Profile, Models: e.embedder.Manifest().Dir,
		Lanes: e.sched.Stats(), Store: info, Indexed: index.Len(), IndexMem: index.MemoryBytes(),
		IndexMax: e.indexMemory(), Cold: index.Cold(), GPU: e.embedder.GPUStatus(), OnGPU: e.onGPU.state(), OffGPU: e.onGPU.broken(), Unread: e.held.unread.State(), Background: e.upkeep.background(),
	}, nil
}

// Status combines the states of several engines over these models: the sizes of their stores and indexes are summed.
func (m *ModelsAlone) Status(all []*Status) *Status {
	out := &Status{
		Hardware: m.p.hardware, Plan: m.p.plan, Profile: m.p.embedder.Manifest().Profile, Models: m.p.embedder.Manifest().Dir, Lanes: m.p.sched.Stats(), GPU: m.p.embedder.GPUStatus(),
		Store: store.Info{Profile: m.p.embedder.Manifest().Profile, Namespaces: map[string]store.NamespaceInfo{}},
	}
	for _, s := range all {
		out.Store.Format = s.Store.Format
		for name, n := range s.Store.Namespaces {
			out.Store.Namespaces[name] = n // a namespace is in one shard
		}
		out.Store.DiskBytes, out.Store.LogBytes = out.Store.DiskBytes+s.Store.DiskBytes, out.Store.LogBytes+s.Store.LogBytes
		out.Store.Refuses = cmp.Or(out.Store.Refuses, s.Store.Refuses)
		out.Store.CacheBytes, out.Store.MemBytes = out.Store.CacheBytes+s.Store.CacheBytes, out.Store.MemBytes+s.Store.MemBytes
		out.Indexed, out.IndexMem, out.IndexMax, out.Cold = out.Indexed+s.Indexed, out.IndexMem+s.IndexMem, out.IndexMax+s.IndexMax, out.Cold+s.Cold
		out.Unread.Add(&s.Unread)
		out.Background = together(out.Background, s.Background)
	}
	return out
}

// together merges the loops of an engine into those of others. Of each kind, a failing one is kept.
func together(all, more []background.State) []background.State {
	for i := range more {
		at := slices.IndexFunc(all, func(s background.State) bool { return s.Name == more[i].Name })
		switch {
		case at < 0:
			all = append(all, more[i])
		case more[i].InARow > all[at].InARow:
			all[at] = more[i]
		}
	}
	return all
}
