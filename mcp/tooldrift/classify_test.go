package tooldrift

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestCases has the twelve base cases of the specification and further ones.
func TestCases(t *testing.T) {
	for _, c := range []struct {
		before, after                            string
		kind                                     Kind
		added, removed, edited, moved, ambiguous string
		risk                                     Risk
	}{
		{"ABC", "ABC", Identity, "", "", "", "", "", None},
		{"ABC", "ABCD", Append, "delete", "", "", "", "", High},
		{"AB", "ABCDE", Append, "search delete touch", "", "", "", "", High},
		{"ABC", "A'BC", Edit, "", "", "read", "", "", High},
		{"A", `A"`, Edit, "", "", "read", "", "", High},
		{"ABC", "AC", Remove, "", "write", "", "", "", Medium},
		{"ABC", "ACD", Remove, "delete", "write", "", "", "", High},
		{"ABC", "BAC", Reorder, "", "", "", "write", "", Low},
		{"ABC", "ADBC", Reorder, "delete", "", "", "", "", High},
		{"", "", Identity, "", "", "", "", "", None},
		{"", "AB", Append, "read write", "", "", "", "", High},
		{"AB", "", Remove, "", "read write", "", "", "", Medium},

		{"ABC", "B'AC", Reorder, "", "", "write", "write", "", High},
		{"AB", "A'BC", Edit, "search", "", "read", "", "", High},
		{"ABC", "CA'", Remove, "", "write", "read", "search", "", High},
		{"ABCDE", "BCDEA", Reorder, "", "", "", "read", "", Low},
		{"ABA", "ABA", Identity, "", "", "", "", "read", Medium},
		{"AB", "ABA'", Append, "read", "", "", "", "read", High},
		{"AAB", "AB", Remove, "", "read", "", "", "read", Medium},
		{"AAB", "AA'B", Edit, "", "", "read", "", "read", High},
	} {
		t.Run(c.before+"→"+c.after, func(t *testing.T) {
			r := Classify(listOf(t, c.before), listOf(t, c.after))
			if r.Kind != c.kind || r.Risk != c.risk {
				t.Errorf("%s, risk %s; want %s, %s\n%s", r.Kind, r.Risk, c.kind, c.risk, r.Text())
			}
			for _, s := range []struct {
				what string
				got  []string
				want string
			}{{"added", r.Added, c.added}, {"removed", r.Removed, c.removed}, {"edited", r.Edited, c.edited}, {"moved", r.Moved, c.moved}, {"ambiguous", r.Ambiguous, c.ambiguous}} {
				if strings.Join(s.got, " ") != s.want {
					t.Errorf("%s %v, want [%s]", s.what, s.got, s.want)
				}
			}
			if (r.Divergence == nil) != (r.Kind == Identity) {
				t.Errorf("divergence %v of %s", r.Divergence, r.Kind)
			}
		})
	}
}

// TestDivergence: the index and the byte are where the canonical texts begin to differ.
func TestDivergence(t *testing.T) {
	before, after := listOf(t, "ABC"), listOf(t, "AB'C")
	r := Classify(before, after)
	if r.Divergence.Index != 1 {
		t.Errorf("index %d, want 1", r.Divergence.Index)
	}
	want := len("[") + len(before.Tools[0].content) + len(",") + strings.Index(after.Tools[1].content, ` better"`)
	if r.Divergence.Byte != want {
		t.Errorf("byte %d, want %d", r.Divergence.Byte, want)
	}
	if e := r.Edits[0]; e.Tool != "write" || e.Index != 1 || e.Byte != strings.Index(after.Tools[1].content, ` better"`) {
		t.Errorf("edit %+v", e)
	}
	if r := Classify(before, listOf(t, "ABCD")); r.Divergence.Index != 3 || r.Divergence.Byte != len(before.canonical())-1 {
		t.Errorf("an append diverges at %+v, want tool 3, byte %d", r.Divergence, len(before.canonical())-1)
	}
}

