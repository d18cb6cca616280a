// Package testlog answers: what was logged in a test? Others may still write while the test reads: what it started, or a library that it uses, may log after its Close has returned.
package testlog

import (
	"bytes"
	"strings"
	"sync"
)

// Log keeps what is written to it. The zero value is empty. Safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String is all that has been written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Count is how often words stand in what has been written so far.
func (l *Log) Count(words string) int { return strings.Count(l.String(), words) }
