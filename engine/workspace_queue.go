package engine

import (
	"context"
	"sync"

	"asterism/engine/workspace"
)

// mindRoom is how many memories may wait to be looked at. What is in mind is about now: when there are more, the oldest is passed over,
// counted, and told.
const mindRoom = 256

// mindKey names a workspace.
type mindKey struct{ namespace, session string }

// mindTask is work of the goroutine that has the workspaces: a look at a memory, or something that somebody waits for.
type mindTask struct {
	key  mindKey
	look *workspace.Thought
	do   func(ctx context.Context)
}

// mindQueue hands tasks to one goroutine, in order, so that a session's memories are looked at as they came. It never waits.
type mindQueue struct {
	once sync.Once
	bell chan struct{}
	stop context.CancelFunc
	done chan struct{}

	mu     sync.Mutex
	tasks  []mindTask
	looks  int             // of the tasks
	passed map[mindKey]int // passed over since the last look at one of the session
	closed bool
}

// push adds a task; false when the queue is closed.
func (q *mindQueue) push(t mindTask) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	if t.look != nil {
		if q.looks == mindRoom {
			q.passOver()
		}
		q.looks++
	}
	q.tasks = append(q.tasks, t)
	q.ring()
	return true
}

// passOver drops the look that waits longest.
func (q *mindQueue) passOver() {
	for i, t := range q.tasks {
		if t.look != nil {
			q.tasks = append(q.tasks[:i], q.tasks[i+1:]...)
			q.looks--
			q.passed[t.key]++
			return
		}
	}
}

func (q *mindQueue) ring() {
	select {
	case q.bell <- struct{}{}:
	default:
	}
}

// pop takes the first task and how many of its session were passed over; ok is false when there is none.
func (q *mindQueue) pop() (t mindTask, passed int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.tasks) == 0 {
		return t, 0, false
	}
	t, q.tasks = q.tasks[0], q.tasks[1:]
	if t.look != nil {
		q.looks--
	}
	passed = q.passed[t.key]
	delete(q.passed, t.key)
	return t, passed, true
}

// shut lets no more in. What waits is still done.
func (q *mindQueue) shut() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	if q.bell != nil {
		q.ring()
	}
}

func (q *mindQueue) isShut() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed
}

// startMinds starts the goroutine at the first use.
func (e *Engine) startMinds() {
	q := &e.minds.queue
	q.once.Do(func() {
		ctx, cancel := context.WithCancel(context.Background())
		q.mu.Lock()
		q.stop, q.done, q.bell, q.passed = cancel, make(chan struct{}), make(chan struct{}, 1), map[mindKey]int{}
		q.mu.Unlock()
		go func() {
			defer close(q.done)
			e.mindForEver(ctx)
		}()
	})
}

// stopMinds lets what waits be looked at, as long as ctx lasts.
func (e *Engine) stopMinds(ctx context.Context) {
	q := &e.minds.queue
	q.shut()
	q.once.Do(func() {})
	if q.stop == nil { // never started
		return
	}
	select {
	case <-q.done:
	case <-ctx.Done():
		q.stop()
		<-q.done
	}
	q.stop()
}

func (e *Engine) mindForEver(ctx context.Context) {
	for {
		t, passed, ok := e.minds.queue.pop()
		switch {
		case ok && t.look != nil && ctx.Err() == nil:
			e.consider(ctx, t.key, *t.look, passed)
		case ok && t.do != nil: // somebody waits for it, also when time is up
			t.do(ctx)
		case ok:
		case e.minds.queue.isShut():
			e.saveMinds(ctx)
			return
		default:
			<-e.minds.queue.bell
		}
	}
}
