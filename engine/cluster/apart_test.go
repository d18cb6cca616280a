package cluster

import "testing"

// TestFewest: the leases move to the server of a node that leads fewer shards, and stay when there is none.
func TestFewest(t *testing.T) {
	for name, c := range map[string]struct {
		leads  map[string]int
		others []string
		want   string
	}{
		"one leads nothing":               {map[string]int{"own": 2, "a": 1}, []string{"a", "b"}, "b"},
		"the first of two that lead less": {map[string]int{"own": 2, "a": 1, "b": 1}, []string{"a", "b"}, "a"},
		"all lead as many":                {map[string]int{"own": 1, "a": 1, "b": 1}, []string{"a", "b"}, ""},
		"this one leads fewest":           {map[string]int{"a": 1, "b": 3}, []string{"a", "b"}, ""},
		"nobody is known to lead":         {nil, []string{"a"}, ""},
		"there is no other":               {map[string]int{"own": 2}, nil, ""},
	} {
		if got := fewest(c.leads, "own", c.others); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
