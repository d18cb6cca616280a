package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"asterism/mcp/arguments"
	"asterism/mcp/failure"
)

// readArguments decodes arguments for a tool as a call does.
func readArguments(t testing.TB, tl *Tool, args string) error {
	t.Helper()
	names, err := tl.Names()
	if err != nil {
		t.Fatal(err)
	}
	_, err = tl.Read(json.RawMessage(args), names, "")
	return err
}

func TestBadArgumentsAreNamed(t *testing.T) {
	const ok = `"content":"x","rationale":"y"`
	const id = `"id":"01890a5d-ac96-774b-bcce-b302099a8057"`
	for _, tc := range []struct{ tool, args, says string }{
		{"inject_context", ``, "content is required: the text to keep"},
		{"inject_context", `null`, "rationale is required: say why this is worth keeping"},
		{"inject_context", `{"content":"x"}`, "rationale is required: say why this is worth keeping"},
		{"inject_context", `{"content":" \n\t　","rationale":"y"}`, "content is blank"},
		{"inject_context", `{"content":null,"rationale":"y"}`, "content is required"},
		{"inject_context", `{"content":"x","rationale":"  "}`, "rationale is blank: say why"},
		{"inject_context", `{"content":3,"rationale":"y"}`, "content must be a string, not a number"},
		{"inject_context", `{` + ok + `,"importance":2}`, "importance is 2; it must be in 0…1"},
		{"inject_context", `{` + ok + `,"importance":-0.1}`, "importance is -0.1"},
		{"inject_context", `{` + ok + `,"importance":1e999}`, "importance must be a number in 0…1, not 1e999"},
		{"inject_context", `{` + ok + `,"importance":"high"}`, `not the string "high"`},
		{"inject_context", `{` + ok + `,"modality":"video"}`, `modality is the string "video"; valid are text, code, image, audio, structured, mixed`},
		{"inject_context", `{` + ok + `,"modality":1}`, "modality is 1; valid are text"},
		{"inject_context", `{` + ok + `,"importence":1}`, `unknown argument "importence": did you mean "importance"?`},
		{"inject_context", `{` + ok + `,"sessionId":"a"}`, `did you mean "session_id"?`},
		{"inject_context", `{` + ok + `,"qqqqqqqqqqqqqqqq":1}`, "valid are allow_duplicate, content, domain, importance"},
		{"inject_context", `{` + ok + `,"content":"z"}`, `"content" is given twice`},
		{"inject_context", `{` + ok + `,"tags":"a"}`, "tags must be a list of strings"},
		{"inject_context", `{` + ok + `,"tags":["a",null]}`, "tags must be a list of strings"},
		{"inject_context", `{` + ok + `,"tags":["a"," "]}`, "blank tag"},
		{"inject_context", `{` + ok + `,"tags":[` + strings.Repeat(`"a",`, 32) + `"a"]}`, "tags holds 33 entries; the limit is 32"},
		{"inject_context", `{` + ok + `,"tags":["` + strings.Repeat("a", 129) + `"]}`, "of 129 bytes; the limit is 128"},
		{"inject_context", `{` + ok + `,"timestamp":"yesterday"}`, `timestamp: "yesterday" is not a time: write RFC 3339 such as`},
		{"inject_context", `{` + ok + `,"timestamp":"2026-02-30"}`, "is not a time"},
		{"inject_context", `{` + ok + `,"timestamp":1700000000}`, "timestamp must be a string"},
		{"inject_context", `{` + ok + `,"namespace":"` + strings.Repeat("n", 257) + `"}`, "namespace is 257 bytes long; the limit is 256"},
		{"inject_context", `{"content":"` + strings.Repeat("x", 1<<20+1) + `","rationale":"y"}`, "content is 1048577 bytes long; the limit is 1048576"},
		{"inject_context", `["x"]`, "arguments must be a JSON object, not a list"},
		{"inject_context", `"x"`, "arguments must be a JSON object, not a string"},
		{"inject_context", "{\"content\":\"\xff\"}", "not valid UTF-8 at byte 12"},
		{"store_memory", `{"content":"x","namespace":" ","session_id":"\t","source":"  "}`, `namespace is " ", which is blank: give a name, or leave it out; session_id is "\t", which is blank: give a name, or leave it out; source is`},
		{"update_memory", `{"id":"01890a5d-ac96-774b-bcce-b302099a8057","source":" "}`, `source is " ", which is blank`},
		{"inject_context", `{"content":"ab\ud800"}`, `content holds \ud800 after 2 characters`},
		{"store_memories", `{"memories":[{"content":"x"},{"content":"y","tags":["\udfff"]}]}`, `memories[1].tags[0] holds \udfff after 0 characters`},
		{"store_memory", `{"content":"x","link_to":["42"]}`, `link_to "42" is not a UUID`},
		{"store_memory", `{"content":"x","link_to":{}}`, "link_to must be a list of strings"},
		{"store_memories", `{}`, "memories is required"},
		{"store_memories", `{"memories":[]}`, "memories holds 0 entries; from 1 to 256"},
		{"store_memories", `{"memories":[` + strings.Repeat(`{"content":"x"},`, 256) + `{"content":"x"}]}`, "memories holds 257 entries; from 1 to 256"},
		{"store_memories", `{"memories":"x"}`, "memories must be a list of objects, not a string"},
		{"store_memories", `{"memories":[{"content":"x"},"y"]}`, "memories[1]: arguments must be a JSON object, not a string"},
		{"store_memories", `{"memories":[{"content":"x"},{"content":" "},{"content":"y","importance":2}]}`, "memories[1]: content is blank: the text to keep; memories[2]: importance is 2"},
		{"store_memories", `{"memories":[{"content":"x","importence":1}]}`, `memories[0]: unknown argument "importence": did you mean "importance"?`},
		{"store_memories", `{"memories":[{"content":"x","link_to":["42"]}]}`, `memories[0]: link_to "42" is not a UUID`},
		{"store_memories", `{"memories":[` + strings.TrimSuffix(strings.Repeat(`{"content":"`+strings.Repeat("x", 1<<20)+`"},`, 7), ",") + `]}`, "memories hold 7340032 bytes of content; the limit of one call is 6291456"},
		{"search_graph", `{"query":""}`, "query is blank: what to find"},
		{"search_graph", `{"query":"x","topK":0}`, "topK is 0; it must be in 1…100"},
		{"search_graph", `{"query":"x","topK":101}`, "topK is 101; it must be in 1…100"},
		{"search_graph", `{"query":"x","topK":2.5}`, "topK must be a whole number in 1…100, not 2.5"},
		{"search_graph", `{"query":"x","top_k":5}`, `did you mean "topK"?`},
		{"search_graph", `{"query":"x","minSimilarity":1.5}`, "minSimilarity is 1.5"},
		{"search_graph", `{"query":"x","profile":"best"}`, "valid are auto, semantic"},
		{"search_graph", `{"query":"x","spaces":["E14"]}`, `"E14"`},
		{"search_graph", `{"query":"x","direction":"up"}`, "valid are cause, effect"},
		{"search_graph", `{"query":"x","explain":"yes"}`, "explain must be true or false"},
		{"search_graph", `{"query":"x","after":"2026-03-02","before":"2026-03-01"}`, "must be earlier than before"},
		{"get_memory", `{}`, "id is required: the UUID of a memory"},
		{"get_memory", `{"id":"not-a-uuid"}`, `id "not-a-uuid" is not a UUID`},
		{"get_memory", `{"id":"{01890a5d-ac96-774b-bcce-b302099a8057}"}`, "is not a UUID"},
		{"get_memory", `{` + id + `,"include_contents":true}`, `did you mean "include_content"?`},
		{"list_memories", `{"limit":201}`, "limit is 201; it must be in 1…200"},
		{"forget_memory", `{` + id + `,"hard":1}`, "hard must be true or false, not 1"},
		{"restore_memory", `{"id":7}`, "id must be a string"},
	} {
		err := readArguments(t, mustTool(t, tc.tool), tc.args)
		var f *failure.Failure
		if !errors.As(err, &f) {
			t.Errorf("%s %.80s: no failure: %v", tc.tool, tc.args, err)
			continue
		}
		if f.Name != "INVALID_PARAMS" || !strings.Contains(f.Message, tc.says) {
			t.Errorf("%s %.80s:\n got  %s %s\n want %s", tc.tool, tc.args, f.Name, f.Message, tc.says)
		}
	}
}

