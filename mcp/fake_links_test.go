package mcp

import (
	"context"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/mcp/tools"
)

// fakeLinker returns the links that were given when a memory was stored. It has no proposals.
type fakeLinker struct {
	tools.Linker
	f *fakeEngine
}

func (l fakeLinker) Links(ctx context.Context, id store.ID) (*engine.Around, error) {
	m, err := l.f.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &engine.Around{}
	for _, to := range m.Links {
		other, err := l.f.Get(ctx, to)
		if err != nil {
			return nil, err
		}
		out.Links = append(out.Links, ties.Link{Kind: "given", Weight: 1, Other: engine.BriefOf(other)})
	}
	return out, nil
}
