package workspace

import (
	"context"
	"slices"
	"sync"
)

// mindRoom is how many memories may wait to be looked at. What is in mind is about now: when there are more, the oldest is passed over,
// counted, and told.
const mindRoom = 256

// Key names a workspace.
type Key struct{ Namespace, Session string }

// String is what the loop calls it.
func (k Key) String() string {
	if k.Session == "" {
		return "namespace " + k.Namespace
	}
	return "namespace " + k.Namespace + ", session " + k.Session
}

// task is work of the goroutine that has the workspaces: a look at a memory, a workspace to be written down, or something that somebody waits for.
type task struct {
	key     Key
	look    *Thought // nil: done
	passed  int      // memories of the workspace that were passed over before this look
	tries   int      // of this look
	save    bool     // what changed is to be written down
	entries []Entry  // to be told of
	do      func(ctx context.Context)
}

// queue hands tasks to one goroutine, in order, so that a session's memories are looked at as they came. It never waits.
type queue struct {
	ring func() // tells the goroutine that there is a task

	mu     sync.Mutex
	tasks  []task
	looks  int         // of the tasks
	passed map[Key]int // passed over since the last look at one of the session
	closed bool
}

// push adds a task; false when the queue is closed.
func (q *queue) push(t task) bool {
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
func (q *queue) passOver() {
	for i, t := range q.tasks {
		if t.look != nil {
			q.tasks = append(q.tasks[:i], q.tasks[i+1:]...)
			q.looks--
			q.pass(t)
			return
		}
	}
}

// pass counts a look that will not be.
func (q *queue) pass(t task) {
	if q.passed == nil {
		q.passed = map[Key]int{}
	}
	q.passed[t.key] += 1 + t.passed
}

// putBack has a task that failed tried again before all that came after it. When there is no room any more, it is itself the look that waits longest.
func (q *queue) putBack(t task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.look != nil {
		if q.looks == mindRoom {
			q.pass(t)
			return
		}
		q.looks++
	}
	q.tasks = slices.Insert(q.tasks, 0, t)
}

// pop takes the first task that does not wait, and with a look how many of its session were passed over before; ok is false when there is none. What somebody waits for goes
// before looks that wait.
func (q *queue) pop(waits func(workspace string) bool) (t task, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, t := range q.tasks {
		if t.do == nil && waits(t.key.String()) {
			continue
		}
		copy(q.tasks[1:i+1], q.tasks[:i])
		q.tasks = q.tasks[1:]
		if t.look != nil {
			q.looks--
			t.passed += q.passed[t.key]
			delete(q.passed, t.key)
		}
		return t, true
	}
	return task{}, false
}

// shut lets no more in. What waits is still done.
func (q *queue) shut() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
