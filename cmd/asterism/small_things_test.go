package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSomeDigitsNameAMemory: search shows digits, and every command accepts them, also for a forgotten memory. Links are shown from both ends.
func TestSomeDigitsNameAMemory(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "The lathe needs oil", "--why", "care"))["id"].(string)
	last := id[len(id)-8:]
	if out := ok(t, data, "search", "lathe"); !strings.Contains(out, last) {
		t.Errorf("search shows no digits: %s", out)
	}
	ok(t, data, "update", last, "--importance", "0.9")
	if out := ok(t, data, "forget", last); !strings.Contains(out, id) {
		t.Errorf("forget: %s", out)
	}
	ok(t, data, "restore", last)
	newer := asJSON(t, ok(t, data, "--json", "remember", "The lathe needs grease", "--why", "care", "--supersedes", last))["id"].(string)
	if out := ok(t, data, "get", newer); !strings.Contains(out, "replaces") || !strings.Contains(out, id) {
		t.Errorf("get: %s", out)
	}
	file := filepath.Join(t.TempDir(), "linked.jsonl")
	line := `{"id":"01890a5d-ac96-774b-bcce-b302099a8057","content":"See the lathe","rationale":"x","links":["` + newer + `"]}` + "\n"
	if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "import", "--from", "jsonl", file)
	if out := ok(t, data, "get", newer); !strings.Contains(strings.Join(strings.Fields(out), " "), "linked from 01890a5d") {
		t.Errorf("the other end of a link is not shown: %s", out)
	}
	if out := ok(t, data, "get", "01890a5d"); !strings.Contains(strings.Join(strings.Fields(out), " "), "link "+newer) {
		t.Errorf("get of the linking one: %s", out)
	}
	for _, bad := range []string{"zz", "ffffffff"} {
		if _, errs, code := run(t, data, "get", bad); code != 1 || !strings.Contains(errs, bad) {
			t.Errorf("%s: exit code %d, %s", bad, code, errs)
		}
	}
}

// TestSomeDigitsNameAGoal: the last digits of a goal's id work as a parent, for drift and to remove it. Digits of none are refused.
func TestSomeDigitsNameAGoal(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "The lathe needs oil", "--why", "care")
	ok(t, data, "goal", "set", "Keep the machines of the workshop running")
	ok(t, data, "goal", "add", "Oil every lathe once a week")
	goals := asJSON(t, ok(t, data, "--json", "goal", "list"))["goals"].([]any)
	id := goals[len(goals)-1].(map[string]any)["id"].(string)
	last := id[len(id)-8:]
	added := ok(t, data, "--json", "goal", "add", "Buy oil", "--level", "tactical", "--parent", last)
	if !strings.Contains(added, id) {
		t.Errorf("its parent is not %s: %s", id, added)
	}
	ok(t, data, "goal", "remove", last, "--cascade", "--yes")
	if out := ok(t, data, "--json", "goal", "list"); strings.Contains(out, id) {
		t.Errorf("it is still there: %s", out)
	}
	if _, errs, code := run(t, data, "goal", "remove", last, "--yes"); code != 1 || !strings.Contains(errs, "no goal has an id that begins or ends with "+last) {
		t.Errorf("exit code %d, %s", code, errs)
	}
}

// TestEscapesAreShown: no command writes an escape sequence from a stored text to the terminal.
func TestEscapesAreShown(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	const evil = "\x1b]0;owned\x07 kettle \x1b[2J\u009b31m"
	id := asJSON(t, ok(t, data, "--json", "remember", evil, "--why", "why "+evil, "--tag", "t\x1b[1m", "--source", "s\x1b[1m", "--session", "n\x1b[1m"))["id"].(string)
	for _, args := range [][]string{{"search", "kettle"}, {"search", "--explain", "kettle"}, {"list"}, {"get", id}, {"tags"}, {"namespaces"}, {"status"}, {"workspace"}, {"forget", "--where-session", "n\x1b[1m", "--dry-run"}} {
		out := ok(t, data, args...)
		if strings.ContainsAny(out, "\x1b\x07\u009b") {
			t.Errorf("%v writes %q", args, out)
		}
	}
	if out := ok(t, data, "get", id); !strings.Contains(out, `\x1b]0;owned\x07 kettle`) {
		t.Errorf("get does not show it: %q", out)
	}
}

