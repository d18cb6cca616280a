package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/mark3labs/mcp-go/client"
)

// goldenCase is a call whose whole answer is in testdata/answers.
type goldenCase struct {
	name, tool string
	args       map[string]any
}

// goldenAnswers compares whole answers with golden files: every field, absent values as null, and no other fields.
func goldenAnswers(t *testing.T, c *client.Client, cases []goldenCase) {
	t.Helper()
	for _, tc := range cases {
		out := callIn(t, c, tc.tool, tc.args)
		body := structuredMap(t, out)
		validate(t, toolNamed(t, tc.tool), body)
		onlyDeclared(t, tc.tool, body)
		if out.IsError {
			t.Errorf("%s: %v", tc.name, body["error"])
			continue
		}
		stopWatch(t, body)
		got, err := json.MarshalIndent(body, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		sameAsGolden(t, tc.name, got)
	}
}

// stopWatch replaces a measured time by 0.
func stopWatch(t *testing.T, body map[string]any) {
	t.Helper()
	if took, there := body["query_time_ms"]; there {
		if v, ok := took.(float64); !ok || v < 0 {
			t.Errorf("query_time_ms is %v", took)
		}
		body["query_time_ms"] = 0
	}
}

func sameAsGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "answers", name+".json")
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got)+"\n" != string(want) {
		t.Errorf("%s differs from %s: got\n%s", name, path, got)
	}
}
