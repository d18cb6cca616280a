package dream

import (
	"context"
	"math"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
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
	*fusion          // of base, and behind it the memories at hand
	pick     []int32 // rows of base: the prototypes, and then the sample
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
	sample := make([]int32, 0, joinRows)
	for _, r := range spacedRows(len(ids), joinRows) {
		sample = append(sample, int32(len(j.base)))
		j.base = append(j.base, ids[r])
	}
	if err := j.readBase(ctx, sample, workers); err != nil {
		return nil, err
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

// readBase reads the memories that others are compared with, and measures what is usual for each.
func (j *joining) readBase(ctx context.Context, sample []int32, workers int) error {
	values, err := j.Store.Values(ctx, Content, j.base)
	if err != nil {
		return fault.Storage("read memories", err)
	}
	c := NewColumns(len(j.base) + joinStep)
	for i := range values {
		c.Add(&values[i])
	}
	j.fusion = &fusion{Columns: c, sample: sample}
	for _, s := range Content.Spaces() {
		j.usual[s] = make([]moments, len(j.base)+joinStep)
	}
	for i := range j.of {
		j.pick = append(j.pick, int32(i))
	}
	j.pick = append(j.pick, sample...)
	return eachBlock(ctx, c.rows, workers, j.measureRows)
}

// compare finds the cluster of each memory; −1: none.
func (j *joining) compare(ctx context.Context, part []store.ID, workers int, step func()) ([]int, error) {
	records, err := j.Store.Values(ctx, Content, part)
	if err != nil {
		return nil, fault.Storage("read memories", err)
	}
	defer j.cut(len(j.base))
	for i := range records {
		j.addBeside(&records[i])
	}
	out := make([]int, len(part))
	return out, eachBlock(ctx, len(part), workers, func(places []int) error {
		rows := make([]int, len(places))
		for i, place := range places {
			rows[i] = len(j.base) + place
		}
		likeness, err := j.toPrototypes(rows)
		if err != nil {
			return err
		}
		for i, place := range places {
			out[place] = j.nearest(likeness[i])
			step()
		}
		return nil
	})
}

// toPrototypes is how alike some rows are to the prototypes. What is usual for each is measured in the same comparison.
func (j *joining) toPrototypes(rows []int) ([][]float32, error) {
	n := len(j.of)
	both, all := make([]float32, len(j.pick)), newSums(len(rows), n)
	for _, s := range Content.Spaces() {
		for i, row := range rows {
			if err := j.Columns.compare(s, row, j.pick, both); err != nil {
				return nil, err
			}
			if j.usual[s][row] = j.measure(row, both[n:]); j.usual[s][row].deviation > 0 {
				j.addTo(all[i], s, row, j.pick[:n], both[:n])
			}
		}
	}
	out := make([][]float32, len(rows))
	for i, row := range rows {
		out[i] = make([]float32, n)
		all[i].mean(row, j.pick[:n], out[i])
	}
	return out, nil
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
