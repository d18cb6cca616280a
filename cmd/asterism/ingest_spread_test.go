package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestNotesAreSpreadOverThreeProcesses gives the same as a plain ingest through a node, is found at each node, and stores nothing when repeated. Wrong lines are reported as usual.
// If a node is killed meanwhile, every note is stored once.
func TestNotesAreSpreadOverThreeProcesses(t *testing.T) {
	nodes := newTestCluster(t, 3, "--shards", "4")
	lines := filepath.Join(t.TempDir(), "lines.jsonl")
	write(t, lines, `{"content":"the kettle is in the lab","times_seen":3,"last_seen":"2026-02-03T04:05:06Z"}
{"content":"the lid is lost","modality":"smell"}
{"content":"the ladder leans on the barn","namespace":"farm"}
`)
	counts := func(n *testNode, code int, args ...string) map[string]any {
		t.Helper()
		out, errs, got := run(t, n.data, append([]string{"--json", "ingest", samples, lines}, args...)...)
		if got != code {
			t.Fatalf("%v: exit code %d, want %d\n%s%s", args, got, code, out, errs)
		}
		j := asJSON(t, out)
		delete(j, "seconds")
		delete(j, "memories_per_s")
		if problems := j["problems"].([]any); len(problems) != 1 || !strings.Contains(problems[0].(string), "lines.jsonl:2") || !strings.Contains(problems[0].(string), "smell") {
			t.Errorf("%v: problems %v", args, problems)
		}
		delete(j, "problems") // a tool words it differently from an engine
		return j
	}
	spread := counts(nodes[1], 2, "--spread", "--namespace", "spread")
	if spread["stored"].(float64) < 60 || spread["failed"].(float64) != 1 {
		t.Fatalf("spread: %v", spread)
	}
	again := counts(nodes[2], 2, "--spread", "--namespace", "spread")
	if again["stored"].(float64) != 0 || again["skipped"] != spread["stored"] {
		t.Errorf("a second run: %v", again)
	}
	plain := counts(nodes[1], 2, "--namespace", "plain")
	plain["stored"], plain["skipped"] = plain["stored"].(float64)+1, plain["skipped"].(float64)-1 // the line of the farm is stored by now
	if !reflect.DeepEqual(spread, plain) {
		t.Errorf("spread\n%v\nplain\n%v", spread, plain)
	}
	secret := filepath.Join(t.TempDir(), "secret.jsonl")
	write(t, secret, `{"content":"the token is ghp_0123456789abcdefghijABCDEFGHIJ012345 now"}`)
	if j := asJSON(t, ok(t, nodes[2].data, "--json", "ingest", "--spread", "--secrets", "allow", "--namespace", "secret", secret)); j["stored"].(float64) != 1 {
		t.Errorf("a secret that is allowed: %v", j)
	}
	dir := vault(t, map[string]string{"a.md": "The kiln fires at nine."})
	for _, text := range []string{"The kiln fires at nine.", "The kiln fires at ten."} {
		put(t, filepath.Join(dir, "a.md"), text)
		told := asJSON(t, ok(t, nodes[0].data, "--json", "ingest", "--spread", "--namespace", "kiln", dir))["outdated"].(map[string]any)
		if want := strings.Contains(text, "ten"); (told["pieces"] == 1.) != want || told["not_looked"] != nil {
			t.Errorf("after %q outdated are %v", text, told)
		}
	}
	for _, n := range nodes {
		if out := ok(t, n.data, "search", "--namespace", "spread", "where is the kettle?"); !strings.Contains(out, "kettle is in the lab") {
			t.Errorf("at %s: %s", n.name, out)
		}
		if out := ok(t, n.data, "search", "--namespace", "farm", "what leans on the barn?"); !strings.Contains(out, "ladder") {
			t.Errorf("at %s: %s", n.name, out)
		}
	}
	spreadWithoutOne(t, nodes, 2, "barrels")
	nodes[2].start(t)
	awaitCluster(t, nodes[1].data, "is whole again", func(s map[string]any) bool { return s["whole"] == true })
	spreadWithoutOne(t, nodes, 0, "kegs") // node 0 leads all shards
}

// spreadWithoutOne kills a node during an ingest that the second node spreads: every note is stored once.
func spreadWithoutOne(t *testing.T, nodes []*testNode, victim int, namespace string) {
	t.Helper()
	const many = 2000
	var lines strings.Builder
	for i := range many {
		fmt.Fprintf(&lines, `{"content":"barrel %d stands in hall %d, behind the door that is painted in colour %d"}`+"\n", i, i%7, i%11)
	}
	path := filepath.Join(t.TempDir(), "barrels.jsonl")
	write(t, path, lines.String())
	done := make(chan string)
	go func() {
		out, errs, code := run(t, nodes[1].data, "--json", "ingest", "--spread", "--namespace", namespace, path)
		if code != 0 {
			t.Errorf("exit code %d: %s", code, errs)
		}
		done <- out
	}()
	inThere := func() (n float64) {
		for _, label := range asJSON(t, ok(t, nodes[1].data, "--json", "namespaces"))["names"].([]any) {
			if l := label.(map[string]any); l["name"] == namespace {
				n = l["memories"].(float64)
			}
		}
		return n
	}
	for inThere() == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	if err := nodes[victim].process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = nodes[victim].process.Wait()
	if j := asJSON(t, <-done); j["stored"].(float64) != many || j["failed"].(float64) != 0 {
		t.Errorf("while node %d was killed: %v", victim, j)
	}
	if n := inThere(); n != many {
		t.Errorf("%v memories are there, want %d", n, many)
	}
}

// TestIngestSpreadWithoutACluster says what to do, and creates no store.
func TestIngestSpreadWithoutACluster(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	refused := func(args ...string) {
		t.Helper()
		out, errs, code := run(t, data, append([]string{"ingest", "--spread", samples}, args...)...)
		if code == 0 || !strings.Contains(errs, "--spread has the nodes of a cluster embed together") || !strings.Contains(errs, "serve --cluster DIR") {
			t.Errorf("%v: exit code %d\n%s%s", args, code, out, errs)
		}
	}
	refused()
	refused("--connect", "off")
	if _, err := os.Stat(data); err == nil {
		t.Error("a store was made")
	}
	address, _ := serving(t, data)
	refused()
	refused("--connect", address)
}
