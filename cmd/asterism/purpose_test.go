package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// purposeStore is a data directory with the North Star of the story, its notes, and four measurements.
func purposeStore(t *testing.T) (data string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "store")
	goal, err := os.ReadFile(filepath.Join(driftStory, "goal.txt"))
	if err != nil {
		t.Fatal(err)
	}
	set := asJSON(t, ok(t, data, "--json", "goal", "set", "--namespace", "story", strings.TrimSpace(string(goal))))
	if set["unchanged"] != false || set["namespace"] != "story" {
		t.Errorf("goal set: %v", set)
	}
	ok(t, data, "ingest", filepath.Join(driftStory, "on-goal.jsonl"), filepath.Join(driftStory, "wandering.jsonl"))
	for range 4 {
		ok(t, data, "drift", "--namespace", "story", "--timeframe", "all")
	}
	return data
}

// TestPurposeHereAndThroughTheServer: the commands show the same with the store open here and through its server.
func TestPurposeHereAndThroughTheServer(t *testing.T) {
	data := purposeStore(t)
	commands := [][]string{ // search last: a dream uses what its process recalled
		{"goal", "list"},
		{"drift", "history", "--embedders", "--limit", "3"},
		{"drift", "correct", "--timeframe", "all", "--force", "--dry-run"},
		{"status", "--history", "2"},
		{"workspace", "--session", "s"},
		{"goals", "discover", "--min-cluster-size", "4"},
		{"dream", "--phase", "nrem", "--dry-run"},
		{"search", "frost", "--min-alignment", "0.7", "--top", "100"},
	}
	here := map[string]map[string]any{}
	for _, args := range commands {
		here[args[0]+" "+args[1]] = asJSON(t, ok(t, data, append([]string{"--json"}, append(args, "--namespace", "story")...)...))
	}
	if h := here["drift history"]["history"].([]any); len(h) != 3 || len(h[0].(map[string]any)["per_embedder"].([]any)) != 13 {
		t.Errorf("history: %v", here["drift history"])
	}
	hits := here["search frost"]["hits"].([]any)
	if len(hits) == 0 {
		t.Fatal("nothing on the goal was found")
	}
	get := []string{"--json", "get", hits[0].(map[string]any)["id"].(string)}
	got := asJSON(t, ok(t, data, get...))
	if a, _ := got["alignment"].(map[string]any); a == nil || a["theta"].(float64) < .7 || a["verdict"] == "" {
		t.Errorf("get: %v", got)
	}
	address, _ := serving(t, data, "--tools", "all")
	for _, args := range commands {
		name := args[0] + " " + args[1]
		there := asJSON(t, through(t, address, data, append([]string{"--json"}, append(args, "--namespace", "story")...)...))
		for _, v := range []map[string]any{here[name], there} {
			settle(v)
		}
		for k := range there {
			if !alike(here[name][k], there[k]) {
				t.Errorf("%s: %s here:\n%.1000v\nthrough the server:\n%.1000v", name, k, here[name][k], there[k])
			}
		}
		if len(here[name]) != len(there) {
			t.Errorf("%s: %v here, %v through the server", name, keys(here[name]), keys(there))
		}
	}
	if there := asJSON(t, through(t, address, data, get...)); !alike(got["alignment"], there["alignment"]) {
		t.Errorf("alignment %v here, %v through the server", got["alignment"], there["alignment"])
	}
	words := through(t, address, data, "drift", "--namespace", "story", "--timeframe", "all", "--history")
	for _, want := range []string{"of 100 memories to the North Star ", "E1 semantic", "this space encodes time", "trend Stable", "+0.000"} {
		if !strings.Contains(words, want) {
			t.Errorf("drift through the server does not say %q:\n%s", want, words)
		}
	}
}

// settle removes what only depends on time.
func settle(v any) {
	switch x := v.(type) {
	case map[string]any:
		for _, k := range []string{"timestamp", "running", "timings_ms", "took_ms", "query_id", "started", "queue", "dreams", "store", "device", "workspace", "learning", "recommendations", "last_start", "last_end", "last_success"} {
			delete(x, k)
		}
		for _, o := range x {
			settle(o)
		}
	case []any:
		for _, o := range x {
			settle(o)
		}
	}
}

