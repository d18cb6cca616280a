package path

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/models"
)

const (
	// rarity is the share of random pairs whose similarity may be high enough for a hop.
	rarity = .01
	// sampleSize is how many memories are compared with each other to find that similarity: 16,256 pairs, of which 163 are
	// above it.
	sampleSize = 128
	// leastSample is the least number of memories: with fewer, a handful of pairs would decide the threshold.
	leastSample = 64
)

// scales measures the scales of some spaces on the newest memories of the namespaces; if there are too few it returns
// notedScales.
func (f *Finder) scales(ctx context.Context, namespaces []string, spaces []models.Space) (map[models.Space]hopScale, error) {
	sample, err := f.newest(ctx, namespaces, sampleSize/len(namespaces), models.SetOf(spaces...))
	if err != nil {
		return nil, err
	}
	n, err := f.live(ctx, namespaces)
	if err != nil {
		return nil, err
	}
	out := map[models.Space]hopScale{}
	for _, s := range spaces {
		scale := scaleOf(s, sample)
		scale.chance = rarity * float64(n)
		out[s] = scale
	}
	return out, nil
}

// newest reads the values of the n newest memories of each namespace.
func (f *Finder) newest(ctx context.Context, namespaces []string, n int, spaces models.Set) ([]*store.Memory, error) {
	var out []*store.Memory
	for _, ns := range namespaces {
		left := n
		err := f.Store.Scan(ctx, store.Range{Namespace: ns, Reverse: true}, store.Parts{Spaces: spaces}, func(m *store.Memory) (bool, error) {
			out = append(out, m)
			left--
			return left > 0, nil
		})
		if err != nil {
			return nil, fault.Storage("compare memories", err)
		}
	}
	return out, nil
}

// live counts the memories of some namespaces.
func (f *Finder) live(ctx context.Context, namespaces []string) (n int, err error) {
	info, err := f.Store.Info(ctx)
	if err != nil {
		return 0, fault.Storage("count memories", err)
	}
	for _, ns := range namespaces {
		n += info.Namespaces[ns].Live
	}
	return n, nil
}

// scaleOf returns a scale without its chance: the threshold is the similarity that the share rarity of the sample's
// pairs exceeds. The spread depends on rarer pairs than a sample contains, and matters little.
func scaleOf(space models.Space, sample []*store.Memory) hopScale {
	scale := notedScales[space]
	var all []float64
	with := 0
	for _, a := range sample {
		if a.Record[space].Absent() {
			continue
		}
		with++
		for _, b := range sample {
			if a != b && !b.Record[space].Absent() {
				all = append(all, likeness(space, a, b))
			}
		}
	}
	if with < leastSample {
		return scale
	}
	slices.Sort(all)
	scale.threshold = max(0, all[int((1-rarity)*float64(len(all)-1))])
	return scale
}
