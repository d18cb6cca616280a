package assistants

import (
	"testing"
	"time"
)

// TestBegun: the process began before this test, and less than a day ago.
func TestBegun(t *testing.T) {
	if age := time.Since(begun); age < 0 || age > 24*time.Hour {
		t.Errorf("it began %s ago", age)
	}
	if d := begunAt().Sub(begun).Abs(); d > time.Second {
		t.Errorf("a second look says another time, by %s", d)
	}
}
