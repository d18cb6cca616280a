package tools

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestTiersHoldTheSmallerOnes(t *testing.T) {
	var before []string
	for _, tier := range Tiers() {
		tools, err := Of(tier)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tl := range tools {
			names = append(names, tl.Name)
		}
		for _, name := range before {
			if !slices.Contains(names, name) {
				t.Errorf("tier %s lacks %s", tier, name)
			}
		}
		if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
			t.Errorf("tier %s holds a tool twice: %v", tier, names)
		}
		before = names
	}
	if _, err := Of("full"); err == nil || !strings.Contains(err.Error(), "minimal, standard, all") {
		t.Errorf("got %v", err)
	}
}

// TestDefinitionsAreSmall bounds the tokens of the tools in a client's context. A token is about 3.6 bytes of such JSON. A client shows its model the name, description and input
// schema.
func TestDefinitionsAreSmall(t *testing.T) {
	const bytesAToken, mostTokens = 3.6, 500
	for _, tl := range allTools() {
		n := len(tl.Name) + len(tl.Description) + len(compact(tl.Input))
		if tokens := float64(n) / bytesAToken; tokens > mostTokens {
			t.Errorf("%s costs about %.0f tokens, the limit is %d", tl.Name, tokens, mostTokens)
		}
	}
	const mostOfStandard, mostBytes, mostOfPrograms = 4000, 14 << 10, 32 << 10
	sum, sent, whole := 0, 0, 0
	for _, tl := range standardTools() {
		sum += len(tl.Name) + len(tl.Description) + len(compact(tl.Input))
		d, err := tl.Definition()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		whole += len(raw)
		sent += len(raw) - len(`,"outputSchema":`) - len(d.RawOutputSchema)
	}
	t.Logf("the standard tools cost about %.0f tokens; an assistant is sent %d bytes, and a program with the schemas of results %d", float64(sum)/bytesAToken, sent, whole)
	if float64(sum)/bytesAToken > mostOfStandard || sent > mostBytes || whole > mostOfPrograms {
		t.Errorf("the limits are %d tokens, %d and %d bytes", mostOfStandard, mostBytes, mostOfPrograms)
	}
}
