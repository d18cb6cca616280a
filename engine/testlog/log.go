// Package testlog answers: what was logged in a test? Other goroutines may still write while the test reads: the tested code, or a library that it uses, may log after its Close has
// returned.
package testlog

import (
	"bytes"
	"strings"
	"sync"
)

// Log stores what is written to it. The zero value is empty. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns everything written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Count returns how often words occur in the text written so far.
func (l *Log) Count(words string) int { return strings.Count(l.String(), words) }
