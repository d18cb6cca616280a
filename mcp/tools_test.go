package mcp

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestToolDefinitions compares what tools/list sends with one golden file a tool, so that a review shows changes of what clients' models read.
func TestToolDefinitions(t *testing.T) {
	c := dial(t, Options{Engine: newFake().provider, Tools: "all"})
	c.handshake()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	list := c.next()["result"].(map[string]any)["tools"].([]any)
	for _, d := range list {
		name := d.(map[string]any)["name"].(string)
		got, err := json.MarshalIndent(d, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		path := filepath.Join("testdata", "tools", name+".json")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from %s; if the change is meant: go test ./mcp -run TestToolDefinitions -update", name, path)
		}
	}
	files, err := filepath.Glob(filepath.Join("testdata", "tools", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(list) {
		t.Errorf("%d golden files for %d tools", len(files), len(list))
	}
}

// TestInstructionsAreSmall: every client's model reads them in every session. They name no tool that the tier does not offer.
func TestInstructionsAreSmall(t *testing.T) {
	for _, tier := range tools.Tiers() {
		u, err := newUnlisted(ofTier(tier))
		if err != nil {
			t.Fatal(err)
		}
		said := u.instructions()
		if n := len(said); n > 1600 {
			t.Errorf("instructions of %s are %d bytes", tier, n)
		}
		if marked := u.say(said); marked != said {
			t.Errorf("instructions of %s name tools that it does not offer: %s", tier, marked)
		}
		for _, line := range strings.Split(said, "\n") {
			if line == "" || !strings.HasSuffix(line, ".") || strings.Contains(line, "  ") {
				t.Errorf("%s: %q", tier, line)
			}
		}
	}
}

// TestTwoToolsAreAtHand: in every tier, exactly these two ask the client to load them always.
func TestTwoToolsAreAtHand(t *testing.T) {
	for _, tier := range tools.Tiers() {
		var got []string
		for _, tool := range ofTier(tier) {
			if d, err := tool.Definition(); err != nil || d.Meta != nil && d.Meta.AdditionalFields["anthropic/alwaysLoad"] == true {
				got = append(got, tool.Name)
			}
		}
		slices.Sort(got)
		if want := []string{"inject_context", "search_graph"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", tier, got, want)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	fake := newFake()
	for _, opt := range []Options{{}, {Engine: fake.provider, Tools: "x"}, {Engine: fake.provider, ErrorStyle: "x"}} {
		if _, err := New(opt); err == nil {
			t.Errorf("%+v was taken", opt)
		}
	}
}

// structuredMap returns the structured content of a result, after checking it against the tool's own schema and the text.
func structuredMap(t *testing.T, r *protocol.CallToolResult) map[string]any {
	t.Helper()
	raw, err := json.Marshal(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	var m, text map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	said := r.Content[0].(protocol.TextContent).Text
	if !strings.HasPrefix(said, "{") { // words of few tokens, see package answer
		return m
	}
	if err := json.Unmarshal([]byte(said), &text); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(m, text) {
		t.Errorf("text and structured content differ:\n%v\n%v", text, m)
	}
	return m
}

func validate(t *testing.T, tl *tools.Tool, body map[string]any) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(tl.OutputSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("s.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(body); err != nil {
		t.Errorf("%s: result breaks its own schema: %v", tl.Name, err)
	}
	for _, name := range tl.Always {
		if _, ok := body[name]; !ok && body["error"] == nil {
			t.Errorf("%s: %s is missing", tl.Name, name)
		}
	}
}

// TestALifeThroughTheTools stores, finds, reads, lists, forgets and restores, and checks every field on the way.
func TestALifeThroughTheTools(t *testing.T) {
	fake := newFake()
	now := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	fake.now = func() time.Time { return now }
	c := inProcess(t, Options{Engine: fake.provider, Tools: "all", Now: fake.now})
	do := func(tool string, args map[string]any) map[string]any {
		t.Helper()
		out := callIn(t, c, tool, args)
		body := structuredMap(t, out)
		validate(t, toolNamed(t, tool), body)
		if out.IsError != (body["error"] != nil) {
			t.Errorf("%s: isError %v: %v", tool, out.IsError, body)
		}
		if body["_cognitive_pulse"] == nil {
			t.Errorf("%s: no pulse", tool)
		}
		return body
	}

	in := do("inject_context", map[string]any{
		"content": "We chose RocksDB because of group commit", "rationale": "storage decision", "importance": 0.8,
		"tags": []string{"storage"}, "timestamp": "2026-03-01", "source": "meeting",
	})
	wantJSON(t, in, `{"embedderCount":12,"embeddingLatencyMs":6,"rationale":"storage decision","duplicateOf":null,"device":"cpu",
		"utl":{"learned":0.42,"learningScore":0.73,"entropy":0.65,"coherence":0.78,"surprise":0.45},
		"_cognitive_pulse":{"entropy":0.65,"coherence":0.78,"suggested_action":"continue"},
		"johari":["open","blind","hidden","unknown","open","blind","hidden","unknown","open",null,"hidden","unknown","open"],
		"timings":{"tokenise":1,"queue":2,"infer":3,"store":4}}`, "fingerprintId")
	id := in["fingerprintId"].(string)

	again := do("store_memory", map[string]any{"content": "We chose RocksDB because of group commit", "link_to": []string{id}})
	if again["duplicateOf"] != id {
		t.Errorf("duplicateOf %v, want %s", again["duplicateOf"], id)
	}

	found := do("search_graph", map[string]any{"query": "rocksdb", "explain": true, "topK": 1})
	wantJSON(t, found, `{"query_id":"`+numbered(7).String()+`","note":"record_outcome with query_id rates a result.","nextCursor":"rocksdb 1","untrusted":true,"profile":"semantic","scanned":2,"weights":{"E1":1},"timings":{"tokenise":0,"queue":0,"infer":0,"search":1,"store":0},
		"_cognitive_pulse":{"entropy":0.5,"coherence":0.5,"suggested_action":"continue"},
		"results":[{"id":"`+id+`","score":1,"relevance":0.5,"decidedBy":["E1 semantic"],"snippet":"We chose RocksDB because of group commit","namespace":"default",
		"modality":"text","tags":["storage"],"source":"meeting","timestamp":"2026-03-01T00:00:00Z","ageSeconds":86400,
		"spaces":[{"space":"E1 semantic","similarity":0.9,"standard":0,"rank":1},{"space":"E9 hdc","similarity":0.2,"standard":0,"rank":null}]}]}`)

	whole := do("search_graph", map[string]any{"query": "rocksdb", "topK": 1, "include_content": true})["results"].([]any)[0].(map[string]any)
	if whole["content"] != "We chose RocksDB because of group commit" || whole["rationale"] != "storage decision" || whole["snippet"] != nil {
		t.Errorf("got %v", whole)
	}

	got := do("get_memory", map[string]any{"id": id})
	if m := got["memory"].(map[string]any); m["content"] != "We chose RocksDB because of group commit" || m["importance"] != 0.8 || m["rationale"] != "storage decision" {
		t.Errorf("got %v", m)
	}
	linked := do("get_memory", map[string]any{"id": again["fingerprintId"], "include_links": true, "include_content": false})
	if m := linked["memory"].(map[string]any); m["content"] != nil || m["links"].([]any)[0] != id {
		t.Errorf("got %v", m)
	}

	wantJSON(t, do("update_memory", map[string]any{"id": id, "content": "We chose RocksDB", "tags": []string{}, "importance": 0.7}), `{"id":"`+id+`","version":2,
		"changed":["content","tags","importance"],"embedded":["E1 semantic","E9 hdc"],"embedderCount":13,"updated":"2026-03-02T00:00:00Z","duplicateOf":null,"device":"cpu",
		"timings":{"tokenise":0,"queue":0,"infer":0,"store":0},"_cognitive_pulse":{"entropy":0.5,"coherence":0.5,"suggested_action":"continue"}}`)
	if m := do("get_memory", map[string]any{"id": id})["memory"].(map[string]any); m["content"] != "We chose RocksDB" || m["tags"] != nil || m["importance"] != 0.7 {
		t.Errorf("got %v", m)
	}

	page := do("list_memories", map[string]any{"limit": 1})
	next := do("list_memories", map[string]any{"limit": 1, "cursor": page["nextCursor"]})
	if next["nextCursor"] != nil || next["memories"].([]any)[0].(map[string]any)["id"] != id {
		t.Errorf("got %v", next)
	}

	gone := do("forget_memory", map[string]any{"id": id})
	wantJSON(t, gone, `{"id":"`+id+`","hard":false,"restorable":true,"restorableUntil":"2026-04-01T00:00:00Z",
		"note":"Restorable until 2026-04-01T00:00:00Z with restore_memory.",
		"_cognitive_pulse":{"entropy":0.5,"coherence":0.5,"suggested_action":"continue"}}`)
	if list := do("list_memories", nil)["memories"].([]any); len(list) != 1 {
		t.Errorf("forgotten, but listed: %v", list)
	}
	if back := do("restore_memory", map[string]any{"id": id}); back["restored"] != true {
		t.Errorf("got %v", back)
	}
	hard := do("forget_memory", map[string]any{"id": id, "hard": true})
	if hard["restorableUntil"] != nil || hard["restorable"] != false {
		t.Errorf("got %v", hard)
	}
	if e := do("get_memory", map[string]any{"id": id})["error"].(map[string]any); e["name"] != "FINGERPRINT_NOT_FOUND" {
		t.Errorf("got %v", e)
	}
}

// wantJSON compares a result with JSON, except for the named members.
func wantJSON(t *testing.T, got map[string]any, want string, but ...string) {
	t.Helper()
	rest := map[string]any{}
	for k, v := range got {
		if !slices.Contains(but, k) {
			rest[k] = v
		}
	}
	var w map[string]any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(rest)
	b, _ := json.Marshal(w)
	if !bytes.Equal(a, b) {
		t.Errorf("got  %s\nwant %s", a, b)
	}
}

func toolNamed(t testing.TB, name string) *tools.Tool {
	t.Helper()
	for _, tl := range ofTier("all") {
		if tl.Name == name {
			return tl
		}
	}
	t.Fatalf("no tool %s", name)
	return nil
}

// ofTier returns the tools of a tier, which must exist.
func ofTier(name string) []*tools.Tool {
	held, err := tools.Of(name)
	if err != nil {
		panic(err)
	}
	return held
}
