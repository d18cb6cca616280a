package background

import "time"

// run is the loop's goroutine.
func (l *Loop) run() {
	defer close(l.done)
	var next time.Time // when the next periodic round begins
	if l.task.Every > 0 {
		next = time.Now()
	}
	for l.sleep(next) {
		began := time.Now()
		if l.task.Every > 0 {
			next = began.Add(l.task.Every)
		}
		if l.round(began) {
			return
		}
	}
}

// round runs the work once, and reports whether that was the last round.
func (l *Loop) round(began time.Time) (last bool) {
	l.mu.Lock()
	l.kicked, l.inRound, last = false, true, l.last
	l.mu.Unlock()
	err := guard(func() error { l.task.Work(l.ctx, &Round{l, last}); return nil })
	if err != nil { // outside any try
		l.end("", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inRound = false
	l.forget(began)
	return last
}

// sleep returns true when a round is to begin, and false if there will be none.
func (l *Loop) sleep(next time.Time) bool {
	for {
		l.mu.Lock()
		last, wake := l.last, l.wake(next)
		l.mu.Unlock()
		if last {
			return true
		}
		if l.ctx.Err() != nil {
			return false
		}
		var alarm <-chan time.Time
		if !wake.IsZero() {
			wait := time.Until(wake)
			if wait <= 0 {
				return true
			}
			alarm = time.After(wait)
		}
		select {
		case <-l.bell:
		case <-alarm:
		case <-l.ctx.Done():
		}
	}
}

// wake returns when the next round begins, as far as known; zero: not before a kick.
func (l *Loop) wake(next time.Time) time.Time {
	now := time.Now()
	if l.rests(now) {
		return l.failing[""].until
	}
	if l.kicked {
		return now
	}
	for _, s := range l.failing {
		if next.IsZero() || s.until.Before(next) {
			next = s.until
		}
	}
	return next
}

// rests reports whether the loop as a whole waits.
func (l *Loop) rests(now time.Time) bool {
	s := l.failing[""]
	return s != nil && now.Before(s.until)
}
