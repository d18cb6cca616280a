package tooldrift

import (
	"fmt"
	"maps"
)

// judge returns, field by field, what a change of one tool's content means for trust.
func judge(before, after Tool) []Reason {
	var out []Reason
	for _, field := range differing(before.fields, after.fields) {
		b, a := before.fields[field], after.fields[field]
		switch field {
		case "annotations":
			out = append(out, judgeAnnotations(after.Name, b, a)...)
		case "description":
			out = append(out, Reason{Tool: after.Name, Field: field, Risk: High, Text: "description changed"})
		case "inputSchema", "outputSchema":
			out = append(out, Reason{Tool: after.Name, Field: field, Risk: High, Text: field + " changed"})
			out = append(out, judgeBreaks(after.Name, field, breaks(b, a, "/"+field))...)
		case "icons":
			out = append(out, Reason{Tool: after.Name, Field: field, Risk: Low, Text: "icons changed"})
		default: // title, _meta, and later fields of the protocol: clients show them or act on them
			out = append(out, Reason{Tool: after.Name, Field: field, Risk: Medium, Text: field + " changed"})
		}
	}
	return out
}

// mostBreaks is how many breaking changes of one schema are listed one by one. A hostile schema may have 100,000; the edits show them all.
const mostBreaks = 100

func judgeBreaks(tool, field string, found []schemaBreak) (out []Reason) {
	add := func(text string) {
		out = append(out, Reason{Tool: tool, Field: field, Risk: High, Breaking: true, Text: "breaking: " + text})
	}
	for _, br := range found[:min(len(found), mostBreaks)] {
		add(br.what + " at " + br.path)
	}
	if more := len(found) - mostBreaks; more > 0 {
		add(fmt.Sprintf("%d more types and required parameters changed; the edits show all", more))
	}
	return out
}

// judgeAnnotations returns High if a tool's own hints change from harmless to harmful, and Medium for every other hint: a tool that newly claims to be harmless may then run without
// a question to the user.
func judgeAnnotations(tool string, before, after any) []Reason {
	b, okB := before.(map[string]any)
	a, okA := after.(map[string]any)
	if !okB || !okA {
		return []Reason{{Tool: tool, Field: "annotations", Risk: Medium, Text: "annotations changed"}}
	}
	var out []Reason
	for _, hint := range differing(b, a) {
		why := Reason{Tool: tool, Field: "annotations", Risk: Medium, Text: hint + " changed from " + orNothing(b, hint) + " to " + orNothing(a, hint)}
		if hint == "readOnlyHint" && b[hint] == true || hint == "destructiveHint" && a[hint] == true {
			why.Risk = High
		}
		out = append(out, why)
	}
	return out
}

func orNothing(m map[string]any, k string) string {
	if v, ok := m[k]; ok {
		return text(v)
	}
	return "nothing"
}

// differing returns the members that differ, sorted.
func differing(before, after map[string]any) []string {
	var out []string
	for _, k := range members(before, after) {
		b, okB := before[k]
		a, okA := after[k]
		if okB != okA || text(b) != text(a) {
			out = append(out, k)
		}
	}
	return out
}

// members returns the members of both sides, sorted.
func members(before, after map[string]any) []string {
	all := maps.Clone(before)
	if all == nil {
		return sortedKeys(after)
	}
	maps.Copy(all, after)
	return sortedKeys(all)
}
