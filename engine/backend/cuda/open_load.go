package cuda

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/kernels/cuda"
	"asterism/models"
)

// progress counts the bytes of weights that are on the GPU.
type progress struct {
	mu          sync.Mutex
	done, total uint64
	tell        func(done, total uint64)
}

func (p *progress) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += uint64(n)
	p.tell(p.done, p.total)
}

// load loads a model's weights into the GPU, on a thread and a stream of its own. If it fails, it frees what it allocated.
func (b *Backend) load(ctx context.Context, c *candidate, p *progress) error {
	return onThread(func() error {
		gpu, err := b.root.Device().Stream(false)
		if err != nil {
			return err
		}
		w := &weights{gpu: gpu, progress: p}
		if c.net, err = w.load(ctx, c); err != nil {
			err = errors.Join(err, w.release())
		}
		c.allocated = w.allocated
		return errors.Join(err, w.unpin(), gpu.Close())
	})
}

// onThread runs f on a thread of its own.
func onThread(f func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // see startLane
		done <- caught.Run(f)
	}()
	return <-done
}

// weights uploads one model's numbers through pinned memory, so that a piece is copied while the next is read and converted.
type weights struct {
	gpu       cuda.Machine
	progress  *progress
	allocated []cuda.Pointer
	staged    []byte
}

// stagedBytes is a piece; longer ones are copied in several.
const stagedBytes = 16 << 20

func (w *weights) load(ctx context.Context, c *candidate) (net network, err error) {
	if w.staged, err = w.gpu.Pin(stagedBytes); err != nil {
		return nil, err
	}
	if net, err = load(&loader{ctx: ctx, alloc: w.alloc, upload: w.upload}, c.model, c.dir); err != nil {
		return nil, err
	}
	return net, w.gpu.Wait()
}

func (w *weights) alloc(n int) (cuda.Pointer, error) {
	at, err := w.gpu.Alloc(n)
	if err == nil {
		w.allocated = append(w.allocated, at)
	}
	return at, err
}

func (w *weights) upload(at cuda.Pointer, data []byte) error {
	for len(data) > 0 {
		if err := w.gpu.Wait(); err != nil { // for the copy of the previous piece, which ran while this one was made
			return err
		}
		n := copy(w.staged, data)
		if err := w.gpu.Upload(at, w.staged[:n]); err != nil {
			return err
		}
		data, at = data[n:], at+cuda.Pointer(n)
		w.progress.add(n)
	}
	return nil
}

func (w *weights) unpin() error {
	if w.staged == nil {
		return nil
	}
	return errors.Join(w.gpu.Wait(), w.gpu.Unpin(w.staged))
}

// release frees what was loaded.
func (w *weights) release() error {
	err := release(w.gpu, w.allocated)
	w.allocated = nil
	return err
}

func release(m cuda.Machine, allocated []cuda.Pointer) (err error) {
	for _, at := range allocated {
		if e := m.Free(at); err == nil {
			err = e
		}
	}
	return err
}

// run starts the lanes of a model that is loaded; then it embeds. If that fails, it frees everything of the model.
func (b *Backend) run(ctx context.Context, c *candidate, most budget, refused *refusal) error {
	r := &resident{model: c.model, net: c.net, stop: make(chan struct{})}
	if err := b.startLanes(ctx, r, most, refused); err != nil {
		r.end()
		return errors.Join(err, b.owner.do(context.WithoutCancel(ctx), func(m cuda.Machine) error { return release(m, c.allocated) }))
	}
	b.mu.Lock()
	b.residents[c.model.Space] = r
	b.mu.Unlock()
	b.assign(c, most, nil)
	return nil
}

// startLanes starts the lanes of a model that is loaded.
func (b *Backend) startLanes(ctx context.Context, r *resident, most budget, refused *refusal) error {
	for role, k := range kinds {
		q := &queue{jobs: make(chan *job), stop: r.stop, most: k.most(most), lost: b.lost}
		r.queues[role] = q
		for range k.lanes {
			if err := ctx.Err(); err != nil {
				return err
			}
			r.lanes.Add(1)
			if err := b.startLane(k.urgent, q, r.net, refused, func() ([]*layout, error) { return r.warmUp(batch.Role(role)) }, r.lanes.Done); err != nil {
				return fmt.Errorf("start a lane: %w", err)
			}
		}
	}
	return nil
}

// warmUp returns what a lane of questions runs before its first question: the shortest text twice, which is captured as a graph the second time, and an image if
// the model embeds them. Lanes of passages need none: the kernels are loaded by then.
func (r *resident) warmUp(role batch.Role) (out []*layout, err error) {
	if role != batch.Query {
		return nil, nil
	}
	text := shortest(role, r.model)
	all := []*batch.Batch{text, text}
	if image := r.model.Image; image != nil {
		all = append(all, batch.OfImages(role, [][]float32{make([]float32, 3*image.Size*image.Size)}))
	}
	for _, in := range all {
		l, err := r.net.lay(in, []int{0})
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

// reasons returns why no model is on the GPU.
func (b *Backend) reasons() error {
	var errs []error
	for _, p := range b.places {
		errs = append(errs, fmt.Errorf("%v: %s", p.Space, p.Why))
	}
	if len(errs) == 0 {
		return fmt.Errorf("the manifest has none for %v", models.OfOrigin(models.FromModel).Spaces())
	}
	return errors.Join(errs...)
}