func TestAllMistakesAreToldAtOnce(t *testing.T) {
	err := readArguments(t, mustTool(t, "search_graph"), `{"query":"","topK":0,"after":"soon"}`)
	for _, want := range []string{"query is blank", "topK is 0", `"soon" is not a time`} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

func TestGoodArguments(t *testing.T) {
	for _, tc := range []struct{ tool, args string }{
		{"inject_context", `{"content":"x","rationale":"y","importance":null,"tags":[]}`},
		{"inject_context", `{"content":"` + strings.Repeat("x", 1<<20) + `","rationale":"y","importance":0}`},
		{"search_graph", `{"query":"x","topK":1e2,"spaces":["E1","hdc","e5"],"after":"2026-03-01","before":"2026-03-01T00:01"}`},
		{"list_memories", ``},
		{"list_memories", ` {} `},
		{"forget_memory", `{"id":"01890A5D-AC96-774B-BCCE-B302099A8057","hard":true}`},
	} {
		if err := readArguments(t, mustTool(t, tc.tool), tc.args); err != nil {
			t.Errorf("%s %.80s: %v", tc.tool, tc.args, err)
		}
	}
}

// TestEveryArgumentOfTheSchemaIsRead compares schema and code: an argument in the schema that no code reads would be ignored silently.
func TestEveryArgumentOfTheSchemaIsRead(t *testing.T) {
	for _, tl := range allTools() {
		names, err := tl.Names()
		if err != nil {
			t.Fatal(err)
		}
		a, err := arguments.Decode(nil, names, nil)
		if err != nil {
			t.Fatal(err)
		}
		tl.Prepare(a)
		for name := range a.Asked {
			if !slices.Contains(names, name) {
				t.Errorf("%s reads %q, which its schema does not have", tl.Name, name)
			}
		}
		for _, name := range names {
			if !a.Asked[name] {
				t.Errorf("%s does not read %q", tl.Name, name)
			}
		}
	}
}

func FuzzArguments(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `null`, `[]`, `{"content":"x","rationale":"y","importance":2}`, `{"query":"x","topK":1e400}`,
		`{"id":"01890a5d-ac96-774b-bcce-b302099a8057"}`, `{"tags":[null,"a"],"after":"2026-03-01"}`, `{"a":1,"a":2}`,
		`{"x":{"y":[{}]}}{}`, "{\"content\":\"\xc3\"}", `{"":""}`, `{"content":"\ud800"}`,
	} {
		f.Add(seed)
	}
	tools := allTools()
	f.Fuzz(func(t *testing.T, args string) {
		for _, tl := range tools {
			err := readArguments(t, tl, args)
			if err == nil {
				if s := strings.TrimSpace(args); s != "" && s != "null" && !json.Valid([]byte(args)) {
					t.Errorf("%s took what is no JSON: %q", tl.Name, args)
				}
				continue
			}
			var fail *failure.Failure
			if !errors.As(err, &fail) || fail.Name != "INVALID_PARAMS" || fail.Message == "" || fail.Hint == "" {
				t.Errorf("%s %q: not a clear refusal: %v", tl.Name, args, err)
			}
		}
	})
}

func mustTool(t testing.TB, name string) *Tool {
	t.Helper()
	tl := Named(name)
	if tl == nil {
		t.Fatalf("no tool %s", name)
	}
	return tl
}
