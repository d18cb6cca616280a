package mcp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"asterism/engine"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// TestSuggestions: values that begin with the typed letters come first, case does not matter, and values beyond the limit are counted.
func TestSuggestions(t *testing.T) {
	many := make([]string, mostSuggested+7)
	for i := range many {
		many[i] = fmt.Sprint("tag-", i)
	}
	for _, tc := range []struct {
		all   []string
		typed string
		want  []string
		total int
	}{
		{nil, "", nil, 0},
		{[]string{"b", "a"}, "", []string{"b", "a"}, 2},
		{[]string{"the depot", "Depot", "other"}, "dEp", []string{"Depot", "the depot"}, 2},
		{[]string{"a"}, "b", nil, 0},
		{many, "TAG", many[:mostSuggested], mostSuggested + 7},
		{many[:mostSuggested], "", many[:mostSuggested], mostSuggested},
	} {
		got := suggest(tc.all, tc.typed)
		if !slices.Equal(got.Values, tc.want) || got.Total != tc.total || got.HasMore != (tc.total > mostSuggested) {
			t.Errorf("%q of %d values: %+v, want %v of %d", tc.typed, len(tc.all), got, tc.want, tc.total)
		}
	}
}

// TestValuesOfArguments: likeliest first, only of the chosen namespace.
func TestValuesOfArguments(t *testing.T) {
	fake := newFake()
	for i, n := range []engine.Note{
		{Namespace: "n", SessionID: "old", Tags: []string{"rare", "often"}},
		{Namespace: "n", SessionID: "new", Tags: []string{"often"}},
		{Namespace: "n", SessionID: "new", Tags: []string{"also"}},
		{Namespace: "other", SessionID: "foreign", Tags: []string{"foreign"}},
	} {
		n.Content = fmt.Sprint("note ", i)
		if _, err := fake.Remember(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	newest := slices.Clone(fake.order[:3])
	slices.Reverse(newest)
	chosen := map[string]string{"namespace": "n"}
	for _, tc := range []struct {
		name string
		of   values
		want string
	}{
		{"namespaces", namespaceValues, engine.DefaultNamespace},
		{"tags", tagValues, "often also rare"},
		{"sessions", sessionValues, "new old"},
		{"ids", idValues, strings.Trim(fmt.Sprint(newest), "[]")},
	} {
		got, err := tc.of(t.Context(), fake.parts(), chosen)
		if err != nil || strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v, %v, want %s", tc.name, got, err, tc.want)
		}
	}
}

// TestEveryArgumentIsCompleted: every argument of a prompt or an address is known, and one without values returns none.
func TestEveryArgumentIsCompleted(t *testing.T) {
	s := newServer(t, Options{Engine: newFake().provider})
	for _, p := range allPrompts() {
		for _, a := range p.arguments {
			if _, err := s.CompletePromptArgument(t.Context(), p.name, protocol.CompleteArgument{Name: a.name}, protocol.CompleteContext{}); err != nil {
				t.Errorf("%s of %s: %v", a.name, p.name, err)
			}
		}
	}
	for _, a := range memoryArguments {
		if !strings.Contains(memoryTemplate, "{"+a.name+"}") {
			t.Errorf("%s is no argument of %s", a.name, memoryTemplate)
		}
		if _, err := s.CompleteResourceArgument(t.Context(), memoryTemplate, protocol.CompleteArgument{Name: a.name}, protocol.CompleteContext{}); err != nil {
			t.Errorf("%s: %v", a.name, err)
		}
	}
	if got, err := s.CompleteResourceArgument(t.Context(), memoryPartTemplate, protocol.CompleteArgument{Name: "offset"}, protocol.CompleteContext{}); err != nil || len(got.Values) != 0 {
		t.Errorf("an offset is completed to %v, %v", got, err)
	}
	for _, f := range []func() error{
		func() error {
			_, err := s.CompletePromptArgument(t.Context(), "none", protocol.CompleteArgument{}, protocol.CompleteContext{})
			return err
		},
		func() error {
			_, err := s.CompleteResourceArgument(t.Context(), workspaceURI, protocol.CompleteArgument{}, protocol.CompleteContext{})
			return err
		},
	} {
		if err := f(); err == nil {
			t.Error("what is not there was completed")
		}
	}
}
