package engine

import (
	"context"
	"sync"
)

// learning is the goroutine that learns the weights of search, one at a time. The zero value is ready.
type learning struct {
	mu    sync.Mutex
	ended bool
	stop  context.CancelFunc
	done  chan struct{} // nil: never started; closed: not under way
}

// learnWeights learns the weights of search in the background if enough outcomes came. A failure is logged, and what is next known about an answer
// asks again.
func (e *Engine) learnWeights() {
	l := &e.learning
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || l.underWay() {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	at, done := e.now(), make(chan struct{})
	l.stop, l.done = cancel, done
	go func() {
		defer close(done)
		defer cancel()
		if err := e.meta.LearnWeights(ctx, at); err != nil && ctx.Err() == nil {
			e.log.Warn("weights of search not learned", "error", err)
		}
	}()
}

func (l *learning) underWay() bool {
	if l.done == nil {
		return false
	}
	select {
	case <-l.done:
		return false
	default:
		return true
	}
}

// wait returns when nothing is being learned.
func (l *learning) wait() {
	l.mu.Lock()
	done := l.done
	l.mu.Unlock()
	if done != nil {
		<-done
	}
}

// stopLearning cuts it short: what was in use stays in use.
func (e *Engine) stopLearning() {
	l := &e.learning
	l.mu.Lock()
	l.ended = true
	if l.stop != nil {
		l.stop()
	}
	l.mu.Unlock()
	l.wait()
}
