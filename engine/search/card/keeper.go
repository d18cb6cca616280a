package card

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

// keeper decides what is on the card and brings it there. It is one goroutine, locked to its thread; all of the following is its own.
type keeper struct {
	*Mirror
	root  cuda.Machine // what Options.Open gave
	card  cuda.Machine // a stream of it, for copies
	lanes sync.WaitGroup
	ctx   context.Context // ends with the mirror

	limit   uint64 // most bytes of all that is on the card
	arena   *arena
	staged  []byte  // pinned
	kept    []*kept // what was offered and not dropped, in the order of numbers
	sums    sums    // over them
	seats   seats
	spaces  models.Set // whose values are wanted, as was planned last
	changed int        // since it was published last
	leaving retired    // what has no place in what will be published next
	retired []retired  // what older holdings may still be looked at for
	waiting []chan struct{}
	away    models.Set // spaces whose values were taken off the card
	unread  bool       // that tokens cannot be read was told

	markFile string // see Options.Mark
}

// retired is what may be used for something else when nobody has a lease on some holdings, and on none before.
type retired struct {
	holdings *holdings
	blocks   []block
	seats    []int32
	tables   []cuda.Pointer
}

func newKeeper(m *Mirror) *keeper { return &keeper{Mirror: m, spaces: partial} }

// run lives as long as the mirror.
func (k *keeper) run() {
	defer close(k.done)
	defer k.forget()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-k.fate.gone
		cancel()
	}()
	k.ctx = ctx
	if !k.enough() {
		return
	}
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, and with it what the driver keeps of it
	err := caught.Run(func() error {
		if err := k.open(); err != nil {
			return err
		}
		return k.serve()
	})
	if err != nil {
		k.end(err)
	}
	k.leave()
}

// forget lets go of the chunks: the mirror stays with its index when it has ended, and would else keep in the host's memory what the index drops later.
func (k *keeper) forget() {
	k.inbox.close()
	k.shelf.newest.Store(nil)
}

// enough waits until there are enough memories; false: the mirror has ended before.
func (k *keeper) enough() bool {
	for {
		k.read()
		if len(k.kept)*cuda.SeatRows >= k.options.Least {
			return true
		}
		k.answer()
		if !k.sleep() {
			return false
		}
	}
}

// sleep waits for news; false: the mirror has ended.
func (k *keeper) sleep() bool {
	select {
	case <-k.inbox.wake:
		return k.fate.cause() == nil
	case <-k.fate.gone:
		return false
	}
}

// serve keeps the card as it should be.
func (k *keeper) serve() error {
	for k.fate.cause() == nil {
		k.read()
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
			continue // there may be room now
		}
		if len(k.retired) == 0 || !k.lacking() {
			k.answer()
		}
		k.sleep()
	}
	return nil
}

// read takes in what came by the inbox.
func (k *keeper) read() {
	in := k.inbox.take()
	for _, c := range in.offers {
		if at, held := k.find(c.Number); !held {
			k.kept = slices.Insert(k.kept, at, newKept(c))
			k.sums.add(k.kept[at])
		}
	}
	for _, number := range in.drops {
		if at, held := k.find(number); held {
			k.remove(k.kept[at])
			k.sums.take(k.kept[at])
			k.kept = slices.Delete(k.kept, at, at+1)
		}
	}
	if in.squeezed > 0 && k.arena != nil {
		have := min(k.arena.used, k.demand().all(k.spaces))
		k.squeeze(have - have/slackShare)
	}
	k.waiting = append(k.waiting, in.waiting...)
}

func (k *keeper) find(number uint64) (int, bool) {
	return slices.BinarySearchFunc(k.kept, number, func(c *kept, n uint64) int { return cmp.Compare(c.number, n) })
}

// answer tells those who wait that everything is done.
func (k *keeper) answer() {
	for _, c := range k.waiting {
		close(c)
	}
	k.waiting = nil
}

// squeeze lowers the bound: there was less memory than was thought.
func (k *keeper) squeeze(to uint64) {
	reserved := k.limit - k.forChunks()
	if to += reserved; to < k.limit {
		k.limit = to
		k.options.Log.Warn("the card has less memory for the index than was planned", "bytes", k.limit)
	}
}

// forChunks is what chunks may take, less what searches need for so many.
func (k *keeper) forChunks() uint64 {
	rooms := roomBytes(len(k.kept))
	return k.limit - min(k.limit, rooms)
}

