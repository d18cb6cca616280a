package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExportIsImported: after an import into an empty store, an export gives the same lines, including links, copies and other namespaces. The same through a server.
func TestExportIsImported(t *testing.T) {
	dir := t.TempDir()
	data, other := filepath.Join(dir, "store"), filepath.Join(dir, "other")
	id := asJSON(t, ok(t, data, "--json", "remember", "The kettle is in the lab", "--why", "tea", "--tag", "kitchen", "--importance", "0.25"))["id"].(string)
	ok(t, data, "remember", "Tea is at four", "--why", "tea", "--namespace", "house")
	lines := filepath.Join(dir, "more.jsonl")
	write(t, lines, `{"id":"0190a0c0-0000-7000-8000-000000000001","content":"The kettle is in the lab","timestamp":"2026-01-02T03:04:05.000000006Z","source":"Ada","links":["`+id+`"],"times_seen":3,"last_seen":"2026-02-01T00:00:00Z"}`+"\n"+
		`{"id":"0190a0c0-0000-7000-8000-000000000002","content":"A ladder","links":["0190a0c0-0000-7000-8000-000000000001"],"supersedes":["`+id+`"],"valid_from":"2026-01-01T00:00:00Z","valid_until":"2027-01-01T00:00:00Z"}`+"\n")
	ok(t, data, "import", "--from", "jsonl", lines)
	first, second := filepath.Join(dir, "first.jsonl"), filepath.Join(dir, "second.jsonl")
	if out := ok(t, data, "export", first); !strings.Contains(out, "exported 4 memories") {
		t.Errorf("export: %s", out)
	}
	ok(t, other, "import", "--from", "jsonl", first)
	ok(t, other, "import", "--from", "jsonl", first) // a repetition changes nothing
	ok(t, other, "export", second)
	if a, b := read(t, first), read(t, second); a != b || strings.Count(a, "\n") != 4 || !strings.Contains(a, id) {
		t.Errorf("exported\n%s\nand, of what was imported,\n%s", a, b)
	}
	if _, out, code := run(t, data, "export", first); code == 0 || !strings.Contains(out, "--overwrite") {
		t.Errorf("over a file: exit %d: %s", code, out)
	}
	address, _ := serving(t, data)
	through(t, address, data, "export", "--overwrite", second)
	if a, b := read(t, first), read(t, second); a != b {
		t.Errorf("exported\n%s\nand, through a server,\n%s", a, b)
	}
	files, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(files) > 0 {
		t.Errorf("left behind: %v %v", files, err)
	}
}

// TestAServerTakesWhatWasExported: ids and counts, at its socket. From elsewhere it refuses them, with the reason.
func TestAServerTakesWhatWasExported(t *testing.T) {
	dir := t.TempDir()
	data, given, out, bare := filepath.Join(dir, "store"), filepath.Join(dir, "given.jsonl"), filepath.Join(dir, "out.jsonl"), filepath.Join(dir, "bare.jsonl")
	const id, other = "0190a0c0-0000-7000-8000-000000000001", "0190a0c0-0000-7000-8000-000000000002"
	write(t, given, `{"id":"`+id+`","content":"The kettle is in the lab","times_seen":4,"last_seen":"2026-02-02T00:00:00Z"}`+"\n"+`{"id":"`+other+`","content":"A ladder"}`+"\n")
	write(t, bare, `{"content":"A lamp without an id","times_seen":3,"last_seen":"2026-02-01T00:00:00Z"}`+"\n")
	address, _ := serving(t, data)
	ok(t, data, "import", "--from", "jsonl", given)
	ok(t, data, "export", out)
	if text := read(t, out); !strings.Contains(text, `"times_seen":4,"last_seen":"2026-02-02T00:00:00Z"`) || strings.Count(text, "times_seen") != 1 || !strings.Contains(text, id) || !strings.Contains(text, other) {
		t.Errorf("exported\n%s", text)
	}
	if _, said, code := run(t, data, "--connect", address, "import", "--from", "jsonl", bare); code == 0 || !strings.Contains(said, "a server takes on its own machine only") {
		t.Errorf("from elsewhere: exit %d: %s", code, said)
	}
	ok(t, data, "import", "--from", "jsonl", bare)
	if said := ok(t, data, "list"); !strings.Contains(said, "seen 3 times, last 2026-02-01") {
		t.Errorf("listed: %s", said)
	}
}