func TestRenameIsAHint(t *testing.T) {
	before := parsed(t, `[{"name":"a","description":"x"},{"name":"b","description":"y"}]`)
	after := parsed(t, `[{"name":"a2","description":"x"},{"name":"b","description":"y"}]`)
	r := Classify(before, after)
	if !slices.Equal(r.Renamed, []Rename{{"a", "a2"}}) || r.Kind != Remove || r.Risk != High {
		t.Errorf("renamed %v, %s, %s; want a→a2, remove, high", r.Renamed, r.Kind, r.Risk)
	}
	if r := Classify(before, parsed(t, `[{"name":"a2","description":"z"},{"name":"b","description":"y"}]`)); len(r.Renamed) > 0 {
		t.Errorf("another content is called a rename: %v", r.Renamed)
	}
}

// TestRemovalsAreNotConcludedFromAnIncompleteList: an unseen tool does not count as removed.
func TestRemovalsAreNotConcludedFromAnIncompleteList(t *testing.T) {
	after := listOf(t, "A'B")
	after.Incomplete = "page 2: time out"
	r := Classify(listOf(t, "ABC"), after)
	if r.Kind != Edit || len(r.Removed) > 0 || !slices.Equal(r.Unseen, []string{"search"}) || r.Incomplete == "" {
		t.Errorf("%s removed %v unseen %v incomplete %q; want edit, none, [search], a reason", r.Kind, r.Removed, r.Unseen, r.Incomplete)
	}
	if r := Classify(after, listOf(t, "B")); r.Kind != Remove || r.Incomplete == "" {
		t.Errorf("a tool that an incomplete earlier list has was seen, so it is gone: %s, incomplete %q", r.Kind, r.Incomplete)
	}
}

// TestRisk checks each field.
func TestRisk(t *testing.T) {
	const plain = `"inputSchema":{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"string"}},"required":["x"]}`
	for name, c := range map[string]struct {
		before, after string
		risk          Risk
		breaking      bool
	}{
		"nothing":                      {plain, plain, None, false},
		"description":                  {`"description":"a"`, `"description":"b"`, High, false},
		"description came":             {plain, plain + `,"description":"b"`, High, false},
		"title":                        {`"title":"a"`, `"title":"b"`, Medium, false},
		"icons":                        {`"icons":[]`, `"icons":[{"src":"data:,"}]`, Low, false},
		"_meta":                        {`"_meta":{"a":1}`, `"_meta":{"a":2}`, Medium, false},
		"a field of tomorrow":          {`"execution":{"a":1}`, `"execution":{"a":2}`, Medium, false},
		"required parameter":           {plain, strings.Replace(plain, `["x"]`, `["x","y"]`, 1), High, true},
		"required no more":             {plain, strings.Replace(plain, `["x"]`, `[]`, 1), High, false},
		"type of a parameter":          {plain, strings.Replace(plain, `"x":{"type":"string"}`, `"x":{"type":"number"}`, 1), High, true},
		"a parameter called type":      {plain, strings.Replace(plain, `"y":`, `"type":`, 1), High, false},
		"deep type":                    {`"inputSchema":{"anyOf":[{"properties":{"a/b":{"items":{"type":"string"}}}}]}`, `"inputSchema":{"anyOf":[{"properties":{"a/b":{"items":{"type":"null"}}}}]}`, High, true},
		"output type":                  {`"outputSchema":{"type":"object"}`, `"outputSchema":{"type":"array"}`, High, true},
		"order of required":            {`"inputSchema":{"required":["a","b"]}`, `"inputSchema":{"required":["b","a"]}`, None, false},
		"order of required as data":    {`"inputSchema":{"default":{"required":["a","b"]}}`, `"inputSchema":{"default":{"required":["b","a"]}}`, High, false},
		"order of required deep below": {`"inputSchema":{"properties":{"required":{"type":["null","string"],"required":["a","b"]}}}`, `"inputSchema":{"properties":{"required":{"type":["string","null"],"required":["b","a"]}}}`, None, false},
		"order of examples":            {`"inputSchema":{"examples":[1,2]}`, `"inputSchema":{"examples":[2,1]}`, High, false},
		"defaults written out":         {plain, plain + `,"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true},"title":null`, None, false},
		"read only no more":            {`"annotations":{"readOnlyHint":true}`, `"annotations":{}`, High, false},
		"read only now":                {`"annotations":{}`, `"annotations":{"readOnlyHint":true}`, Medium, false},
		"destructive by default":       {`"annotations":{"destructiveHint":false}`, plain[:0] + `"annotations":{}`, High, false},
		"destructive no more":          {`"annotations":{}`, `"annotations":{"destructiveHint":false}`, Medium, false},
		"open world":                   {`"annotations":{"openWorldHint":false}`, `"annotations":{}`, Medium, false},
		"numbers are doubles":          {`"_meta":{"a":1e2}`, `"_meta":{"a":100.0}`, None, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := Classify(parsed(t, `[{"name":"t",`+c.before+`}]`), parsed(t, `[{"name":"t",`+c.after+`}]`))
			if r.Risk != c.risk || r.Breaking != c.breaking {
				t.Errorf("risk %s, breaking %v; want %s, %v\n%s", r.Risk, r.Breaking, c.risk, c.breaking, r.Text())
			}
			if (r.Kind == Identity) != (c.risk == None) {
				t.Errorf("kind %s with risk %s", r.Kind, r.Risk)
			}
		})
	}
}

