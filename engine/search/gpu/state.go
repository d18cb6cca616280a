package gpu

import (
	"fmt"
	"strings"

	"asterism/kernels/cuda"
	"asterism/models"
)

// State describes for people which part of the index is on the GPU.
type State struct {
	GPU       string       // its name; empty: not opened
	Reason    string       // why nothing of the index is on the GPU; empty: something is
	Memories  int          // rows of full chunks, which could be on the GPU, including forgotten ones that are not yet compacted
	OnGPU     int          // how many of these memories are on the GPU
	Bytes     uint64       // device memory in use, including the buffers of searches
	Limit     uint64       // the most that Bytes may be
	BaseBytes uint64       // bytes of the codes, times and terms of all chunks, which are never evicted
	Spaces    []SpaceState // the optional spaces; everything else is always on the GPU. Empty: nothing is on the GPU
}

// SpaceState says where the values of one space are compared.
type SpaceState struct {
	Space  models.Space
	OnGPU  bool
	Bytes  uint64 // size on the GPU, or what it would be
	Reason string // why it is not on the GPU
}

// State returns the current state.
func (m *Replica) State() State {
	s := *m.state.Load()
	if err := m.life.cause(); err != nil {
		s.Reason, s.OnGPU, s.Bytes, s.Spaces = err.Error(), 0, 0, nil
	} else {
		s.Bytes += uint64(max(m.bufferBytes.Load(), 0))
	}
	return s
}

// String describes the space in one line.
func (p SpaceState) String() string {
	if p.OnGPU {
		return fmt.Sprintf("%s is on the GPU, %s", p.Space, formatBytes(p.Bytes))
	}
	return fmt.Sprintf("%s is compared by the processor: %s", p.Space, p.Reason)
}

// formatBytes writes a size for people.
func formatBytes(n uint64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}

// setReason records why nothing is on the GPU yet.
func (k *manager) setReason(why string) {
	k.state.Store(&State{GPU: k.machine.Device().Name(), Reason: why, Limit: k.limit})
}

// updateState records the current state.
func (k *manager) updateState() {
	s := &State{GPU: k.machine.Device().Name(), Memories: len(k.chunks) * cuda.SeatRows, Limit: k.limit, Bytes: k.arena.used}
	has := models.All
	for _, c := range k.chunks {
		if c.entry != nil {
			s.OnGPU += cuda.SeatRows
			has &= c.entry.searchable
		}
	}
	if s.OnGPU == 0 {
		s.Reason = "nothing is copied yet"
		if len(k.chunks) > 0 && !k.hasMissing() {
			s.Reason = fmt.Sprintf("there is no room for it in %s", formatBytes(k.limit))
		}
	} else {
		d := k.demand()
		s.BaseBytes = d.base
		for _, space := range evictionOrder {
			p := SpaceState{Space: space, OnGPU: has.Has(space), Bytes: d.bySpace[space]}
			if !p.OnGPU {
				p.Reason = k.reason(space, d)
			}
			s.Spaces = append(s.Spaces, p)
		}
	}
	k.state.Store(s)
}

// reason returns why the values of a space are not on the GPU.
func (k *manager) reason(space models.Space, d *demand) string {
	switch {
	case d.unavailable.Has(space) && space == models.LateInteraction:
		return "its token vectors are not to be read"
	case d.unavailable.Has(space):
		return "values that were taken off the GPU are on disk alone now"
	case k.spaces.Has(space):
		return "it is being copied"
	}
	return fmt.Sprintf("the GPU has %s for the index, and it would take %s", formatBytes(k.limit), formatBytes(d.bySpace[space]))
}

// Lines describe the state in a few lines; none if nothing is known.
func (s State) Lines() []string {
	if s.Reason == "" && s.GPU == "" {
		return nil
	}
	if s.Reason != "" {
		on := ""
		if s.GPU != "" {
			on = s.GPU + ": "
		}
		return []string{on + "the processor searches alone: " + s.Reason}
	}
	words := []string{fmt.Sprintf("%s holds %d of %d memories of full chunks in %s of at most %s", s.GPU, s.OnGPU, s.Memories, formatBytes(s.Bytes), formatBytes(s.Limit))}
	var onGPU []string
	for _, p := range s.Spaces {
		if p.OnGPU {
			onGPU = append(onGPU, p.Space.Code())
		} else {
			words = append(words, p.String())
		}
	}
	return append(words, "compared there: codes, times and words of all, and the values of "+strings.Join(onGPU, " "))
}
