package workspace

import (
	"context"
	"slices"
	"sync"
)

// maxQueued is how many memories may be queued. Only recent memories matter here: if there are more, the oldest is
// dropped, counted and logged.
const maxQueued = 256

// Key identifies a workspace.
type Key struct{ Namespace, Session string }

// String is the name of the key in the background loop.
func (k Key) String() string {
	if k.Session == "" {
		return "namespace " + k.Namespace
	}
	return "namespace " + k.Namespace + ", session " + k.Session
}

// task is work for the goroutine that owns the workspaces: a memory to judge, a workspace to save, or a function that a
// caller waits for.
type task struct {
	key     Key
	thought *Thought // nil: already judged
	passed  int      // memories of the workspace that were dropped before this one was judged
	tries   int      // attempts to judge it
	save    bool     // changes must be saved
	entries []Entry  // for listeners
	do      func(ctx context.Context)
}

// queue passes tasks to one goroutine, in order, so that a session's memories are judged in the order of arrival. It
// never waits.
type queue struct {
	ring func() // wakes the goroutine when there is a task

	mu     sync.Mutex
	tasks  []task
	looks  int         // number of tasks with a memory
	passed map[Key]int // dropped since the last judged memory of the session
	closed bool
}

// push adds a task; it returns false if the queue is closed.
func (q *queue) push(t task) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	if t.thought != nil {
		if q.looks == maxQueued {
			q.dropOldest()
		}
		q.looks++
	}
	q.tasks = append(q.tasks, t)
	q.ring()
	return true
}

// dropOldest drops the oldest memory in the queue.
func (q *queue) dropOldest() {
	for i, t := range q.tasks {
		if t.thought != nil {
			q.tasks = append(q.tasks[:i], q.tasks[i+1:]...)
			q.looks--
			q.countDropped(t)
			return
		}
	}
}

// countDropped counts a dropped memory.
func (q *queue) countDropped(t task) {
	if q.passed == nil {
		q.passed = map[Key]int{}
	}
	q.passed[t.key] += 1 + t.passed
}

// putBack puts a failed task in front, to be tried again. If the queue is full, the task is the oldest and is dropped.
func (q *queue) putBack(t task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.thought != nil {
		if q.looks == maxQueued {
			q.countDropped(t)
			return
		}
		q.looks++
	}
	q.tasks = slices.Insert(q.tasks, 0, t)
}

// pop takes the first task that need not wait. For a memory it sets how many of its session were dropped before. ok is false if there is none. Tasks of waiting callers
// go before memories that must wait.
func (q *queue) pop(waits func(workspace string) bool) (t task, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, t := range q.tasks {
		if t.do == nil && waits(t.key.String()) {
			continue
		}
		copy(q.tasks[1:i+1], q.tasks[:i])
		q.tasks = q.tasks[1:]
		if t.thought != nil {
			q.looks--
			t.passed += q.passed[t.key]
			delete(q.passed, t.key)
		}
		return t, true
	}
	return task{}, false
}

// close refuses new tasks. Queued ones are still run.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