// TestExportLeavesLinksToTheForgottenOut: an import would refuse a whole memory with a link to a missing one. Links into other namespaces stay.
func TestExportLeavesLinksToTheForgottenOut(t *testing.T) {
	dir := t.TempDir()
	data, other, lines := filepath.Join(dir, "store"), filepath.Join(dir, "other"), filepath.Join(dir, "lines.jsonl")
	const kept, gone, from = "0190a0c0-0000-7000-8000-000000000001", "0190a0c0-0000-7000-8000-000000000002", "0190a0c0-0000-7000-8000-000000000003"
	write(t, lines, `{"id":"`+kept+`","content":"The kettle is in the lab","namespace":"house"}`+"\n"+`{"id":"`+gone+`","content":"A ladder"}`+"\n"+
		`{"id":"`+from+`","content":"Tea is at four","links":["`+gone+`","`+kept+`"]}`+"\n")
	ok(t, data, "import", "--from", "jsonl", lines)
	ok(t, data, "forget", gone)
	told := asJSON(t, ok(t, data, "--json", "export", "--overwrite", lines))
	if told["exported"].(float64) != 2 || told["links_left_out"].(float64) != 1 {
		t.Errorf("told %v, want 2 memories without 1 link", told)
	}
	if out := ok(t, data, "export", "--namespace", "default", "-"); strings.Contains(out, gone) || !strings.Contains(out, `"links":["`+kept+`"]`) {
		t.Errorf("exported %s", out)
	}
	address, _ := serving(t, data)
	if out := through(t, address, data, "export", "--overwrite", lines); !strings.Contains(out, "exported 2 memories; links to forgotten ones left out: 1") {
		t.Errorf("through a server: %s", out)
	}
	if out := ok(t, other, "import", "--from", "jsonl", lines); !strings.Contains(out, "stored 2 memories") {
		t.Errorf("import: %s", out)
	}
	if out := ok(t, other, "--json", "get", from); !strings.Contains(out, kept) || strings.Contains(out, gone) {
		t.Errorf("imported %s", out)
	}
}

// TestExportCarriesWhatIsSuperseded, except forgotten ones.
func TestExportCarriesWhatIsSuperseded(t *testing.T) {
	dir := t.TempDir()
	data, other, lines := filepath.Join(dir, "store"), filepath.Join(dir, "other"), filepath.Join(dir, "lines.jsonl")
	remembered := func(args ...string) string {
		return asJSON(t, ok(t, data, append([]string{"--json", "remember", "--why", "tea"}, args...)...))["id"].(string)
	}
	gone, old := remembered("Tea is at three"), remembered("Tea is at four")
	now := remembered("Tea is at five", "--supersedes", gone, "--supersedes", old)
	ok(t, data, "forget", gone)
	if out := ok(t, data, "export", "--overwrite", lines); !strings.Contains(out, "left out: 1") {
		t.Errorf("export: %s", out)
	}
	ok(t, other, "import", "--from", "jsonl", lines)
	if out := ok(t, other, "get", now); !strings.Contains(out, "replaces") || !strings.Contains(out, old) || strings.Contains(out, gone) {
		t.Errorf("imported: %s", out)
	}
	if out := ok(t, other, "list"); strings.Count(out, "replaced by "+now) != 1 {
		t.Errorf("listed: %s", out)
	}
	if out := ok(t, other, "search", "when is tea?"); strings.Count(out, "Tea is at five") != 1 || !strings.Contains(out, "replaces    "+old) {
		t.Errorf("found: %s", out)
	}
	ok(t, other, "update", now, "--supersedes", "")
	if out := ok(t, other, "search", "when is tea?"); strings.Contains(out, "replaces") {
		t.Errorf("taken back: %s", out)
	}
}

func TestImportFromTheMemoryServer(t *testing.T) {
	dir := t.TempDir()
	data, file := filepath.Join(dir, "store"), filepath.Join(dir, "memory.json")
	write(t, file, `{"type":"entity","name":"Ada","entityType":"person","observations":["drinks tea at four"]}`+"\n"+
		`{"type":"relation","from":"Ada","to":"the lab","relationType":"works_in"}`+"\n"+`{"type":"thing"}`+"\n")
	out, problems, code := run(t, data, "import", "--from", "server-memory", "--tag", "old", file)
	if code != 2 || !strings.Contains(out, "stored 2 memories") || !strings.Contains(problems, "line 3") {
		t.Errorf("exit %d: %s%s", code, out, problems)
	}
	if out := ok(t, data, "search", "--tag", "Ada", "--top", "1", "who works in the lab?"); !strings.Contains(out, "Ada works in the lab") {
		t.Errorf("search: %s", out)
	}
	if _, out, code := run(t, data, "import", "--from", "nowhere", file); code == 0 || !strings.Contains(out, "server-memory, jsonl or markdown") {
		t.Errorf("from nowhere: exit %d: %s", code, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(b), "\n")
	slices.Sort(lines) // a namespace's order is by time, and notes without one have their time of storing
	return strings.Join(lines, "")
}
