package tooldrift

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// reportBytes returns the length of a report as JSON.
func reportBytes(t *testing.T, r Report) int {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return len(b)
}

// TestDeepSchemasAreTold as a whole below longestPath: a report is at most a few times as long as the lists. The work does not grow with depth times length, which would take many
// minutes here.
func TestDeepSchemasAreTold(t *testing.T) {
	const levels = 4900 // each takes two of JSON's 10,000
	deep := func(leaf string) List {
		return parsed(t, `[{"name":"a","inputSchema":`+strings.Repeat(`{"properties":{"a/b":`, levels)+`{"description":"`+leaf+`"}`+strings.Repeat(`}}`, levels)+`}]`)
	}
	long := strings.Repeat("x", 1<<20)
	before, after := deep(long), deep(long+"y")
	r := Classify(before, after)
	if most := 3 * (len(before.canonical()) + len(after.canonical())); reportBytes(t, r) > most {
		t.Errorf("the report has %d bytes, more than %d", reportBytes(t, r), most)
	}
	if len(r.Edits) != 1 || len(r.Edits[0].Changes) != 1 {
		t.Fatalf("%d edits, want one with one change", len(r.Edits))
	}
	c := r.Edits[0].Changes[0]
	if len(c.Path) <= longestPath || len(c.Path) > longestPath+20 || !strings.Contains(string(c.After), long+"y") || strings.Contains(string(c.Before), long+"y") {
		t.Errorf("the change is told at a path of %d bytes, with %d and %d bytes", len(c.Path), len(c.Before), len(c.After))
	}
	if last := r.Reasons[len(r.Reasons)-1]; !r.Breaking || !strings.HasPrefix(last.Text, "breaking: changed, too deep to say how, at /inputSchema/properties/") {
		t.Errorf("reasons %v, want the last to say how little is known", r.Reasons)
	}
	if r := Classify(before, before); r.Kind != Identity || len(r.Reasons) != 0 {
		t.Errorf("the same deep schema: %s %v", r.Kind, r.Reasons)
	}
}

// TestLongNamesAreRefused: every reason repeats the name of its tool.
func TestLongNamesAreRefused(t *testing.T) {
	for length, want := range map[int]string{longestName: "", longestName + 1: "tool 1: read tool: its name is 257 bytes long; the limit is 256"} {
		_, err := ParseList(fmt.Appendf(nil, `[{"name":%q}]`, strings.Repeat("n", length)))
		if said := fmt.Sprint(err); (err == nil) != (want == "") || !strings.Contains(said, want) {
			t.Errorf("a name of %d bytes: %v, want %q", length, err, want)
		}
	}
}

// TestLongListsAreNotRead to their end: a page beyond the limit is not kept.
func TestLongListsAreNotRead(t *testing.T) {
	whole, err := fetch(t, badServer("good"), FetchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = fetch(t, badServer("good"), FetchOptions{Bytes: 10})
	if err == nil || !strings.Contains(err.Error(), "the list is longer than 10 bytes") {
		t.Errorf("a first page that is too long: %v", err)
	}
	for bytes, parts := 100, 0; bytes < 10_000; bytes += 100 {
		l, err := fetch(t, badServer("good"), FetchOptions{Bytes: bytes})
		switch {
		case err != nil:
		case l.Incomplete != "":
			parts++
			if !strings.Contains(l.Incomplete, fmt.Sprintf("page %d: the list is longer than %d bytes", len(l.Tools)/2+1, bytes)) {
				t.Errorf("%d bytes: %s, incomplete: %s", bytes, joined(l.List), l.Incomplete)
			}
		case joined(l.List) != joined(whole.List) || parts == 0:
			t.Errorf("%d bytes: %s is told to be whole, after %d parts", bytes, joined(l.List), parts)
		default:
			return
		}
	}
	t.Error("no limit lets the whole list through")
}
