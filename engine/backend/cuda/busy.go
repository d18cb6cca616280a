package cuda

import (
	"sync"
	"time"
)

// workClock measures how long a GPU had work. Lanes overlap, so it counts the time in which at least one of them had a batch there: from just before its numbers are sent
// until its values are back. A lane's work on the processor before and after does not count. It costs two short locks a batch and is always on. Within a batch the GPU
// may wait for the processor to start its launches; such gaps count as work.
type workClock struct {
	now func() time.Time

	mu     sync.Mutex
	opened time.Time
	at     int           // batches on the GPU
	since  time.Time     // since when at is not 0
	busy   time.Duration // before that
	over   bool          // the GPU is lost and works no more
}

func newWorkClock(now func() time.Time) *workClock { return &workClock{now: now, opened: now()} }

// enter records that a batch goes to the GPU.
func (m *workClock) enter() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at++; m.at == 1 {
		m.since = m.now()
	}
}

// leave records that a batch has come back, or failed.
func (m *workClock) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at--; m.at == 0 && !m.over {
		m.busy += m.now().Sub(m.since)
	}
}

// stop ends the measuring, for a GPU that is lost: batches that hang there do not count.
func (m *workClock) stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at > 0 && !m.over {
		m.busy += m.now().Sub(m.since)
	}
	m.over = true
}

// read returns how long the GPU had work since it was opened, and how long ago that is.
func (m *workClock) read() (busy, elapsed time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	busy = m.busy
	if m.at > 0 && !m.over {
		busy += now.Sub(m.since)
	}
	return busy, now.Sub(m.opened)
}

// Busy returns how long the GPU had work since it was opened, and how long ago that is. Both only grow, so the share in an interval is the difference of two readings'
// busy over that of their elapsed. A GPU with two batches at once is as busy as with one. On a lost GPU busy stops growing.
func (b *Backend) Busy() (busy, elapsed time.Duration) { return b.clock.read() }
