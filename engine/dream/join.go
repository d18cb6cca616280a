package dream

import (
	"context"
	"math"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

const (
	// prototypes is with how many members of a cluster a further memory is compared, and joinRows with how many of all, to learn what is usual for it.
	prototypes = 8
	joinRows   = 128
	// joinStep is how many memories are compared at a time.
	joinStep = 256
	// joinShare is how like the members of a cluster a further memory must be, as a share of how like each other these are in the middle. They were chosen for being alike, so
	// a memory that took no part in that is less so.
	joinShare = .5
)

// joining puts memories to the clusters that were found among others, which are the first rows of ids.
type joining struct {
	*Discovery
	clusters []Cluster
	of       []int // cluster of each prototype
	base     []store.ID
	sample   []int32 // rows of base
	values   []fingerprint.Record
	usual    [models.Count][]moments // of base, once measured
}

// join adds each of the other memories to the cluster whose members it is most like on average, if it is half as like them as they are to each other. It returns all ids that are looked at: a row above those that were clustered is a further memory.
func (d *Discovery) join(ctx context.Context, clusters []Cluster, ids, others []store.ID, workers int, step func()) ([]store.ID, error) {
	if len(others) == 0 || len(clusters) == 0 {
		return append(ids, others...), nil
	}
	j := &joining{Discovery: d, clusters: clusters}
	for i, k := range clusters {
		for _, r := range spacedRows(len(k.Rows), prototypes) {
			j.base, j.of = append(j.base, ids[k.Rows[r]]), append(j.of, i)
		}
	}
	for _, r := range spacedRows(len(ids), joinRows) {
		j.sample = append(j.sample, int32(len(j.base)))
		j.base = append(j.base, ids[r])
	}
	var err error
	if j.values, err = d.Store.Values(ctx, Content, j.base); err != nil {
		return nil, fault.Storage("read memories", err)
	}
	for part := range slices.Chunk(others, joinStep) {
		best, err := j.compare(ctx, part, workers, step)
		if err != nil {
			return nil, err
		}
		for i, k := range best {
			if k >= 0 {
				clusters[k].Rows = append(clusters[k].Rows, len(ids))
			}
			ids = append(ids, part[i])
		}
	}
	return ids, nil
}

// compare finds the cluster of each memory; −1: none.
func (j *joining) compare(ctx context.Context, part []store.ID, workers int, step func()) ([]int, error) {
	records, err := j.Store.Values(ctx, Content, part)
	if err != nil {
		return nil, fault.Storage("read memories", err)
	}
	c := NewColumns(len(j.base) + len(part))
	for i := range j.values {
		c.Add(&j.values[i])
	}
	for i := range records {
		c.Add(&records[i])
	}
	f := &fusion{Columns: c, sample: j.sample}
	known := len(j.usual[models.Semantic])
	for _, s := range Content.Spaces() {
		f.usual[s] = make([]moments, c.rows)
		copy(f.usual[s], j.usual[s])
	}
	pick := make([]int32, len(j.of))
	for i := range pick {
		pick[i] = int32(i)
	}
	if err := each(ctx, c.rows-known, workers, func(i int) error { return f.measureRow(known + i) }); err != nil {
		return nil, err
	}
	for _, s := range Content.Spaces() {
		j.usual[s] = f.usual[s][:len(j.base)]
	}
	out := make([]int, len(part))
	return out, each(ctx, len(part), workers, func(i int) error {
		values := make([]float32, len(pick))
		if err := f.likeness(len(j.base)+i, pick, values); err != nil {
			return err
		}
		out[i] = j.nearest(values)
		step()
		return nil
	})
}

// nearest is the cluster whose prototypes a memory is most like, by how like it is to each; −1 where that is too little.
func (j *joining) nearest(likeness []float32) int {
	sums, counts := make([]float64, len(j.clusters)), make([]float64, len(j.clusters))
	for i, x := range likeness {
		if !math.IsInf(float64(x), -1) {
			sums[j.of[i]] += float64(x)
			counts[j.of[i]]++
		}
	}
	best := -1
	for k := range sums {
		if mean := sums[k] / counts[k]; counts[k] > 0 && mean >= j.clusters[k].least && (best < 0 || mean > sums[best]/counts[best]) {
			best = k
		}
	}
	return best
}
