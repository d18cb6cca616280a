package gpu

import (
	"errors"
	"fmt"
	"time"

	"asterism/kernels/cuda"
)

// reserve is the memory that the index leaves free: for the kernels' code, and for other users of the GPU.
func reserve(total uint64) uint64 { return max(total/16, 512<<20) }

// open opens the GPU, runs the trial and starts the workers.
func (k *manager) open() (err error) {
	if err := k.checkMark(); err != nil {
		return err
	}
	if k.machine, err = k.options.Open(); err != nil {
		return fmt.Errorf("open the GPU for the index: %w", err)
	}
	if k.stream, err = k.machine.Device().Stream(false); err != nil {
		return err
	}
	if k.limit = k.options.Memory; k.limit == 0 {
		free, total, err := k.machine.Device().Memory()
		if err != nil {
			return err
		}
		k.limit = free - min(free, reserve(total))
	}
	k.arena = newArena(k.stream, k.chunkLimit())
	if !k.options.SkipTrial {
		k.setReason("it is being compared with the processor")
		if err := k.runTrial(); err != nil {
			k.writeMark(err)
			return err
		}
	}
	if k.tables.scan, err = k.uploadConstant(cuda.ScanTables()); err != nil {
		return err
	}
	if k.tables.compare, err = k.uploadConstant(cuda.CompareTables()); err != nil {
		return err
	}
	for range workers {
		k.workers.Add(1)
		if err := startWorker(k.machine, k.queue, k.tables.scan, k.workers.Done); err != nil {
			return err
		}
	}
	return nil
}

// uploadConstant uploads a table that does not change.
func (k *manager) uploadConstant(data []byte) (cuda.Pointer, error) {
	at, err := k.stream.Alloc(len(data))
	if err != nil {
		return 0, err
	}
	return at, errors.Join(k.stream.Upload(at, data), k.stream.Wait())
}

// shutdown frees the GPU. It waits for buffers that searches use, since they read its pinned memory.
func (k *manager) shutdown() {
	k.workers.Wait()
	patience := time.After(closeGrace)
	var all []*buffers
	for range maxSearches {
		select {
		case r := <-k.buffers.allocated:
			all = append(all, r)
		case <-k.buffers.empty:
		case <-patience:
			k.options.Log.Warn("searches still look at the index on the GPU: its memory stays until the program ends")
			return
		}
	}
	if k.machine == nil {
		return
	}
	if k.stream != nil && !errors.Is(k.life.cause(), cuda.ErrLost) { // nothing can be freed on a lost GPU; the end of its context frees everything
		if err := k.freeAll(all); err != nil {
			k.options.Log.Warn("the memory of the index was not given back well", "cause", err)
		}
	}
	if err := k.machine.Close(); err != nil && k.life.cause() == errClosed {
		k.options.Log.Warn("the GPU was not given back well", "cause", err)
	}
}

// freeAll frees what the index and its searches have on the GPU.
func (k *manager) freeAll(all []*buffers) error {
	err := k.stream.Wait()
	for _, r := range all {
		err = errors.Join(err, r.freeRows(k.stream), r.freeSubmission(k.stream))
	}
	for _, r := range append(k.retired, k.retiring) {
		for _, at := range r.tables {
			err = errors.Join(err, k.stream.Free(at))
		}
	}
	for _, at := range [...]cuda.Pointer{k.tables.scan, k.tables.compare, k.seats.at} {
		err = errors.Join(err, free(k.stream, at))
	}
	if k.arena != nil {
		err = errors.Join(err, k.arena.close())
	}
	return errors.Join(err, unpin(k.stream, k.seats.bytes), unpin(k.stream, k.staging), k.stream.Close())
}
