package bus

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
)

// words writes the server's messages into our log, one level lower than the server has them. Its notices do not help the person who runs a node. Most of its warnings and errors are
// normal while nodes come and go. Safe for concurrent use.
type words struct {
	log  *slog.Logger
	mu   sync.Mutex
	last string // error or fatal
}

func (w *words) Noticef(format string, v ...any) { w.log.Debug("bus: " + fmt.Sprintf(format, v...)) }
func (w *words) Debugf(string, ...any)           {}
func (w *words) Tracef(string, ...any)           {}

// plaintext is the beginning of a warning at each start: that the configuration contains passwords. Ours are made by the node for this process only and are in no file.
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

// Fatalf does not end the process. The server stops, and its start fails with the message.
func (w *words) Fatalf(format string, v ...any) {
	w.note(fmt.Sprintf(format, v...))
	w.log.Error("bus: " + fmt.Sprintf(format, v...))
}

func (w *words) note(s string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = s
}

// why returns an error with the last message, or the given error if there is none.
func (w *words) why(or error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == "" {
		return or
	}
	return fmt.Errorf("%s", w.last)
}
