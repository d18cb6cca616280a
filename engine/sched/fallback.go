package sched

import (
	"errors"
	"fmt"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// try embeds a batch on the lane's backend, and after a failure on the next ones. When a later backend succeeds, the batch was good,
// so the backends that failed are demoted. When all fail, the batch may be the cause: no backend is demoted, and the error contains
// every cause. used is the bit of the backend that succeeded; packed allows packed values.
func (e *embedder) try(b *batch.Batch, packed bool) (got values, used uint64, err error) {
	first := int(e.current.Load())
	var causes []error
	for i := first; i < len(e.backends); i++ {
		which := e.s.backends[e.backends[i]]
		got, err := e.embed(which, b, packed)
		if err == nil {
			if len(causes) > 0 {
				e.demote(first, i, causes)
			}
			return got, 1 << e.backends[i], nil
		}
		causes = append(causes, fmt.Errorf("%s: %w", which.Name(), err))
		if errors.Is(err, backend.ErrLost) {
			e.s.lose(e.backends[i], err)
		}
		if e.s.ctx.Err() != nil {
			break // the scheduler is being cut off; this is not the backend's fault
		}
	}
	return values{}, 0, errors.Join(causes...)
}

// demote makes the backend at index to the lane's current one, if that is still from, and logs it once.
func (e *embedder) demote(from, to int, causes []error) {
	if !e.current.CompareAndSwap(int32(from), int32(to)) {
		return
	}
	cause := errors.Join(causes...)
	e.noteDemotion(cause, to-from)
	e.s.log.Warn("a backend failed and is demoted for this space", "space", e.space.String(), "to", e.s.backends[e.backends[to]].Name(), "cause", cause.Error())
}

// noteDemotion records how many backends were given up, when and why.
func (e *embedder) noteDemotion(cause error, backends int) {
	e.moved.Store(&move{at: e.s.now(), cause: cause})
	e.count.demotions.Add(int64(backends))
}

// embed calls a backend and converts everything it does wrong to an error.
func (e *embedder) embed(which backend.Backend, b *batch.Batch, packed bool) (got values, err error) {
	defer caught.Into(&err)
	return e.ask(which, b, packed)
}

// checkShape refuses a value of the wrong size, which would be stored under a space that promises another.
func checkShape(info models.Info, v *fingerprint.Value) error {
	got, want := 0, 0
	switch {
	case v.Absent():
		return nil
	case info.Kind == models.Dense:
		got, want = len(v.Dense), info.Width
	case info.Kind == models.Pair:
		got, want = len(v.Dense), 2*info.Width
	case info.Kind == models.Binary:
		got, want = len(v.Bits), (info.Width+63)/64
	case info.Kind == models.Tokens:
		if len(v.Vectors) == 0 || len(v.Vectors)%info.Width != 0 {
			got, want = len(v.Vectors), info.Width
		}
	case info.Kind == models.Terms && len(v.Terms) == 0:
		got, want = 0, 1
	}
	if got != want {
		return fmt.Errorf("the backend gave %d numbers for %s, want %d or a multiple a token", got, info.Name, want)
	}
	return nil
}