// plan says which spaces' values are to be on the card, and of which chunks: the youngest.
func (k *keeper) plan() (models.Set, []*kept) {
	spaces, chunks := k.demand().fit(k.forChunks())
	if k.options.most > 0 {
		chunks = min(chunks, k.options.most)
	}
	return spaces, k.kept[len(k.kept)-chunks:]
}

// step does the next thing that is to be done; false: there is nothing.
func (k *keeper) step() (worked bool, err error) {
	spaces, young := k.plan()
	k.arena.limit, k.spaces = k.forChunks(), spaces
	some, err := k.shed(young)
	if errors.Is(err, cuda.ErrMemory) { // for a larger table of seats: those that chunks have left come free
		return k.short()
	}
	if some && err == nil {
		err = k.renew()
	}
	if some || err != nil {
		return true, err
	}
	for _, c := range k.kept[:len(k.kept)-len(young)] {
		c.fresh = nil // else the index would free nothing when such a chunk turns cold
	}
	c := next(young, spaces)
	if c == nil {
		k.away &^= spaces
		return false, nil
	}
	if err = k.bring(c, spaces); errors.Is(err, cuda.ErrMemory) {
		return k.short()
	}
	if k.changed >= publishEvery && err == nil {
		err = k.renew()
	}
	return true, err
}

// next is the chunk that something is to be brought of: first those that are not on the card at all, then those that lack something, as they all do whose tokens have
// not been read yet. nil: there is none.
func next(young []*kept, spaces models.Set) *kept {
	for _, c := range young {
		if c.entry == nil && c.able(spaces) {
			return c
		}
	}
	for _, c := range young {
		if c.lacks(spaces) != 0 {
			return c
		}
	}
	return nil
}

// publishEvery is after how many changes searches hear of them while there are more to come.
const publishEvery = 64

// short is for an arena without room for what was planned: blocks that are about to be given back, or that somebody still looks at, are waited for; else the bound was too high. It reports whether
// there is something to do at once.
func (k *keeper) short() (bool, error) {
	if k.changed > 0 {
		return true, k.renew()
	}
	if len(k.retired) > 0 {
		return false, nil
	}
	k.squeeze(tighter(k.arena.most, k.demand().all(k.spaces), k.forChunks()))
	return true, nil
}

// tighter is the next bound of an arena: what was used when a block was refused, but less than was planned for, and than the bound so far, or the same block would be refused again and again.
func tighter(used, need, bound uint64) uint64 {
	return min(used, need-min(need, 1), bound-min(bound, 1))
}

// renew publishes what is on the card and takes back what nobody looks at any more.
func (k *keeper) renew() error {
	err := k.publish()
	if err == nil {
		_, err = k.reclaim()
	}
	return err
}

// lacking reports whether some chunk is to come as soon as memory does.
func (k *keeper) lacking() bool {
	spaces, young := k.plan()
	return next(young, spaces) != nil
}

// shed takes away what is not planned to be there: parts of chunks, and chunks that are not among the youngest. A part that goes takes another seat before its own comes free. The error wraps
// cuda.ErrMemory when there is none, and no room for a larger table of them, though some are to come free.
func (k *keeper) shed(young []*kept) (some bool, err error) {
	for _, c := range k.kept[:len(k.kept)-len(young)] {
		if c.entry != nil {
			k.remove(c)
			some = true
		}
	}
	for _, c := range young {
		extra := c.holds.Without(k.spaces)
		if extra == 0 {
			continue
		}
		err := k.part(c, extra)
		if errors.Is(err, cuda.ErrMemory) && k.changed == 0 && len(k.retired) == 0 { // all seats are taken: this chunk leaves its own to the others, and comes back
			k.remove(c)
			err = nil
		}
		if err != nil {
			return true, err
		}
		k.away |= extra
		some = true
	}
	return some, nil
}

// demand is what the chunks would take.
func (k *keeper) demand() *demand {
	d := k.sums.demand
	d.chunks, d.away, d.gone = len(k.kept), k.away, k.options.without|k.sums.gone()
	if k.options.Tokens == nil {
		d.gone |= models.SetOf(models.LateInteraction)
	}
	d.of[models.LateInteraction] += uint64(len(k.kept)-k.sums.read) * k.sums.meanTokens()
	return &d
}
