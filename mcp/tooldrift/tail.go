package tooldrift

import (
	"strings"
	"sync"
)

// tail stores the last 2 KiB of a server's standard error, which say why it does not start.
type tail struct {
	mu  sync.Mutex
	end []byte
}

const tailBytes = 2 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end = append(t.end, p...)
	if over := len(t.end) - tailBytes; over > 0 {
		t.end = append([]byte(nil), t.end[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.end), "\ufffd"))
}
