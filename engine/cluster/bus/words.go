package bus

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
)

// words are what the server says, in our log. Its notices are of no use to who runs a node, so they are for debugging; and of what it warns of and calls errors most is usual while
// nodes come and go, so each is a level lower here. Safe for concurrent use.
type words struct {
	log  *slog.Logger
	mu   sync.Mutex
	last string // error or fatal
}

func (w *words) Noticef(format string, v ...any) { w.log.Debug("bus: " + fmt.Sprintf(format, v...)) }
func (w *words) Debugf(string, ...any)           {}
func (w *words) Tracef(string, ...any)           {}

// plaintext begins what the server warns of at each start: that passwords are in its configuration. Ours are made by the node for this process alone and stand in no file.
const plaintext = "Plaintext passwords detected"

func (w *words) Warnf(format string, v ...any) {
	said := fmt.Sprintf(format, v...)
	level := slog.LevelInfo
	if strings.HasPrefix(said, plaintext) {
		level = slog.LevelDebug
	}
	w.log.Log(context.Background(), level, "bus: "+said)
}

func (w *words) Errorf(format string, v ...any) {
	w.note(fmt.Sprintf(format, v...))
	w.log.Warn("bus: " + fmt.Sprintf(format, v...))
}

// Fatalf does not end the process: the server stops, and starting it fails with what was said.
func (w *words) Fatalf(format string, v ...any) {
	w.note(fmt.Sprintf(format, v...))
	w.log.Error("bus: " + fmt.Sprintf(format, v...))
}

func (w *words) note(s string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = s
}

// why is what was said last, or else an error.
func (w *words) why(or error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == "" {
		return or
	}
	return fmt.Errorf("%s", w.last)
}
