package cuda

import (
	"context"
	"errors"
	"runtime"

	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
)

// lane is one goroutine on a thread of its own with a stream of its own, which runs one batch after another through a network. Lanes share the GPU's memory
// and the weights, which do not change, and nothing else: while the batch of one is copied, that of another is computed.
type lane struct {
	net      network
	gpu      cuda.Machine // the stream
	products *products    // the ways in which the stream multiplies; nil: the kernels that every GPU has
	spared   int          // multiprocessors that its products leave to questions; those of questions leave none
	clock    *workClock   // of the GPU
	memory   laneMemory
	graphs   graphs
}

// job is a layout on its way through a lane.
type job struct {
	layout *layout
	out    outcome    // of the batch's rows
	answer chan error // has space for the one answer, so that a lane never waits for the caller
}

// queue is what the lanes of one space and role share. It is unbuffered: a caller waits until a lane receives its job.
type queue struct {
	jobs chan *job
	stop chan struct{} // closed: lanes end
	most size          // of a layout of several rows
	lost *latch
}

// do runs a layout on one of the queue's lanes and waits for it, but no longer than for the end of ctx or of the GPU.
func (q *queue) do(ctx context.Context, l *layout, out outcome) error {
	j := &job{l, out, make(chan error, 1)}
	select {
	case q.jobs <- j:
	case <-ctx.Done():
		return ctx.Err()
	case <-q.lost.gone:
		return q.lost.cause()
	case <-q.stop:
		return errClosed
	}
	select {
	case err := <-j.answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-q.lost.gone:
		return q.lost.cause()
	}
}

// startLane starts a lane of the queue on a stream of the GPU, allocates its memory, and runs the layouts that warm gives through it, so that every kernel has been
// compiled, and a small graph captured, before somebody waits for it. The lane ends when the queue stops; done is called then.
func (b *Backend) startLane(urgent bool, q *queue, net network, refused *refusal, warm func() ([]*layout, error), done func()) error {
	started := make(chan error, 1)
	go func() {
		defer done()
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, and with it what the driver keeps of it
		var l *lane
		err := caught.Run(func() (err error) {
			if l, err = b.newLane(urgent, net, refused); err == nil {
				err = l.start(q.most, warm)
			}
			return err
		})
		started <- err
		if err == nil {
			if fault := caught.Do(func() { l.serve(q) }); fault != nil {
				q.lost.lose(fault) // callers that wait for the lane would wait forever
			}
		}
		if l != nil {
			_ = caught.Do(l.close)
		}
	}()
	return <-started
}

func (b *Backend) newLane(urgent bool, net network, refused *refusal) (*lane, error) {
	gpu, err := b.root.Device().Stream(urgent)
	if err != nil {
		return nil, err
	}
	l := &lane{net: net, gpu: gpu, products: b.products, clock: b.clock, memory: laneMemory{gpu: gpu, net: net}, graphs: graphs{refused: refused, held: map[graphKey]*heldGraph{}}}
	if !urgent { // questions are too small for cuBLASLt
		l.spared = b.spared
		err = l.products.join(gpu)
	}
	return l, err
}

func (l *lane) start(most size, warm func() ([]*layout, error)) error {
	if _, err := l.memory.fit(most); err != nil {
		return err
	}
	layouts, err := warm()
	for _, w := range layouts {
		if err == nil {
			err = l.run(&job{layout: w, out: outcome{values: make([]fingerprint.Value, 1)}})
		}
	}
	return err
}

// serve runs jobs until the queue stops or the GPU is lost.
func (l *lane) serve(q *queue) {
	for {
		select {
		case j := <-q.jobs:
			err := l.run(j)
			if errors.Is(err, cuda.ErrLost) {
				q.lost.lose(err)
				err = q.lost.cause()
			}
			j.answer <- err
		case <-q.stop:
			return
		case <-q.lost.gone:
			return
		}
	}
}

// run computes a batch on the GPU and reads its values. When it returns an error, no work of the batch is left on the GPU.
func (l *lane) run(j *job) (err error) {
	defer func() {
		if err != nil && !errors.Is(err, cuda.ErrLost) {
			if waited := l.gpu.Wait(); errors.Is(waited, cuda.ErrLost) {
				err = waited
			}
		}
	}()
	defer caught.Into(&err)
	l.graphs.fill(j.layout)
	if err := l.ensureMemory(j.layout.size()); err != nil {
		return err
	}
	k, staged, err := l.memory.stage(j.layout)
	if err != nil {
		return err
	}
	k.products, k.spared = l.products, l.spared
	data, err := l.runOnGPU(k, staged)
	if err != nil {
		return err
	}
	return l.net.values(j.layout, data, j.out)
}

// runOnGPU uploads a batch, runs the network and downloads the result. The work clock counts this time.
func (l *lane) runOnGPU(k *walker, staged []byte) ([]byte, error) {
	l.clock.enter()
	defer l.clock.leave()
	if err := l.memory.upload(staged); err != nil {
		return nil, err
	}
	if err := l.graphs.walk(l.net, k); err != nil {
		return nil, err
	}
	return l.memory.download(k)
}

// ensureMemory makes sure that a layout of that size fits into the lane's memory. Graphs hold the old addresses, so they are dropped when the memory moves.
func (l *lane) ensureMemory(s size) error {
	grown, err := l.memory.fit(s)
	if grown {
		l.graphs.clear()
	}
	return err
}

// close frees what the lane has. On a lost GPU these calls fail; its context frees everything.
func (l *lane) close() {
	_ = l.gpu.Wait()
	l.graphs.clear()
	_ = l.memory.close()
	_ = l.products.leave(l.gpu)
	_ = l.gpu.Close()
}
