package tools

import (
	"strings"
	"testing"

	"asterism/engine"
	"asterism/mcp/arguments"
)

// TestWhatOnlyTheOwnerSays about a note: an id, and a count with its time, both or neither.
func TestWhatOnlyTheOwnerSays(t *testing.T) {
	names, err := storeOwnMemory().Names()
	if err != nil {
		t.Fatal(err)
	}
	const id = "0190a0c0-0000-7000-8000-000000000001"
	for given, want := range map[string]string{
		`{"content":"a"}`: "",
		`{"content":"a","id":"` + id + `","times_seen":3,"last_seen":"2026-02-01T00:00:00Z"}`: "",
		`{"content":"a","id":"kettle"}`:                               "not a UUID",
		`{"content":"a","times_seen":3}`:                              "give both, or neither",
		`{"content":"a","last_seen":"2026-02-01T00:00:00Z"}`:          "give both, or neither",
		`{"content":"a","times_seen":1}`:                              "2…2147483647",
		`{"content":"a","times_seen":3,"last_seen":"the day before"}`: "last_seen",
	} {
		a, err := arguments.Decode([]byte(given), names, nil)
		if err != nil {
			t.Fatal(err)
		}
		var note engine.Note
		readOwn(a, &note)
		problems := strings.Join(a.Problems, "; ")
		if want == "" != (problems == "") || !strings.Contains(problems, want) {
			t.Errorf("%s: %q, want %q", given, problems, want)
		}
		if strings.Contains(given, id) && (note.ID.String() != id || note.Repeats != 2 || note.LastRepeat.IsZero()) {
			t.Errorf("%s: read %+v", given, note)
		}
	}
}
