package gpu

import (
	"context"
	"errors"
	"fmt"
	"time"
	"weak"

	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

var _ search.Searcher = (*searcher)(nil)

// searcher is one search on the GPU. It implements [search.Searcher].
type searcher struct {
	replica        *Replica
	layout         *layout
	buffers        *buffers // from the first submission on
	allowed        [][cuda.SeatRows / 64]uint64
	filterUploaded bool // allowed is in the buffers' rowMemory

	query    *search.Query // to be scored in the sparse spaces; nil: nothing
	expected [models.Count]float64
	sums     *[models.Count]search.Sums // nil: not computed yet
	cached   tableCache                 // of the rows that TopK chose
	closed   bool
}

// Has implements [search.Searcher].
func (k *searcher) Has(slot int) bool {
	return slot >= 0 && slot < len(k.layout.positions) && k.layout.positions[slot] >= 0
}

// Spaces implements [search.Searcher].
func (k *searcher) Spaces() models.Set { return k.layout.values }

// SetAllowed implements [search.Searcher]. The bitmaps are uploaded with the next submission.
func (k *searcher) SetAllowed(allowed [][cuda.SeatRows / 64]uint64) error {
	if len(allowed) != len(k.layout.positions) {
		return fmt.Errorf("look at the GPU: allowed rows of %d slots, want %d", len(allowed), len(k.layout.positions))
	}
	k.allowed, k.filterUploaded = allowed, false
	return nil
}

// Close implements [search.Searcher].
func (k *searcher) Close() {
	if k.closed {
		return
	}
	k.closed = true
	if k.buffers != nil {
		k.replica.buffers.allocated <- k.buffers // never blocks: the channel has capacity for all buffers
	}
	k.replica.published.release(k.layout.snapshot)
}

// submit builds a submission in buffers that are large enough, and waits until a worker has run it. It may call build
// twice.
func (k *searcher) submit(ctx context.Context, build func(e *submission)) (*submission, error) {
	e, err := k.trySubmit(ctx, build)
	if err == nil {
		return e, nil
	}
	if k.buffers != nil && k.replica.life.cause() == nil { // otherwise a worker may still use the buffers
		k.buffers.layout = weak.Pointer[layout]{}
	}
	if e == nil || e.err == nil { // otherwise it was never sent, since the question is too large, and the GPU memory is unchanged
		k.replica.handleError(err)
	}
	return e, fmt.Errorf("search on the GPU: %w", err)
}

func (k *searcher) trySubmit(ctx context.Context, build func(e *submission)) (*submission, error) {
	if err := k.acquireBuffers(ctx); err != nil {
		return nil, err
	}
	for {
		e := newSubmission(k.buffers, k.layout)
		k.addFilter(e)
		scored := k.addScore(e)
		build(e)
		if e.err != nil {
			return e, e.err
		}
		if !e.used.within(k.buffers.size) {
			if err := k.growBuffers(ctx, e.used); err != nil {
				return e, err
			}
			continue
		}
		if err := k.replica.queue.submit(ctx, e); err != nil {
			return e, err
		}
		k.filterUploaded, k.buffers.layout = true, weak.Make(k.layout)
		return e, k.readSums(e, scored)
	}
}

// acquireBuffers waits for the buffers of another search if all are in use, and makes them large enough for the rows.
func (k *searcher) acquireBuffers(ctx context.Context) error {
	if k.buffers == nil {
		select {
		case k.buffers = <-k.replica.buffers.allocated:
		default:
		}
	}
	if k.buffers == nil {
		select {
		case k.buffers = <-k.replica.buffers.allocated:
		case k.buffers = <-k.replica.buffers.empty:
		case <-ctx.Done():
			return ctx.Err()
		case <-k.replica.life.ended:
			return k.replica.life.cause()
		}
	}
	if err := k.replica.life.cause(); err != nil { // then a worker may still use the buffers
		return err
	}
	if !k.buffers.fits(len(k.layout.slots), minSubmission) {
		return k.growBuffers(ctx, minSubmission)
	}
	return nil
}

// growBuffers makes a worker reallocate the buffers.
func (k *searcher) growBuffers(ctx context.Context, s submissionSize) error {
	r := k.buffers
	e := &submission{buffers: r, scan: -1, done: make(chan error, 1)}
	e.grow = func(m cuda.Machine) error {
		before := r.bytes()
		err := r.grow(m, len(k.layout.slots), s)
		k.replica.bufferBytes.Add(int64(r.bytes()) - int64(before))
		return err
	}
	return k.replica.queue.submit(ctx, e)
}

// addFilter adds the allowed rows, and the seats of the layout, to the upload unless they are on the GPU.
func (k *searcher) addFilter(e *submission) {
	r, present := k.buffers, k.buffers.layout == weak.Make(k.layout)
	if k.filterUploaded && present {
		return
	}
	const words = cuda.SeatRows / 8
	for position, slot := range k.layout.slots {
		copy(r.filter[position*words:], rawBytes(k.allowed[slot][:]))
	}
	if e.filter = r.filter[:words*len(k.layout.slots)]; !present {
		seats := r.chunks * words
		e.filter = r.filter[:seats+copy(r.filter[seats:], k.layout.seats)]
	}
}

// submissionTimeout is how long a submission may take. It should take milliseconds. A GPU that hangs reports no
// error, so searches would wait for ever.
var submissionTimeout = time.Minute

// submit hands a submission to a worker and waits for it. The end of ctx withdraws it only before a worker has it; a
// running submission is waited for. If it does not return in time, the error ends the replica, so that no other search
// gets its buffers.
func (d *workQueue) submit(ctx context.Context, e *submission) error {
	start := time.Now()
	defer func() { d.counts.waited.Add(int64(time.Since(start))) }()
	to := d.submissions
	if e.scan >= 0 {
		to = d.scans
	}
	select {
	case to <- e:
	case <-ctx.Done():
		return ctx.Err()
	case <-d.life.ended:
		return d.life.cause()
	}
	late := time.NewTimer(submissionTimeout)
	defer late.Stop()
	select {
	case err := <-e.done:
		return err
	case <-d.life.ended:
		return d.life.cause()
	case <-late.C:
		return fmt.Errorf("the GPU has not answered for %v", submissionTimeout)
	}
}

// handleError acts on the error of a search. A lost GPU, or an error that should never happen, ends the replica. If
// memory ran out, the index frees some. A cancelled search changes nothing.
func (m *Replica) handleError(err error) {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
	case errors.Is(err, cuda.ErrMemory):
		m.counts.failed.Add(1)
		m.inbox.reportShortage()
	default:
		m.counts.failed.Add(1)
		m.stop(err)
	}
}
