package gpu

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"asterism/engine/caught"
	"asterism/kernels/cuda"
	"asterism/models"
)

// manager decides what is on the GPU and copies it there. It is one goroutine, locked to its thread, and owns all of
// these fields.
type manager struct {
	*Replica
	machine cuda.Machine // what Options.Open returned
	stream  cuda.Machine // a stream of it, for copies
	workers sync.WaitGroup
	ctx     context.Context // ends with the replica

	limit        uint64 // most device memory in bytes
	arena        *arena
	staging      []byte   // pinned
	chunks       []*chunk // offered and not dropped, ordered by number
	totals       totals   // over chunks
	seats        seats
	spaces       models.Set // the optional spaces of the last plan
	changed      int        // changes since the last publish
	retiring     retired    // still used by older snapshots
	retired      []retired  // memory that older snapshots still use
	waiting      []chan struct{}
	evicted      models.Set // spaces whose values were evicted
	warnedTokens bool       // the warning that tokens cannot be read was logged

	markFile string // see Options.CrashFile
}

// retired is memory that can be reused when this snapshot, and all before it, have no references.
type retired struct {
	snapshot *snapshot
	blocks   []block
	seats    []int32
	tables   []cuda.Pointer
}

func newManager(m *Replica) *manager { return &manager{Replica: m, spaces: optional} }

// run lives as long as the replica.
func (k *manager) run() {
	defer close(k.done)
	defer k.release()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-k.life.ended
		cancel()
	}()
	k.ctx = ctx
	if !k.waitForEnough() {
		return
	}
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, and with it what the driver keeps for it
	err := caught.Run(func() error {
		if err := k.open(); err != nil {
			return err
		}
		return k.serve()
	})
	if err != nil {
		k.stop(err)
	}
	k.shutdown()
}

// release drops the chunks. The index may keep a replica that has ended, and this must not keep chunks in host memory
// that the index drops.
func (k *manager) release() {
	k.inbox.close()
	k.published.current.Store(nil)
}

// waitForEnough waits until there are enough memories; false: the replica ended first.
func (k *manager) waitForEnough() bool {
	for {
		k.readInbox()
		if len(k.chunks)*cuda.SeatRows >= k.options.MinMemories {
			return true
		}
		k.notifyWaiting()
		if !k.wait() {
			return false
		}
	}
}

// wait waits for messages; false: the replica has ended.
func (k *manager) wait() bool {
	select {
	case <-k.inbox.signal:
		return k.life.cause() == nil
	case <-k.life.ended:
		return false
	}
}

// serve is the main loop: read messages, work until the plan is met, publish, reclaim, wait.
func (k *manager) serve() error {
	for k.life.cause() == nil {
		k.readInbox()
		worked, err := k.step()
		if err != nil {
			return err
		}
		if worked {
			continue
		}
		if err := k.publish(); err != nil {
			return err
		}
		if some, err := k.reclaim(); err != nil {
			return err
		} else if some {
			continue // memory may be free now
		}
		if len(k.retired) == 0 || !k.hasMissing() {
			k.notifyWaiting()
		}
		k.wait()
	}
	return nil
}

// readInbox applies the messages.
func (k *manager) readInbox() {
	in := k.inbox.drain()
	for _, c := range in.offers {
		if at, held := k.find(c.Number); !held {
			k.chunks = slices.Insert(k.chunks, at, newChunk(c))
			k.totals.add(k.chunks[at])
		}
	}
	for _, number := range in.drops {
		if at, held := k.find(number); held {
			k.remove(k.chunks[at])
			k.totals.subtract(k.chunks[at])
			k.chunks = slices.Delete(k.chunks, at, at+1)
		}
	}
	if in.shortages > 0 && k.arena != nil {
		have := min(k.arena.used, k.demand().total(k.spaces))
		k.lowerLimit(have - have/slackShare)
	}
	k.waiting = append(k.waiting, in.waiting...)
}

func (k *manager) find(number uint64) (int, bool) {
	return slices.BinarySearchFunc(k.chunks, number, func(c *chunk, n uint64) int { return cmp.Compare(c.number, n) })
}

// notifyWaiting wakes those who wait until all work is done.
func (k *manager) notifyWaiting() {
	for _, c := range k.waiting {
		close(c)
	}
	k.waiting = nil
}

// lowerLimit lowers the limit, because there was less memory than planned.
func (k *manager) lowerLimit(to uint64) {
	reserved := k.limit - k.chunkLimit()
	if to += reserved; to < k.limit {
		k.limit = to
		k.options.Log.Warn("the GPU has less memory for the index than was planned", "bytes", k.limit)
	}
}