// TestTextShowsWhatATerminalWouldHide: a server's text cannot move the cursor or change the direction of text.
func TestTextShowsWhatATerminalWouldHide(t *testing.T) {
	r := Classify(listOf(t, ""), parsed(t, `[{"name":"a\u001b[2J\u202eb","description":"x"}]`))
	if s := r.Text(); strings.ContainsAny(s, "\x1b\u202e") || !strings.Contains(s, `a\u001b[2J\u202eb`) {
		t.Errorf("not escaped: %q", s)
	}
}

func TestBadListsAreRefused(t *testing.T) {
	for raw, want := range map[string]string{
		`{}`:                            "array tools",
		`[{"title":"x"}]`:               "tool 1: read tool: it has no name",
		`[{"name":""}]`:                 "no name",
		`[3]`:                           "not a JSON object",
		`[{"name":"a","name":"b"}]`:     "comes twice",
		`[{"name":"a","_meta":1e999}]`:  "range of doubles",
		`[{"name":"a\ud800"}]`:          "surrogate",
		"[{\"name\":\"a\xff\"}]":        "UTF-8",
		`{"tools":[{"name":"a"}]`:       "read list",
		`{"tools":null}`:                "array tools",
		`[{"name":"a"},{"name":["a"]}]`: "tool 2",
	} {
		if _, err := ParseList([]byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", raw, err, want)
		}
	}
	if l := parsed(t, `{"tools":[{"name":"a"}],"nextCursor":"n"}`); l.Incomplete == "" {
		t.Error("a page with a next one is taken for the whole list")
	}
}

// ExampleDecide: a guard accepts new tools at the end of a list, and refuses a list without an earlier tool.
func ExampleDecide() {
	list := func(raw string) List {
		l, _ := ParseList([]byte(raw))
		return l
	}
	pinned := list(`[{"name":"read"},{"name":"write"}]`)
	for _, now := range []string{`[{"name":"read"},{"name":"write"},{"name":"search"}]`, `[{"name":"read"}]`} {
		report := Classify(pinned, list(now))
		fmt.Println(report.Kind, Decide(report, Policy{}).Verdict)
	}
	// Output:
	// append accept
	// remove refuse
}

func ExampleClassify() {
	before, _ := ParseList([]byte(`[{"name":"read","description":"Read a file"},{"name":"write","annotations":{"destructiveHint":false}}]`))
	after, _ := ParseList([]byte(`[{"name":"read","description":"Read any file"},{"name":"write"},{"name":"delete"}]`))
	fmt.Print(Classify(before, after).Text())
	// Output:
	// edit · risk high · 2 tools before, 3 after
	// the same up to tool 1, byte 127 of the canonical list
	// ~ read  (differs from byte 126 of its definition)
	//     /description
	//       - "Read a file"
	//       + "Read any file"
	// ~ write  (differs from byte 34 of its definition)
	//     /annotations/destructiveHint
	//       - false
	//       + true
	// + delete
	// high   read: description changed
	// high   write: destructiveHint changed from false to true
	// high   delete: new tool: a new capability
}
