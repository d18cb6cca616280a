package engine

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/sched"
)

// unrelated is what texts are in every space that have nothing to do with a goal; embedded at the first need.
type unrelated struct {
	mu        sync.Mutex
	strangers *purpose.Strangers
}

// strangersParcel is how many of the texts are embedded at once, so that a memory that comes meanwhile waits for few.
const strangersParcel = 16

// strangers returns the texts of [purpose.Cohort], embedded as memories are, ready to calibrate goals by. What failed is tried again at the
// next call.
func (e *Engine) strangers(ctx context.Context) (*purpose.Strangers, error) {
	e.unrelated.mu.Lock()
	defer e.unrelated.mu.Unlock()
	if e.unrelated.strangers != nil {
		return e.unrelated.strangers, nil
	}
	var values []fingerprint.Fingerprint
	for part := range slices.Chunk(purpose.Cohort(), strangersParcel) {
		var jobs []*sched.Job
		for _, text := range part {
			jobs = append(jobs, e.job(text, "", e.now(), batch.Passage, stored))
		}
		results, err := e.sched.Embed(ctx, jobs...)
		if err != nil {
			return nil, fault.Embedding(err)
		}
		for i := range results {
			values = append(values, results[i].Values)
		}
	}
	s, err := purpose.NewStrangers(values)
	if err != nil {
		return nil, &Error{Kind: KindPurpose, Message: "calibrate goals", Err: err}
	}
	e.unrelated.strangers = s
	return s, nil
}
