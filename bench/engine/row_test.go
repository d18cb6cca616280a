package engine

import (
	"strings"
	"testing"
	"time"

	"asterism/engine"
)

func TestPercentilesOfCalls(t *testing.T) {
	var calls []timed
	for i := range 300 {
		calls = append(calls, timed{all: time.Duration(i%100+1) * time.Millisecond, inside: engine.Timings{Store: time.Second}})
	}
	p99 := percentiles("p99", 99, 200, calls, whole)
	if p99.Value != 99 || p99.Runs != latencyRounds || p99.Spread != 0 || p99.Met() != "goal 200: met" {
		t.Errorf("%+v", p99)
	}
	if s := percentiles("s", 50, noGoal, calls[:1], func(c timed) time.Duration { return c.inside.Store }); s.Value != 1000 {
		t.Errorf("one call of a second is %v", s.Value)
	}
}

func TestNamesOfPartsAndRowsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range parts.Names() {
		if seen[name] || strings.Contains(name, ",") {
			t.Errorf("part %q is there twice or cannot be chosen", name)
		}
		seen[name] = true
	}
}
