package tools

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"asterism/mcp/arguments"
)

// TestMistakesAreToldOnceAndWithTheirWayOut: what an error about arguments contains, and what it must not contain.
func TestMistakesAreToldOnceAndWithTheirWayOut(t *testing.T) {
	const a, b = `"a":"01890a5d-ac96-774b-bcce-b302099a8057"`, `"b":"01890a5d-ac96-774b-bcce-b302099a8058"`
	for _, tc := range []struct{ tool, args, says, not string }{
		{"embed", `{"texts":[],"spaces":["E1"]}`, "texts is empty: give at least one, and at most 64", "several calls"},
		{"decide_link", `{` + a + `,` + b + `,"decision":"maybe"}`, "valid are accept, refuse, link, unlink", "missing"},
		{"decide_link", `{` + a + `,` + b + `}`, "decision is missing", ""},
		{"get_memory", `{"id":"abc"}`, "nor six or more digits of the beginning or end of one", ""},
		{"inject_context", `{"content":"x","rationale":"y","supersedes":["abc"]}`, "six or more digits", ""},
		{"search_graph", `{"query":"x","since":"2026-01-01"}`, `did you mean "after"?`, "source"},
		{"list_memories", `{"until":"2026-01-01"}`, `did you mean "before"?`, ""},
		{"search_graph", `{"query":"x","after":"2026-01-01","before":"2026-01-01"}`, "must be earlier than before (2026-01-01T00:00:00Z); before itself is not included", ""},
	} {
		err := readArguments(t, mustTool(t, tc.tool), tc.args)
		if err == nil || !strings.Contains(err.Error(), tc.says) || tc.not != "" && strings.Contains(err.Error(), tc.not) {
			t.Errorf("%s %s: %v, want %q", tc.tool, tc.args, err, tc.says)
		}
	}
	err := readArguments(t, mustTool(t, "search_graph"), `{"query":"x","as_of":5}`)
	if err == nil || strings.Count(err.Error(), "as_of must be a string") != 1 {
		t.Errorf("a number for as_of: %v", err)
	}
}

// TestTagsArePlain: no outer blanks, each tag once, and an empty list differs from no list.
func TestTagsArePlain(t *testing.T) {
	for raw, want := range map[string][]string{`{"tags":["a","a"," b ","A"]}`: {"a", "b", "A"}, `{"tags":[]}`: {}, `{}`: nil} {
		g, err := arguments.Decode(json.RawMessage(raw), []string{"tags"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Tags("tags"); !slices.Equal(got, want) || (got == nil) != (want == nil) || g.Err() != nil {
			t.Errorf("%s: %q, %v", raw, got, g.Err())
		}
	}
}
