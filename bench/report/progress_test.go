package report

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestProgressTells how far a step is, not more often than it should, and from many goroutines.
func TestProgressTells(t *testing.T) {
	var told []string
	p := NewProgress(func(format string, args ...any) { told = append(told, fmt.Sprintf(format, args...)) }, "count", 100)
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() { p.Add(5) })
	}
	all.Wait()
	if len(told) != 1 || told[0] != "count: 100 …" {
		t.Errorf("within the first seconds it told %q", told)
	}
	p.told, p.started = time.Now().Add(-tellEvery), time.Now().Add(-time.Hour)
	p.Add(10)
	p.Add(10)
	if len(told) != 2 || !strings.HasPrefix(told[1], "count: 60 of 100, 40m0") {
		t.Errorf("after an hour it told %q, want once that 60 are done and forty minutes are left", told[1:])
	}
}
