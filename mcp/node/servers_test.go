package node

import (
	"strings"
	"testing"

	"asterism/engine/cluster/bus"
)

// TestServersThatStayedBehindAreTold: with a server that counts for the majority but belongs to no node the cluster is not whole, and the message says what to do. A server that is
// just joining is no trouble.
func TestServersThatStayedBehindAreTold(t *testing.T) {
	for name, c := range map[string]struct {
		counted       []bus.Counted
		trouble, note string
	}{
		"all are nodes":    {[]bus.Counted{{Node: "a", Here: true}, {Node: "b", Here: true}, {Node: "c"}}, "", ""},
		"somebody else's":  {nil, "", ""},
		"one has left":     {[]bus.Counted{{Node: "a", Here: true}, {Node: "d"}}, "`asterism cluster leave d` takes it out", ""},
		"one was not seen": {[]bus.Counted{{Node: "a", Here: true}, {}}, "nobody has heard of", ""},
		"one joins":        {[]bus.Counted{{Node: "a", Here: true}, {Node: "d", Here: true}}, "", "has not joined yet"},
	} {
		s := &Status{Nodes: three()}
		s.countServers(c.counted)
		trouble, notes := strings.Join(s.Trouble, "; "), strings.Join(s.Notes, "; ")
		if (c.trouble == "") != (trouble == "") || !strings.Contains(trouble, c.trouble) || (c.note == "") != (notes == "") || !strings.Contains(notes, c.note) {
			t.Errorf("%s: trouble %q, notes %q", name, trouble, notes)
		}
		if len(s.Counted) != len(c.counted) {
			t.Errorf("%s: counted %v", name, s.Counted)
		}
	}
}

// TestALostMajorityIsTold: the message says how many servers run and how many are needed.
func TestALostMajorityIsTold(t *testing.T) {
	for says, counted := range map[string][]bus.Counted{
		"1 of 3 nodes answers, 2 are needed: start the others": {{Node: "a", Here: true}, {Node: "b"}, {Node: "c"}},
		"2 of 5 nodes answer, 3 are needed: start the others":  {{Node: "a", Here: true}, {Node: "b", Here: true}, {Node: "c"}, {Node: "d"}, {}},
	} {
		if said := lacking(counted); !strings.HasPrefix(said, says) {
			t.Errorf("%q, want %q", said, says)
		}
	}
	for _, counted := range [][]bus.Counted{nil, {{Node: "a", Here: true}}, {{Node: "a", Here: true}, {Node: "b", Here: true}, {Node: "c"}}} {
		if said := lacking(counted); said != "" {
			t.Errorf("of %v: %q", counted, said)
		}
	}
}