// chunkLimit is the limit for chunks: the whole limit less the buffers of searches.
func (k *manager) chunkLimit() uint64 {
	buffers := maxBufferBytes(len(k.chunks))
	return k.limit - min(k.limit, buffers)
}

// plan returns which optional spaces are to be on the GPU, and of which chunks: the youngest.
func (k *manager) plan() (models.Set, []*chunk) {
	spaces, chunks := k.demand().fit(k.chunkLimit())
	if k.options.maxChunks > 0 {
		chunks = min(chunks, k.options.maxChunks)
	}
	return spaces, k.chunks[len(k.chunks)-chunks:]
}

// step does the next piece of work; false: there is none.
func (k *manager) step() (worked bool, err error) {
	spaces, young := k.plan()
	k.arena.limit, k.spaces = k.chunkLimit(), spaces
	some, err := k.evict(young)
	if errors.Is(err, cuda.ErrMemory) { // for a larger table of seats; chunks will free seats
		return k.handleShortage()
	}
	if some && err == nil {
		err = k.publishAndReclaim()
	}
	if some || err != nil {
		return true, err
	}
	for _, c := range k.chunks[:len(k.chunks)-len(young)] {
		c.offered = nil // otherwise the index frees nothing when this chunk turns cold
	}
	c := nextChunk(young, spaces)
	if c == nil {
		k.evicted &^= spaces
		return false, nil
	}
	if err = k.copyChunk(c, spaces); errors.Is(err, cuda.ErrMemory) {
		return k.handleShortage()
	}
	if k.changed >= publishEvery && err == nil {
		err = k.publishAndReclaim()
	}
	return true, err
}

// nextChunk returns the chunk to copy something of: first those that are not on the GPU, then those that lack a part,
// such as tokens that were not read yet. nil: there is none.
func nextChunk(young []*chunk, spaces models.Set) *chunk {
	for _, c := range young {
		if c.entry == nil && c.canCopy(spaces) {
			return c
		}
	}
	for _, c := range young {
		if c.missing(spaces) != 0 {
			return c
		}
	}
	return nil
}

// publishEvery is after how many changes a snapshot is published while there is more work.
const publishEvery = 64

// handleShortage handles an arena that has no memory for the plan. It waits for memory that is about to be reclaimed,
// or that searches still use. Otherwise the limit was too high, and it lowers it. It reports whether there is work at
// once.
func (k *manager) handleShortage() (bool, error) {
	if k.changed > 0 {
		return true, k.publishAndReclaim()
	}
	if len(k.retired) > 0 {
		return false, nil
	}
	k.lowerLimit(lowerBound(k.arena.peak, k.demand().total(k.spaces), k.chunkLimit()))
	return true, nil
}

// lowerBound returns the next limit of an arena: what was in use when a block was refused, but less than both the plan's
// need and the current limit. Otherwise the same block would be refused again and again.
func lowerBound(used, need, bound uint64) uint64 {
	return min(used, need-min(need, 1), bound-min(bound, 1))
}

func (k *manager) publishAndReclaim() error {
	err := k.publish()
	if err == nil {
		_, err = k.reclaim()
	}
	return err
}

// hasMissing reports whether some chunk waits for memory.
func (k *manager) hasMissing() bool {
	spaces, young := k.plan()
	return nextChunk(young, spaces) != nil
}

// evict removes from the GPU what is not in the plan: parts of chunks, and chunks that are not among the youngest. A
// chunk that loses a part needs a new seat before its old one becomes free. The error wraps cuda.ErrMemory if there is
// no free seat and no memory for a larger table, but seats will become free.
func (k *manager) evict(young []*chunk) (some bool, err error) {
	for _, c := range k.chunks[:len(k.chunks)-len(young)] {
		if c.entry != nil {
			k.remove(c)
			some = true
		}
	}
	for _, c := range young {
		extra := c.optional.Without(k.spaces)
		if extra == 0 {
			continue
		}
		err := k.dropSpaces(c, extra)
		if errors.Is(err, cuda.ErrMemory) && k.changed == 0 && len(k.retired) == 0 { // no free seat: remove this chunk, whose seat the others can use; it is copied again later
			k.remove(c)
			err = nil
		}
		if err != nil {
			return true, err
		}
		k.evicted |= extra
		some = true
	}
	return some, nil
}

// demand returns the memory that all chunks would take.
func (k *manager) demand() *demand {
	d := k.totals.demand
	d.chunks, d.evicted, d.unavailable = len(k.chunks), k.evicted, k.options.without|k.totals.unavailable()
	if k.options.Tokens == nil {
		d.unavailable |= models.SetOf(models.LateInteraction)
	}
	d.bySpace[models.LateInteraction] += uint64(len(k.chunks)-k.totals.withTokens) * k.totals.meanTokens()
	return &d
}
