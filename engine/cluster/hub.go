package cluster

import (
	"sync"

	"asterism/engine/caught"
	"asterism/engine/cluster/shard"
)

// hub delivers changes of shards to subscribers. Each subscriber has its own queue, so that a slow one delays no other. It is safe for concurrent use.
type hub struct {
	mu     sync.Mutex
	last   []Change // by shard
	queues map[int]*inbox
	next   int
	closed bool
	group  *caught.Group
}

// inbox holds the changes that a subscriber has not received yet.
type inbox struct {
	changes []Change
	ring    chan struct{} // has one value when there is something in changes
	done    chan struct{} // closed when no more changes will come
	once    sync.Once
}

func newHub(shards int) *hub {
	h := &hub{last: make([]Change, shards), queues: map[int]*inbox{}, group: caught.NewGroup()}
	for n := range h.last {
		h.last[n] = Change{Shard: n, Gone: true}
	}
	return h
}

// publish records a change and delivers it to all subscribers.
func (h *hub) publish(c Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.put(c)
}

func (h *hub) put(c Change) {
	h.last[c.Shard] = c
	h.last[c.Shard].Reloaded = false // Reloaded belongs to this one change only
	for _, q := range h.queues {
		q.changes = append(q.changes, c)
		q.wake()
	}
}

// leads records who leads a shard, and delivers it if it is new. While this node leads, only its own replica reports changes, since it knows them first.
func (h *hub) leads(number int, l Leader, known bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.last[number]
	if c.Role == shard.Leading || c.Leader == l && c.Known == known {
		return
	}
	c.Leader, c.Known = l, known
	h.put(c)
}

func (q *inbox) wake() {
	select {
	case q.ring <- struct{}{}:
	default:
	}
}

func (q *inbox) stop() { q.once.Do(func() { close(q.done) }) }

// subscribe calls fn with each shard as it is now, and then with each change, from one goroutine.
func (h *hub) subscribe(fn func(Change)) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	q := &inbox{changes: append([]Change(nil), h.last...), ring: make(chan struct{}, 1), done: make(chan struct{})}
	n := h.next
	h.next++
	h.queues[n] = q
	if q.wake(); h.closed {
		q.stop()
	}
	h.group.Go(func() error {
		for {
			ended := false
			select {
			case <-q.done:
				ended = true
			case <-q.ring:
			}
			for _, c := range h.take(q) {
				_ = caught.Do(func() { fn(c) }) // a panic of fn is in the log, and the next change is delivered anyway
			}
			if ended {
				return nil
			}
		}
	})
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.queues, n)
		q.changes = nil // it wants no more changes
		q.stop()
	}
}

func (h *hub) take(q *inbox) []Change {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := q.changes
	q.changes = nil
	return out
}

// close ends all subscriptions after their pending changes were delivered.
func (h *hub) close() {
	h.mu.Lock()
	queues := h.queues
	h.closed = true
	h.queues = map[int]*inbox{}
	h.mu.Unlock()
	for _, q := range queues {
		q.stop()
	}
	_ = h.group.Wait() // its functions return no errors
}
