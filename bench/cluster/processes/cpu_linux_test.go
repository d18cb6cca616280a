package processes

import (
	"testing"
	"time"
)

func TestProcessorTimeIsRead(t *testing.T) {
	for _, c := range []struct {
		stat string
		want time.Duration
		ok   bool
	}{
		{"7 (asterism) S 1 7 7 0 -1 4194560 1 2 3 4 150 50 9 9 20 0 8 0 100 0 0", 2 * time.Second, true},
		{"7 (a) 9 ) S 1 7 7 0 -1 4194560 1 2 3 4 1 0 9 9 20 0 8 0 100 0 0", 10 * time.Millisecond, true},
		{"7 (asterism) S 1 7", 0, false},
		{"7 asterism", 0, false},
		{"7 (asterism) S 1 7 7 0 -1 4194560 1 2 3 4 x 50 9 9", 0, false},
	} {
		if got, err := cpuIn([]byte(c.stat)); got != c.want || (err == nil) != c.ok {
			t.Errorf("%q: %v, %v", c.stat, got, err)
		}
	}
}
