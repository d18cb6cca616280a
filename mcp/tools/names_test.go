package tools

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fixedNames are the arguments that the specification of a tool names in camelCase.
var fixedNames = map[string][]string{"search_graph": {"topK", "minSimilarity"}}

// schemaPart is the part of a schema that names properties, at any depth.
type schemaPart struct {
	Properties map[string]*schemaPart `json:"properties"`
	Items      *schemaPart            `json:"items"`
	AnyOf      []*schemaPart          `json:"anyOf"`
	OneOf      []*schemaPart          `json:"oneOf"`
}

// each calls do with the names of every object in a schema.
func (s *schemaPart) each(do func(names []string)) {
	if s == nil {
		return
	}
	do(slices.Sorted(maps.Keys(s.Properties)))
	for _, below := range slices.Concat(slices.Collect(maps.Values(s.Properties)), []*schemaPart{s.Items}, s.AnyOf, s.OneOf) {
		below.each(do)
	}
}

// TestArgumentsAreInSnakeCase: each argument is shown in one spelling, in snake_case unless the specification requires another.
func TestArgumentsAreInSnakeCase(t *testing.T) {
	snake := regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)
	for _, tl := range allTools() {
		var s schemaPart
		if err := json.Unmarshal([]byte(tl.Input), &s); err != nil {
			t.Fatalf("%s: %v", tl.Name, err)
		}
		fixed := slices.Clone(fixedNames[tl.Name])
		s.each(func(names []string) {
			shown := map[string]string{}
			for _, name := range names {
				plain := strings.ToLower(strings.ReplaceAll(name, "_", ""))
				if other, twice := shown[plain]; twice {
					t.Errorf("%s shows one argument in two spellings: %s and %s", tl.Name, other, name)
				}
				shown[plain] = name
				if i := slices.Index(fixed, name); i >= 0 {
					fixed = slices.Delete(fixed, i, i+1)
				} else if !snake.MatchString(name) {
					t.Errorf("%s shows %s, which is not in snake_case", tl.Name, name)
				}
			}
		})
		for _, name := range fixed {
			t.Errorf("%s does not show %s: take it off fixedNames", tl.Name, name)
		}
	}
}

// TestAnArgumentHasOneSpelling: over all tools, no two names differ only in case and underscores.
func TestAnArgumentHasOneSpelling(t *testing.T) {
	shown := map[string]string{}
	for _, tl := range allTools() {
		names, err := tl.Names()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			plain := strings.ToLower(strings.ReplaceAll(name, "_", ""))
			if other, ok := shown[plain]; ok && other != name {
				t.Errorf("%s shows %s, another tool %s", tl.Name, name, other)
			}
			shown[plain] = name
		}
	}
	if shown["includecontent"] != "include_content" {
		t.Errorf("%v lacks include_content: this test looks at the wrong names", shown)
	}
}

// TestFormerNamesAreTaken: a former name of an argument is accepted, is not shown, and counts as the same argument.
func TestFormerNamesAreTaken(t *testing.T) {
	walked := 0
	for _, tl := range allTools() {
		names, err := tl.Names()
		if err != nil {
			t.Fatal(err)
		}
		for before, now := range tl.Formerly {
			walked++
			if slices.Contains(names, before) || !slices.Contains(names, now) {
				t.Errorf("%s shows %v: %s must not be among them, and %s must", tl.Name, names, before, now)
			}
			if _, err := tl.Read(json.RawMessage(`{"`+before+`":null,"`+now+`":null}`), names, ""); err == nil || !strings.Contains(err.Error(), `"`+now+`" is given twice`) {
				t.Errorf("%s takes %s and %s at once: %v", tl.Name, before, now, err)
			}
		}
	}
	if walked == 0 {
		t.Error("no tool has an argument of another name: this test looks at the wrong field")
	}
	for _, tc := range []struct{ tool, args, says string }{
		{"search_graph", `{"query":"x","minAlignment":0.5}`, ""},
		{"search_graph", `{"query":"x","minAlignment":2}`, "min_alignment is 2"},
		{"search_graph", `{"query":"x","includeContent":1}`, "include_content must be true or false"},
		{"list_memories", `{"includeContent":true}`, ""},
		{"list_memories", `{"includeContent":1}`, "include_content must be true or false"},
	} {
		err := readArguments(t, mustTool(t, tc.tool), tc.args)
		if tc.says == "" && err != nil || tc.says != "" && (err == nil || !strings.Contains(err.Error(), tc.says)) {
			t.Errorf("%s %s: %v, want %q", tc.tool, tc.args, err, tc.says)
		}
	}
}