func TestGoalsByCommand(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data, "--tools", "all") // TestPurposeHereAndThroughTheServer does the same without a server
	if out := ok(t, data, "goal", "list"); !strings.Contains(out, "no goal is set in namespace default") {
		t.Errorf("list: %s", out)
	}
	star := asJSON(t, ok(t, data, "--json", "goal", "set", "Sail", "around", "the", "world"))["goal"].(map[string]any)
	if star["description"] != "Sail around the world" {
		t.Errorf("set: %v", star)
	}
	crew := asJSON(t, ok(t, data, "--json", "goal", "add", "Find a crew"))["goal"].(map[string]any)
	ada := asJSON(t, ok(t, data, "--json", "goal", "add", "Ask Ada", "--level", "immediate", "--parent", crew["id"].(string)))["goal"].(map[string]any)
	if crew["parent_id"] != star["id"] || ada["parent_id"] != crew["id"] || ada["level"] != "immediate" {
		t.Errorf("add: %v %v", crew, ada)
	}
	if out := ok(t, data, "goal", "list"); !strings.Contains(out, "\n    "+ada["id"].(string)+"  immediate (0.2)") {
		t.Errorf("the tree is not shown:\n%s", out)
	}
	if _, errs, code := run(t, data, "goal", "remove", crew["id"].(string), "--yes"); code != 1 || !strings.Contains(errs, crew["id"].(string)) {
		t.Errorf("a goal with one below it: exit code %d: %s", code, errs)
	}
	if _, errs, code := run(t, data, "goal", "remove", ada["id"].(string)); code != 1 || !strings.Contains(errs, "for good") || !strings.Contains(errs, "--yes") {
		t.Errorf("nobody was asked: exit code %d: %s", code, errs)
	}
	if out := ok(t, data, "goal", "remove", "--cascade", "--yes", crew["id"].(string)); strings.Count(out, "removed ") != 2 {
		t.Errorf("remove: %s", out)
	}
	if goals := asJSON(t, ok(t, data, "--json", "goals", "list"))["goals"].([]any); len(goals) != 1 {
		t.Errorf("left: %v", goals)
	}
}

func TestDriftWithoutAGoalOrHistory(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "ingest", filepath.Join(driftStory, "on-goal.jsonl"))
	if _, errs, code := run(t, data, "drift", "history"); code != 1 || !strings.Contains(errs, "No drift history available for goal 'centroid'. `asterism drift` measures it first") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	d := asJSON(t, ok(t, data, "--json", "drift", "--namespace", "story", "--timeframe", "all"))
	if d["reference_type"] != "computed_centroid" || d["reference_id"] != "centroid" || d["analyzed_count"] != 60. {
		t.Errorf("drift: %v", d)
	}
	if h := asJSON(t, ok(t, data, "--json", "drift", "history", "--namespace", "story", "--goal", "centroid", "--deltas=false")); h["summary"].(map[string]any)["total_entries"] != 1. || strings.Contains(strings.Join(keys(h["history"].([]any)[0]), " "), "delta") {
		t.Errorf("history: %v", h)
	}
}

func keys(v any) (out []string) {
	for _, k := range reflect.ValueOf(v).MapKeys() {
		out = append(out, k.String())
	}
	return out
}

func TestPlotsByCommand(t *testing.T) {
	data := purposeStore(t)
	dir := t.TempDir()
	shown := ok(t, data, "drift", "history", "--namespace", "story", "--plot")
	if !strings.Contains(shown, "0.85|") || !strings.Contains(shown, "*") || !strings.Contains(shown, "Critical") {
		t.Errorf("chart: %s", shown)
	}
	for name, head := range map[string]string{"a.svg": "<svg ", "b.png": "\x89PNG"} {
		path := filepath.Join(dir, name)
		ok(t, data, "drift", "--namespace", "story", "--timeframe", "all", "--plot", path)
		if body, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(body), head) {
			t.Errorf("%s: %v, %.10q", name, err, body)
		}
	}
	serving(t, data, "--tools", "all") // errors are the same through a server, and loading models each time is slow
	before := asJSON(t, ok(t, data, "--json", "drift", "history", "--namespace", "story"))["summary"]
	for says, args := range map[string][]string{
		".svg nor .png":   {"drift", "--namespace", "story", "--plot", "x.pdf"},
		"name a file":     {"--json", "drift", "--namespace", "story", "--plot"},
		"takes one file":  {"drift", "--plot", "a.svg", "b.svg"},
		"unknown command": {"drift", "hystory"},
		"Unknown time":    {"drift", "--timeframe", "2d"},
		"valid are":       {"drift", "--strategy", "mean"},
		"not a UUID":      {"drift", "--id", "7"},
		"--goal UUID":     {"drift", "--goal", "7"},
		"1…100":           {"drift", "history", "--limit", "101"},
		"--history is 0":  {"status", "--history", "0"},
		"2…1000":          {"goal", "discover", "--min-cluster-size", "1"},
		"nrem, rem":       {"dream", "--phase", "deep"},
		"rationale":       {"dream", "--rationale", " "},
		"needs no force":  {"drift", "correct", "--force", "--undo", "01890a5d-ac96-774b-bcce-b302099a8057"},
		"strategic":       {"goal", "add", "x", "--level", "north_star"},
		"description":     {"goal", "set", " "},
	} {
		if out, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, want words that say %q: %s%s", args, code, says, out, errs)
		}
	}
	if after := asJSON(t, ok(t, data, "--json", "drift", "history", "--namespace", "story"))["summary"]; !reflect.DeepEqual(before, after) {
		t.Errorf("mistakes measured something: %v, then %v", before, after)
	}
}