// TestManyByAFilter: a filter changes, forgets and restores exactly what passes it. The command shows how many first, and asks.
func TestManyByAFilter(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	for _, text := range []string{"one", "two", "three", "four", "five", "six", "seven"} {
		ok(t, data, "remember", "draft "+text, "--why", "x", "--tag", "draft")
	}
	ok(t, data, "remember", "a decision", "--why", "x", "--tag", "kept")
	count := func(want int, args ...string) {
		t.Helper()
		if got := len(asJSON(t, ok(t, data, append([]string{"--json", "list"}, args...)...))["memories"].([]any)); got != want {
			t.Errorf("list %v: %d memories, want %d", args, got, want)
		}
	}
	if out := ok(t, data, "forget", "--where-tag", "draft", "--dry-run"); !strings.Contains(out, "7 memories; nothing was done") || !strings.Contains(out, "and 2 more") {
		t.Errorf("dry run: %s", out)
	}
	if _, errs, code := run(t, data, "forget", "--where-tag", "draft"); code != 1 || !strings.Contains(errs, "--yes") {
		t.Errorf("nobody was asked: exit code %d, %s", code, errs)
	}
	count(8)
	if out := asJSON(t, ok(t, data, "--json", "update", "--where-tag", "draft", "--importance", "0.1", "--yes")); out["done"] != 7.0 {
		t.Errorf("update: %v", out)
	}
	ok(t, data, "forget", "--where-tag", "draft", "--yes")
	count(1)
	ok(t, data, "restore", "--where-tag", "draft", "--yes")
	count(8)
	for _, source := range []string{"notes/a.md:1", "notes/a.md:12", "notes/a.md:x", "notes/a.md2:1", "chat"} {
		ok(t, data, "remember", "said in "+source, "--why", "x", "--source", source)
	}
	for source, want := range map[string]string{"notes/a.md": "2 memories", "notes/a.md:12": "1 memory", "chat": "1 memory", "notes": "no memory passes"} {
		if out := ok(t, data, "forget", "--where-source", source, "--dry-run"); !strings.Contains(out, want) {
			t.Errorf("of source %s: %s, want %s", source, out, want)
		}
	}
	for _, args := range [][]string{{"forget"}, {"forget", "abcdef12", "--where-tag", "x"}, {"forget", "abcdef12", "--yes"}, {"update", "--where-tag", "draft", "--content", "x", "--yes"}, {"restore", "--where-before", "soon"}} {
		if _, errs, code := run(t, data, args...); code != 1 || errs == "" {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
}

// TestSmallThings: zero is not a number of hits, a folder with other files is not a data directory, and a pull can be previewed without a network.
func TestSmallThings(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "x", "--why", "y")
	for args, says := range map[string]string{"search --top 0 x": "--top 0", "search --top -1 x": "--top -1", "list --limit 0": "--limit 0"} {
		if _, errs, code := run(t, data, strings.Fields(args)...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%s: exit code %d, %s", args, code, errs)
		}
	}
	if out, named := ok(t, data, "--version"), ok(t, data, "version"); out == "" || !strings.HasPrefix(named, out) {
		t.Errorf("--version: %q, and the command says %q", out, named)
	}
	if _, errs, code := run(t, data, "namespaces", "rename", "default", ""); code != 1 || !strings.Contains(errs, "NEW is blank") {
		t.Errorf("a blank name: exit code %d, %s", code, errs)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "thesis.tex"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"list"}, {"remember", "x", "--why", "y"}, {"serve"}} {
		if _, errs, code := run(t, folder, args...); code != 1 || !strings.Contains(errs, "thesis.tex") {
			t.Errorf("%v in a folder with other files: exit code %d, %s", args, code, errs)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
	if out := ok(t, data, "--models", t.TempDir(), "models", "pull", "--dry-run", "--from", "http://127.0.0.1:9"); !strings.Contains(out, "E13") || !strings.Contains(out, "sizes and revisions are not known") {
		t.Errorf("dry run without a network: %s", out)
	}
	ok(t, data, "remember", "x", "--why", "y")
	if out := ok(t, data, "status"); strings.Contains(out, "get_alignment_drift") || !strings.Contains(out, "`asterism drift` does it") {
		t.Errorf("status names a tool to a person: %s", out)
	}
	if out := ok(t, data, "--help"); !strings.Contains(out, "\nMemories:\n") || !strings.Contains(out, "\nAssistants:\n") {
		t.Errorf("help is not grouped: %s", out)
	}
}

// TestLinksByCommand: links are made, shown from both ends, named by a search that finds one end, and removed; here and next to an assistant.
func TestLinksByCommand(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	one := asJSON(t, ok(t, data, "--json", "remember", "Barges of gravel lie at dock four.", "--why", "x"))["id"].(string)
	other := asJSON(t, ok(t, data, "--json", "remember", "Keys are fetched at gate B.", "--why", "x"))["id"].(string)
	for _, text := range []string{"Tea is at four.", "The kettle is in the lab.", "A ladder leans on the wall."} {
		ok(t, data, "remember", text, "--why", "x")
	}
	walk := func() {
		t.Helper()
		if out := ok(t, data, "links", one); !strings.Contains(out, "no links") {
			t.Errorf("before: %s", out)
		}
		ok(t, data, "links", "make", one[len(one)-8:], other)
		for from, to := range map[string]string{one: other, other: one} {
			if out := ok(t, data, "links", from[len(from)-8:]); !strings.Contains(out, to+"  accepted") {
				t.Errorf("links of %s: %s", from, out)
			}
		}
		if out := ok(t, data, "search", "where do barges of gravel lie?", "--top", "1"); !strings.Contains(out, "linked with "+one[len(one)-8:]+" (accepted): "+other[len(other)-8:]+"  Keys are fetched") {
			t.Errorf("search: %s", out)
		}
		linked := asJSON(t, ok(t, data, "--json", "search", "where do barges of gravel lie?", "--top", "1"))["linked"].([]any)
		if len(linked) != 1 || linked[0].(map[string]any)["id"] != other {
			t.Errorf("search --json: %v", linked)
		}
		ok(t, data, "links", "remove", other, one)
	}
	walk()
	if _, errs, code := run(t, data, "links", "accept", one, other); code != 1 || errs == "" {
		t.Errorf("nothing was proposed: exit code %d, %s", code, errs)
	}
	a := assist(t, data)
	a.mustRemember("somebody else is here")
	walk()
	a.leaves()
}

// TestTheNewestCountsByCommand: the newer memory is found in place of the one it supersedes, get shows the chain from both ends, and --as-of shows an earlier state.
func TestTheNewestCountsByCommand(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	old := asJSON(t, ok(t, data, "--json", "remember", "The API allows 50 requests a minute.", "--why", "x", "--time", "2025-03-01"))["id"].(string)
	newer := asJSON(t, ok(t, data, "--json", "remember", "The API allows 100 requests a minute.", "--why", "x", "--time", "2025-05-01", "--supersedes", old[len(old)-8:]))["id"].(string)
	first := func(args ...string) string {
		t.Helper()
		hits := asJSON(t, ok(t, data, append([]string{"--json", "search", "how many requests does the API allow?"}, args...)...))["hits"].([]any)
		if len(hits) == 0 {
			return ""
		}
		return hits[0].(map[string]any)["id"].(string)
	}
	for _, c := range []struct {
		want string
		args []string
	}{{newer, nil}, {old, []string{"--as-of", "2025-04-01"}}, {newer, []string{"--as-of", "2025-05-01"}}} {
		if got := first(c.args...); got != c.want {
			t.Errorf("search %v: %s is first, want %s", c.args, got, c.want)
		}
	}
	if out := ok(t, data, "search", "how many requests does the API allow?"); !strings.Contains(out, "replaces    "+old) || strings.Contains(out, " 2  ") {
		t.Errorf("what is replaced is not folded under what replaces it: %s", out)
	}
	if out := ok(t, data, "search", "--superseded", "how many requests does the API allow?"); !strings.Contains(out, " 2  ") {
		t.Errorf("search --superseded: %s", out)
	}
	if out := ok(t, data, "get", old); !strings.Contains(out, newer) || !strings.Contains(out, "replaced by") {
		t.Errorf("get of the old one: %s", out)
	}
	if out := ok(t, data, "get", newer); !strings.Contains(strings.Join(strings.Fields(out), " "), "replaces "+old) {
		t.Errorf("get of the new one: %s", out)
	}
	ok(t, data, "update", newer, "--supersedes", "")
	if out := ok(t, data, "get", old); strings.Contains(out, "replaced by") {
		t.Errorf("taken back: %s", out)
	}
	if out := ok(t, data, "search", "how many requests does the API allow?"); !strings.Contains(out, "newer       "+newer+"  2025-05-01  differs: value changed: 50 → 100") {
		t.Errorf("nothing says that the old one may be out of date: %s", out)
	}
}

// TestGetSaysWhatIsToCome, and which goal a memory contradicts. For other memories it shows neither.
func TestGetSaysWhatIsToCome(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	store := func(args ...string) string {
		t.Helper()
		return asJSON(t, ok(t, data, append([]string{"--json", "remember", "--why", "x"}, args...)...))["id"].(string)
	}
	ok(t, data, "goal", "set", "Never charge a customer twice")
	against := store("We charge the customer twice when the first payment times out.")
	old := store("The API allows 50 requests a minute.")
	later := store("The API allows 100 requests a minute.", "--supersedes", old, "--valid-from", "2095-01-01")
	line := func(out string) string { return strings.Join(strings.Fields(out), " ") }
	if out := line(ok(t, data, "get", old)); !strings.Contains(out, "replaced later "+later+" 2095-01-01") {
		t.Errorf("nothing is to come: %s", out)
	}
	if rows, _ := asJSON(t, ok(t, data, "--json", "get", old))["chain"].(map[string]any)["superseded_later"].([]any); len(rows) != 1 {
		t.Errorf("nothing is to come in JSON: %v", rows)
	}
	if out := line(ok(t, data, "get", against)); !strings.Contains(out, "contradicts goal") || !strings.Contains(out, "Never charge a customer twice") {
		t.Errorf("the goal is not named: %s", out)
	}
	if a, _ := asJSON(t, ok(t, data, "--json", "get", against))["alignment"].(map[string]any)["contradicts"].(map[string]any); a["description"] != "Never charge a customer twice" {
		t.Errorf("the goal is not named in JSON: %v", a)
	}
	for _, id := range []string{later, old} {
		if out := ok(t, data, "get", id); strings.Contains(out, "contradicts") || id == later && strings.Contains(out, "replaced later") {
			t.Errorf("said without reason: %s", out)
		}
	}
}

// TestANamedTimeIsSaid: search says what it read as a time, that nothing was left out, and how to search without it. It also reports a time range without memories.
func TestANamedTimeIsSaid(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "Release 5.0 shipped on 12 March 2026 with the new pricing engine.", "--why", "x")
	ok(t, data, "remember", "Team lunch at the Thai place.", "--why", "x", "--time", "2026-03-12")
	out := ok(t, data, "search", "which release shipped on 12 March 2026?")
	for _, want := range []string{" 1  ", "Release 5.0", "Team lunch", "2 memories from 2026-03-12", "preferred, none left out", "--weights semantic ignores it"} {
		if !strings.Contains(out, want) {
			t.Errorf("the answer does not say %q: %s", want, out)
		}
	}
	if strings.Index(out, "Release 5.0") > strings.Index(out, "Team lunch") {
		t.Errorf("the lunch is first: %s", out)
	}
	if out := ok(t, data, "search", "which release shipped on 12 March 2026?", "--weights", "semantic"); strings.Contains(out, "preferred") {
		t.Errorf("without: %s", out)
	}
	if out := ok(t, data, "search", "release", "--after", "2031-01-01"); !strings.Contains(out, "nothing found among 0 memories that pass the filters") {
		t.Errorf("an empty range: %s", out)
	}
}
