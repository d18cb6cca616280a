package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// story is ingested with its own ids; no note links to the last one.
var story = []struct{ id, text string }{
	{"01890a5d-ac96-774b-bcce-b30209900001", "The damaged power line on Mill Road short-circuited and cut off the substation."},
	{"01890a5d-ac96-774b-bcce-b30209900002", "The substation was cut off from the power line, so the dairy's cold store had no electricity all night."},
	{"01890a5d-ac96-774b-bcce-b30209900003", "Without electricity the dairy's cold store grew warm and the milk turned sour."},
	{"01890a5d-ac96-774b-bcce-b30209900004", "A bassoon has four joints."},
}

func TestPathShowsHowOneMemoryLeadsToAnother(t *testing.T) {
	data, file := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "story.jsonl")
	var lines []byte
	for _, s := range story {
		line, err := json.Marshal(map[string]string{"id": s.id, "content": s.text, "timestamp": "2026-03-01T00:00:00Z"})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, line...), '\n')
	}
	if err := os.WriteFile(file, lines, 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "ingest", file)

	first, last, alone := story[0].id, story[2].id, story[3].id
	p := asJSON(t, ok(t, data, "--json", "path", first, last))
	path, hops := p["path"].([]any), p["hops"].([]any)
	if p["found"] != true || len(path) != 3 || len(hops) != 2 || p["reverse"] != nil || p["complete"] != true || p["max_hops"] != 4. || p["type"] != "causal" {
		t.Fatalf("path: %v", p)
	}
	product := 1.
	for i, h := range hops {
		hop := h.(map[string]any)
		product *= hop["score"].(float64)
		if hop["from"] != story[i].id || hop["to"] != story[i+1].id || hop["by"] != "causal" || path[i].(map[string]any)["content"] != story[i].text {
			t.Errorf("hop %d: %v from %v", i, hop, path[i])
		}
	}
	if score := p["score"].(float64); product-score > 1e-9 || score-product > 1e-9 {
		t.Errorf("score %v, product %v", score, product)
	}
	shown := ok(t, data, "path", first, last, "--type", "any", "--max-hops", "3")
	for _, s := range []string{story[0].text, story[1].id, "↓ 0.", "causal, similarity 0.", "Path of 2 hops (any)", "E1 semantic 0.420, E5 causal 0.100"} {
		if !strings.Contains(shown, s) {
			t.Errorf("%q is missing in\n%s", s, shown)
		}
	}
	if out := ok(t, data, "path", first, alone); !strings.Contains(out, "No path within 4 hops (causal) of score 0.1 or more.") {
		t.Errorf("no path: %s", out)
	}
	for words, args := range map[string][]string{
		"from and to are both":         {"path", first, first},
		"--max-hops 0 is outside 1…6":  {"path", first, last, "--max-hops", "0"},
		"--max-hops 7 is outside 1…6":  {"path", first, last, "--max-hops", "7"},
		`unknown --type "magic"`:       {"path", first, last, "--type", "magic"},
		`"42" is no id of a memory`:    {"path", first, "42"},
		"no memory has id 01890a5d-ac": {"path", first, "01890a5d-ac96-774b-bcce-b30209900009"},
	} {
		if out, errs, code := run(t, data, args...); code != 1 || out != "" || !strings.Contains(errs, words) {
			t.Errorf("%v: exit code %d\n%s%s", args, code, out, errs)
		}
	}

	address, _ := serving(t, data)
	remote := asJSON(t, through(t, address, data, "--json", "path", first, last))
	sameAnswer(t, "path", remote, p)
}
