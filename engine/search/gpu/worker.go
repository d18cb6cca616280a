package gpu

import (
	"errors"
	"fmt"
	"runtime"

	"asterism/engine/caught"
	"asterism/kernels/cuda"
)

// workers is the number of streams for searches: one computes while the answer of the other is copied.
const workers = 2

// workQueue hands submissions to workers. Its channels are unbuffered: a sender waits until a worker receives.
type workQueue struct {
	submissions chan *submission
	scans       chan *submission // submissions with a scan, which can share it
	life        *lifetime
	counts      *counts
}

// worker is one goroutine, on its own thread with its own stream. It runs one submission after another.
type worker struct {
	queue  *workQueue
	stream cuda.Machine
	tables cuda.Pointer // of cuda.ScanTables
}

// startWorker starts a worker on a stream of the GPU. It ends with the replica's lifetime, and calls done then.
func startWorker(root cuda.Machine, d *workQueue, tables cuda.Pointer, done func()) error {
	started := make(chan error, 1)
	go func() {
		defer done()
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, and with it what the driver keeps for it
		var stream cuda.Machine
		err := caught.Run(func() (err error) { stream, err = root.Device().Stream(true); return err })
		started <- err
		if err != nil {
			return
		}
		w := &worker{d, stream, tables}
		fault := caught.Do(w.serve)
		if fault != nil { // otherwise those who wait for this worker would wait for ever
			d.life.end(fault, func() {})
		}
		_ = caught.Run(func() error {
			_ = stream.Wait()
			return stream.Close() // nothing can be freed on a lost GPU; the end of its context frees everything
		})
	}()
	return <-started
}

func (l *worker) serve() {
	for {
		select {
		case <-l.queue.life.ended:
			return
		default:
		}
		select {
		case e := <-l.queue.submissions:
			e.done <- l.guarded(func() error { return l.run(e) })
		case e := <-l.queue.scans:
			l.runScans(e)
		case <-l.queue.life.ended:
			return
		}
	}
}

// run runs one submission.
func (l *worker) run(e *submission) error {
	if e.grow != nil {
		return e.grow(l.stream)
	}
	err := l.begin(e)
	if err == nil {
		err = l.goOn(e)
	}
	if err == nil {
		err = l.end(e)
	}
	return err
}

// begin uploads the submission's data and starts the launches before its scan.
func (l *worker) begin(e *submission) error {
	if e.filter != nil {
		if err := l.stream.Upload(e.buffers.rowMemory, e.filter); err != nil {
			return fmt.Errorf("bring the allowed rows: %w", err)
		}
	}
	if e.used.uploaded > questionBytes {
		if err := l.stream.Upload(e.buffers.submissionMemory+questionBytes, e.buffers.uploads[questionBytes:e.used.uploaded]); err != nil {
			return fmt.Errorf("bring the question: %w", err)
		}
	}
	n := len(e.launches)
	if e.scan >= 0 {
		n = e.scan
	}
	return l.launch(e.launches[:n])
}

// goOn starts the launches after the scan.
func (l *worker) goOn(e *submission) error {
	if e.scan < 0 {
		return nil
	}
	return l.launch(e.launches[e.scan:])
}

// end waits for the answer and downloads it.
func (l *worker) end(e *submission) error {
	l.queue.counts.waits.Add(1)
	if e.used.downloaded == 0 {
		return l.stream.Wait()
	}
	if err := l.stream.Download(e.buffers.downloads[:e.used.downloaded], e.buffers.submissionMemory+cuda.Pointer(e.buffers.size.uploaded)); err != nil {
		return fmt.Errorf("fetch the answer: %w", err)
	}
	return nil
}

func (l *worker) launch(launches []cuda.Launch) error {
	for _, one := range launches {
		if err := l.stream.Launch(one); err != nil {
			return err
		}
	}
	return nil
}

// runScans runs a submission with a scan, together with those that are waiting for one: submissions with the same
// layout share a scan.
func (l *worker) runScans(first *submission) {
	waiting := []*submission{first}
	for len(waiting) < cuda.MostScanQuestions {
		select {
		case e := <-l.queue.scans:
			waiting = append(waiting, e)
			continue
		default:
		}
		break
	}
	for len(waiting) > 0 {
		var together, others []*submission
		for _, e := range waiting {
			if e.layout == waiting[0].layout {
				together = append(together, e)
			} else {
				others = append(others, e)
			}
		}
		l.runBatch(together)
		waiting = others
	}
}

// runBatch runs submissions with the same layout with one scan. It launches all work before it waits for the first answer, so that the GPU works on the others
// while that answer is copied.
func (l *worker) runBatch(all []*submission) {
	err := l.guarded(func() error {
		for _, e := range all {
			if err := l.begin(e); err != nil {
				return err
			}
		}
		return l.launchScan(all)
	})
	faults := make([]error, len(all))
	for i, e := range all {
		if faults[i] = err; err == nil {
			faults[i] = l.guarded(func() error { return l.goOn(e) })
		}
	}
	for i, e := range all {
		if faults[i] == nil {
			faults[i] = l.guarded(func() error { return l.end(e) })
		}
		e.done <- faults[i]
	}
}

// launchScan copies all questions into the memory of the first submission and launches the scan of all rows.
func (l *worker) launchScan(all []*submission) error {
	first, bytes := all[0], make([]byte, 0, questionBytes)
	for _, e := range all {
		bytes = append(bytes, e.question...)
	}
	copy(first.buffers.uploads, bytes)
	if err := l.stream.Upload(first.buffers.submissionMemory, first.buffers.uploads[:len(bytes)]); err != nil {
		return fmt.Errorf("bring the questions: %w", err)
	}
	scan, err := cuda.ScanCodes(first.look, l.tables, first.buffers.submissionMemory, len(all))
	if err != nil {
		return err
	}
	l.queue.counts.scans.Add(1)
	l.queue.counts.questions.Add(int64(len(all)))
	return l.stream.Launch(scan)
}

// guarded turns a panic of f into an error. After a fault it waits until the stream is idle.
func (l *worker) guarded(f func() error) error {
	err := caught.Run(f)
	if err != nil && !errors.Is(err, cuda.ErrLost) {
		if waited := l.stream.Wait(); errors.Is(waited, cuda.ErrLost) {
			err = waited
		}
	}
	return err
}
