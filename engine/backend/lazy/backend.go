package lazy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/models"
)

var _ backend.Backend = (*Backend)(nil)

// ErrClosed is wrapped by the errors of calls after Close.
var ErrClosed = errors.New("the backend is closed")

// pause is how long the error of a failed opening is returned before the next attempt: its cause seldom goes away, and an attempt takes seconds.
const pause = 10 * time.Second

// Options define what to open, and how.
type Options struct {
	Name   string     // of the backend, as long as nothing is open
	Spaces models.Set // that Open can open
	// Open opens a backend that has at least this space. Its ctx ends at Close and not with a caller's, since several callers may wait for it.
	Open func(ctx context.Context, space models.Space) (backend.Backend, error)
}

// Backend opens one backend a space when it is first needed. It implements [backend.Backend].
type Backend struct {
	o      Options
	ctx    context.Context // of openings
	cancel context.CancelFunc
	spaces map[models.Space]*space

	mu     sync.Mutex
	closed bool
	name   string         // of what was opened last; empty: nothing is
	work   sync.WaitGroup // openings
}

// space is what is known of one space's backend. Its fields are guarded by Backend.mu.
type space struct {
	opening chan struct{} // closed when the opening in progress has ended; nil: none is
	inner   backend.Backend
	failed  error // of the last opening
	again   time.Time
}

// New makes a backend of which nothing is open.
func New(o Options) *Backend {
	b := &Backend{o: o, spaces: map[models.Space]*space{}}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	for _, s := range o.Spaces.Spaces() {
		b.spaces[s] = &space{}
	}
	return b
}

// Name returns the name of the backend opened last. Before that it is the one given in Options, which says that nothing is open.
func (b *Backend) Name() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return cmp.Or(b.name, b.o.Name+", opened when first needed")
}

// Spaces implements [backend.Backend]; it is known before anything is open.
func (b *Backend) Spaces() models.Set { return b.o.Spaces }

// Opened is the set of the spaces that are open.
func (b *Backend) Opened() (set models.Set) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s, d := range b.spaces {
		if d.inner != nil {
			set = set.With(s)
		}
	}
	return set
}

// Embed implements [backend.Backend]. It opens the space, or waits for the caller that does.
func (b *Backend) Embed(ctx context.Context, s models.Space, in *batch.Batch) ([]fingerprint.Value, error) {
	inner, err := b.open(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("embed %v: %w", s, err)
	}
	return inner.Embed(ctx, s, in)
}

// Open opens spaces now, those that will be needed for certain, as many at once as there are processors.
func (b *Backend) Open(ctx context.Context, spaces models.Set) error {
	group, ctx := caught.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range spaces.Spaces() {
		group.Go(func() error {
			if _, err := b.open(ctx, s); err != nil {
				return fmt.Errorf("open %v: %w", s, err)
			}
			return nil
		})
	}
	return group.Wait()
}

// open returns the space's backend. All callers that wait while it is being opened get the same result or error. A caller whose ctx ends first gets the
// error of ctx, and the opening goes on for the others.
func (b *Backend) open(ctx context.Context, s models.Space) (backend.Backend, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d, ok := b.spaces[s]
	if !ok {
		return nil, fmt.Errorf("this backend has models for %v only", b.o.Spaces.Spaces())
	}
	inner, opening, err := b.state(s, d)
	if opening == nil {
		return inner, err
	}
	select {
	case <-opening:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return d.inner, d.failed
}

// state returns the space's backend or error, or the opening to wait for. It starts an opening when none is running and the last did not fail within the pause.
func (b *Backend) state(s models.Space, d *space) (inner backend.Backend, opening <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return nil, nil, ErrClosed
	case d.inner != nil:
		return d.inner, nil, nil
	case d.opening == nil && d.failed != nil && time.Now().Before(d.again):
		return nil, nil, d.failed
	case d.opening == nil:
		d.opening = make(chan struct{})
		b.work.Go(func() { b.openSpace(s, d) })
	}
	return nil, d.opening, nil
}

// openSpace opens a space's backend.
func (b *Backend) openSpace(s models.Space, d *space) {
	var inner backend.Backend
	err := caught.Run(func() (err error) {
		if inner, err = b.o.Open(b.ctx, s); err == nil && !inner.Spaces().Has(s) {
			err = errors.Join(fmt.Errorf("%s was opened for %v and has %v", inner.Name(), s, inner.Spaces().Spaces()), inner.Close())
		}
		return err
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	if d.failed = err; err != nil {
		d.again = time.Now().Add(pause)
	} else {
		d.inner, b.name = inner, inner.Name()
	}
	close(d.opening)
	d.opening = nil
}

// Close cancels openings in progress and closes what was opened, in the order of the spaces.
func (b *Backend) Close() error {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.cancel()
	b.work.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	var errs []error
	for _, s := range b.o.Spaces.Spaces() {
		if d := b.spaces[s]; d.inner != nil {
			errs = append(errs, d.inner.Close())
			d.inner, d.failed = nil, ErrClosed
		}
	}
	return errors.Join(errs...)
}
