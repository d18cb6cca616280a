package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestIngestSpread over three processes gives what a plain ingest through a node gives, is found at each node, and stores nothing when it is run again; what is wrong with a line is told as ever.
func TestIngestSpread(t *testing.T) {
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
		delete(j, "problems") // a tool words it otherwise than an engine
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
	plain["stored"], plain["skipped"] = plain["stored"].(float64)+1, plain["skipped"].(float64)-1 // the line of the farm is there by now
	if !reflect.DeepEqual(spread, plain) {
		t.Errorf("spread\n%v\nplain\n%v", spread, plain)
	}
	for _, n := range nodes {
		if out := ok(t, n.data, "search", "--namespace", "spread", "where is the kettle?"); !strings.Contains(out, "kettle is in the lab") {
			t.Errorf("at %s: %s", n.name, out)
		}
		if out := ok(t, n.data, "search", "--namespace", "farm", "what leans on the barn?"); !strings.Contains(out, "ladder") {
			t.Errorf("at %s: %s", n.name, out)
		}
	}
}

// TestIngestSpreadWithoutACluster says what to do, and makes no store.
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
