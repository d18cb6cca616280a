package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"asterism/engine/cluster/member"
)

// end ends a node as its operator does, and waits for that.
func (n *testNode) end(t *testing.T) {
	t.Helper()
	if err := n.process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = n.process.Wait()
}

// endsIn gives a node a certificate that expires in so many days; below 0 it has expired.
func (n *testNode) endsIn(t *testing.T, days int) {
	t.Helper()
	m, err := member.Open(n.data)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Renew(time.Now().AddDate(-5, 0, days)); err != nil { // it is valid for five years
		t.Fatal(err)
	}
}

// TestCertificatesThatEnd: the doctor and the cluster warn before. A node with an expired certificate does not start, and renewing it helps. The node knows only the other node that
// --join names, and finds what was stored while it was away.
func TestCertificatesThatEnd(t *testing.T) {
	nodes := newTestCluster(t, 3, "--shards", "2")
	first, n := nodes[0], nodes[2]
	at, err := member.Open(first.data)
	if err != nil {
		t.Fatal(err)
	}
	n.end(t)
	m, err := member.Open(n.data)
	if err == nil {
		err = m.ForgetSeeds()
	}
	if err != nil {
		t.Fatal(err)
	}
	ok(t, first.data, "remember", "The kettle is in the lab", "--why", "tea")

	n.endsIn(t, 30)
	before := n.more
	n.more = append([]string{"--join", at.Listen}, before...)
	n.start(t)
	awaitCluster(t, first.data, "says that a certificate ends, and nothing else", func(s map[string]any) bool { // n3 has everything then, and may answer itself
		trouble := s["trouble"].([]any)
		return len(trouble) == 1 && strings.Contains(trouble[0].(string), "node n3: its certificate ends at") && strings.Contains(trouble[0].(string), "cluster renew")
	})
	if out, _, code := run(t, n.data, "--json", "doctor"); code == 0 || !strings.Contains(out, "asterism cluster renew, and start the node again") {
		t.Errorf("the doctor, 30 days before the end: exit code %d, %s", code, out)
	}
	if out := ok(t, n.data, "search", "where is the kettle?"); !strings.Contains(out, "kettle is in the lab") {
		t.Errorf("what was stored meanwhile: %s", out)
	}

	n.end(t)
	n.endsIn(t, -1)
	for _, args := range [][]string{{"serve", "--cluster", n.data, "--http", "127.0.0.1:0"}, {"doctor"}} {
		if out, errs, code := run(t, n.data, args...); code == 0 || !strings.Contains(out+errs, "certificate has ended at") || !strings.Contains(out+errs, "asterism cluster renew") {
			t.Errorf("%v with a certificate that has ended: exit code %d, %s%s", args, code, out, errs)
		}
	}

	if out := ok(t, n.data, "cluster", "renew"); !strings.Contains(out, "node n3 has a certificate until") {
		t.Error(out)
	}
	n.more = before
	n.start(t)
	awaitCluster(t, n.data, "is whole again", func(s map[string]any) bool { return s["whole"] == true && len(s["nodes"].([]any)) == 3 })
	if d := asJSON(t, ok(t, n.data, "--json", "doctor")); d["well"] != true {
		t.Errorf("the doctor afterwards: %v", d)
	}
}
