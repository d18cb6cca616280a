package tooldrift

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestHugeListsAreClassifiedInTime: no part of the work grows with the square of the lists' length; that would take many minutes here.
func TestHugeListsAreClassifiedInTime(t *testing.T) {
	const many = 20_000
	var tools [2][]string
	var required [2][]string
	for i := range many {
		for side := range tools {
			tools[side] = append(tools[side], fmt.Sprintf(`{"name":"t%d","description":"%d %d"}`, i*(side*2-1), side, i), fmt.Sprintf(`{"name":"twice%d","description":"x"}`, i/2))
			required[side] = append(required[side], fmt.Sprintf("%q", fmt.Sprint(side, " ", i)))
		}
	}
	slices.Reverse(tools[1])
	r := Classify(parsed(t, "["+strings.Join(tools[0], ",")+"]"), parsed(t, "["+strings.Join(tools[1], ",")+"]"))
	if len(r.Removed) != many-1 || len(r.Added) != many-1 || len(r.Ambiguous) != many/2 || len(r.Moved) == 0 {
		t.Errorf("%d removed, %d added, %d ambiguous, %d moved", len(r.Removed), len(r.Added), len(r.Ambiguous), len(r.Moved))
	}
	schema := func(side int) List {
		return parsed(t, `[{"name":"a","inputSchema":{"required":[`+strings.Join(required[side], ",")+`]}}]`)
	}
	r = Classify(schema(0), schema(1))
	if len(r.Reasons) != mostBreaks+2 || r.Reasons[mostBreaks+1].Text != "breaking: 19900 more types and required parameters changed; the edits show all" || !r.Reasons[mostBreaks+1].Breaking {
		t.Errorf("%d reasons, want one for the schema, %d for parameters and one for all others; the last is %v", len(r.Reasons), mostBreaks, r.Reasons[len(r.Reasons)-1])
	}
}

// BenchmarkClassifyAllReplaced: the largest lists of classify_tool_drift, with every tool replaced.
func BenchmarkClassifyAllReplaced(b *testing.B) {
	lists := [2]List{}
	for side := range lists {
		for i := range 1000 {
			t, err := ParseTool(fmt.Appendf(nil, `{"name":"t%d.%d","description":"%d %01500d","inputSchema":{"type":"object"}}`, side, i, side, i))
			if err != nil {
				b.Fatal(err)
			}
			lists[side].Tools = append(lists[side].Tools, t)
		}
	}
	for b.Loop() {
		if r := Classify(lists[0], lists[1]); len(r.Removed) != 1000 || len(r.Renamed) != 0 {
			b.Fatalf("%d removed, %d renamed", len(r.Removed), len(r.Renamed))
		}
	}
}
