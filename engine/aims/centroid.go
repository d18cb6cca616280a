package aims

import (
	"bytes"
	"context"
	"hash/crc32"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
)

// centroidOf is of how many memories a centre is computed at most: reading more would not move it.
const centroidOf = 4096

// centroidStep is how many memories are read at a time.
const centroidStep = 256

// Centroid is the centre of the memories that pass the filter, as a reference: what the namespace's work is about while it has no goal. With more than 4,096 memories it is
// the centre of that many, chosen by a hash of their ids, so that every call chooses the same ones; Of says how many. nil when there are none. E12 has no centre and is
// absent; so are the spaces of the time.
func (s *Service) Centroid(ctx context.Context, f search.Filter) (*Reference, error) {
	var ids []store.ID
	err := s.compare(ctx, nil, 0, f, nil, func(block []search.Compared, _ int) error {
		for _, c := range block {
			ids = append(ids, c.ID)
		}
		return nil
	})
	if err != nil {
		return nil, fault.Storage("choose memories for the centre", err)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	sum := purpose.NewCentroid()
	for part := range slices.Chunk(sampleByHash(ids, centroidOf), centroidStep) {
		records, err := s.store.Values(ctx, s.spaces, part)
		if err != nil {
			return nil, fault.Storage("read memories for the centre", err)
		}
		for i := range records {
			sum.Add(&records[i])
		}
	}
	strangers, err := s.strangers(ctx)
	if err != nil {
		return nil, err
	}
	values := sum.Values()
	calibrated, err := purpose.Calibrate(&values, strangers)
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindPurpose, Message: "calibrate the centre of the memories", Err: err}
	}
	return &Reference{Namespace: f.Namespace, Of: sum.Count(), tree: &purpose.Tree{Aim: purpose.Aim{Reference: calibrated}}}, nil
}

// sampleByHash keeps n of the ids, those of the smallest hashes, in the order of these.
func sampleByHash(ids []store.ID, n int) []store.ID {
	slices.SortFunc(ids, func(a, b store.ID) int {
		if x, y := crc32.ChecksumIEEE(a[:]), crc32.ChecksumIEEE(b[:]); x != y {
			return int(int64(x) - int64(y))
		}
		return bytes.Compare(a[:], b[:])
	})
	return ids[:min(n, len(ids))]
}
