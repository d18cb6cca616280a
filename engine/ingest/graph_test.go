package ingest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine"
)

// imported runs an import of one file with the given text.
func imported(t *testing.T, to Rememberer, format Format, text string) Report {
	t.Helper()
	file := filepath.Join(t.TempDir(), "memory.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	when := time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	if err := os.Chtimes(file, when, when); err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlanAs(format, []string{file})
	if err != nil {
		t.Fatal(err)
	}
	report, err := Run(context.Background(), to, plan, Options{Tags: []string{"old server"}})
	if err != nil {
		t.Fatal(err)
	}
	if report.Bytes != int64(len(text)) || report.Files != 1 {
		t.Errorf("%d bytes of %d in %d files are accounted for", report.Bytes, len(text), report.Files)
	}
	return report
}

const graphFile = `{"type":"entity","name":"Ada","entityType":"person","observations":["likes engines","wrote the first program"]}
{"type":"entity","name":"Analytical Engine","entityType":"machine","observations":[]}
{"type":"relation","from":"Ada","to":"Analytical Engine","relationType":"wrote_about"}
`

func TestGraphBecomesMemories(t *testing.T) {
	m := newMemory()
	report := imported(t, m, Graph, graphFile)
	if report.Stored != 4 || report.Failed != 0 {
		t.Fatalf("%+v", report)
	}
	for content, tags := range map[string][]string{
		"Ada (person): likes engines":           {"Ada", "person", "old server"},
		"Ada (person): wrote the first program": {"Ada", "person", "old server"},
		"Analytical Engine (machine)":           {"Analytical Engine", "machine", "old server"},
		"Ada wrote about Analytical Engine":     {"Ada", "Analytical Engine", "relation", "old server"},
	} {
		n, ok := m.notes["default\x00"+content]
		if !ok || !slices.Equal(n.Tags, tags) || n.Time.Year() != 2025 || !strings.Contains(n.Source, "memory.json:") {
			t.Errorf("%q: %v %+v", content, ok, n)
		}
	}
	if again := imported(t, m, Graph, graphFile); again.Stored != 0 || again.Skipped != 4 {
		t.Errorf("a second run stored %d and passed %d over", again.Stored, again.Skipped)
	}
}

// TestGraphAsOneValue: on one line, and over many lines as read_graph returns it.
func TestGraphAsOneValue(t *testing.T) {
	const line = `{"entities":[{"name":"Ada","entityType":"person","observations":["likes engines"]}],"relations":[{"from":"Ada","to":"Charles","relationType":"knows"}]}`
	var lines bytes.Buffer
	if err := json.Indent(&lines, []byte(line), "", "  "); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{line, lines.String() + "\n"} {
		m := newMemory()
		if report := imported(t, m, Graph, text); report.Stored != 2 || report.Failed != 0 {
			t.Errorf("%s: %+v", text, report)
		}
		if n := m.notes["default\x00Ada knows Charles"]; !strings.HasSuffix(n.Source, "memory.json:1") {
			t.Errorf("%s: %+v", text, n)
		}
	}
	broken := lines.String()[:lines.Len()-1] // the last brace is missing: not a value, so every line is an error
	if report := imported(t, newMemory(), Graph, broken); report.Stored != 0 || report.Failed == 0 {
		t.Errorf("a graph without its end: %+v", report)
	}
}

// TestGraphMistakes: a line that cannot be read is reported with its number, and the others are
// stored.
func TestGraphMistakes(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"entity","entityType":"person"}`:                   "no name",
		`{"type":"entity","name":"A","observations":[" "]}`:         "is empty",
		`{"type":"entity","name":"A","colour":"red"}`:               "colour",
		`{"type":"relation","from":"A","to":"B"}`:                   "lacks one",
		`{"type":"thing"}`:                                          `"thing" is neither`,
		`{"entities":[]}`:                                           "no entities",
		`{"entities":[{"name":""}]}`:                                "entity 0",
		`{"relations":[{"from":"A"}]}`:                              "relation 0",
		`[1]`:                                                       "parse graph",
		`{"type":"entity","name":"A"}}`:                             "more than one value",
		`{"type":"entity","name":"A"} {"type":"entity","name":"B"}`: "more than one value",
		`{"type":"relation","from":"A","to":"B","relationType":"knows"}{"x":1}`: "more than one value",
		`{"type":"entity","name":"A","relations":[{"from":"A"}]}`:               "at once",
		`{"name":"A","entities":[{"name":"B"}]}`:                                "at once",
	} {
		report := imported(t, newMemory(), Graph, line+"\n"+graphFile)
		if report.Failed != 1 || report.Stored != 4 || !strings.Contains(report.Problems[0], want) || !strings.Contains(report.Problems[0], "line 1") {
			t.Errorf("%s: %+v", line, report)
		}
	}
}

func TestLongNamesAreNoTags(t *testing.T) {
	m, long := newMemory(), strings.Repeat("n", engine.MaxTagBytes+1)
	imported(t, m, Graph, `{"type":"entity","name":"`+long+`","entityType":"person"}`)
	if n := m.notes["default\x00"+long+" (person)"]; !slices.Equal(n.Tags, []string{"person", "old server"}) {
		t.Errorf("tags %v", n.Tags)
	}
}

func FuzzParseGraph(f *testing.F) {
	for _, line := range strings.Split(graphFile, "\n") {
		f.Add(line)
	}
	f.Add(`{"entities":[{"name":"A","observations":["b"]}],"relations":[]}`)
	f.Fuzz(func(t *testing.T, text string) {
		r := &run{Options: Options{Namespace: "n"}}
		notes, err := r.parseGraph(text)
		if (err == nil) == (len(notes) == 0) {
			t.Errorf("%q: %d notes and error %v", text, len(notes), err)
		}
		for _, n := range notes {
			if n.Namespace != "n" || strings.TrimSpace(n.Content) == "" {
				t.Errorf("%q: note %+v", text, n)
			}
		}
	})
}
