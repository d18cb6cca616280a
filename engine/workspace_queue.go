package engine

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/workspace"
)

// mindRoom is how many memories may wait to be looked at. What is in mind is about now: when there are more, the oldest is passed over,
// counted, and told.
const mindRoom = 256

// mindKey names a workspace.
type mindKey struct{ namespace, session string }

// String is what the loop calls it.
func (k mindKey) String() string {
	if k.session == "" {
		return ofNamespace(k.namespace)
	}
	return ofNamespace(k.namespace) + ", session " + k.session
}

// mindTask is work of the goroutine that has the workspaces: a look at a memory, a workspace to be written down, or something that somebody waits for.
type mindTask struct {
	key     mindKey
	look    *workspace.Thought // nil: done
	passed  int                // memories of the workspace that were passed over before this look
	tries   int                // of this look
	save    bool               // what changed is to be written down
	entries []workspace.Entry  // to be told of
	do      func(ctx context.Context)
}

// mindQueue hands tasks to one goroutine, in order, so that a session's memories are looked at as they came. It never waits.
type mindQueue struct {
	ring func() // tells the goroutine that there is a task

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
			q.pass(t)
			return
		}
	}
}

// pass counts a look that will not be.
func (q *mindQueue) pass(t mindTask) {
	if q.passed == nil {
		q.passed = map[mindKey]int{}
	}
	q.passed[t.key] += 1 + t.passed
}

// putBack has a task that failed tried again before all that came after it. When there is no room any more, it is itself the look that waits longest.
func (q *mindQueue) putBack(t mindTask) {
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
func (q *mindQueue) pop(waits func(workspace string) bool) (t mindTask, ok bool) {
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
	return mindTask{}, false
}

// shut lets no more in. What waits is still done.
func (q *mindQueue) shut() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
