package tooldrift

import (
	"slices"
	"strconv"
)

// The keywords of JSON Schema 2020-12 by what they contain. The values of other keywords (default, const, examples, enum) are data: an object in them may have a member called
// "required" whose order has a meaning.
var (
	holdSchema  = []string{"items", "additionalProperties", "additionalItems", "unevaluatedItems", "unevaluatedProperties", "contains", "propertyNames", "not", "if", "then", "else", "contentSchema"}
	holdSchemas = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	holdNamed   = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
	holdSet     = []string{"required", "type", "enum"}
)

// children calls visit with every direct subschema of s and its JSON pointer.
func children(s map[string]any, path string, visit func(path string, child any)) {
	for _, k := range holdSchema {
		if c, ok := s[k].(map[string]any); ok {
			visit(path+"/"+k, c)
		}
	}
	for _, k := range holdSchemas {
		if list, ok := s[k].([]any); ok {
			for i := range list {
				visit(path+"/"+k+"/"+strconv.Itoa(i), list[i])
			}
		}
	}
	for _, k := range holdNamed {
		if named, ok := s[k].(map[string]any); ok {
			for _, name := range sortedKeys(named) {
				visit(path+"/"+k+"/"+pointer(name), named[name])
			}
		}
	}
}

// sortSets sorts the set-like arrays of a schema and of all its subschemas. It changes v in place.
func sortSets(v any) {
	s, ok := v.(map[string]any)
	if !ok {
		return
	}
	for _, k := range holdSet {
		sortSet(s[k])
	}
	if dependent, ok := s["dependentRequired"].(map[string]any); ok {
		for _, names := range dependent {
			sortSet(names)
		}
	}
	children(s, "", func(_ string, child any) { sortSets(child) })
}

func sortSet(v any) {
	if list, ok := v.([]any); ok {
		slices.SortStableFunc(list, func(a, b any) int { return compareText(a, b) })
	}
}

// schemaBreak is a change by which calls fail that worked before.
type schemaBreak struct{ path, what string }

// breaks finds, between two versions of one schema, changed types and parameters that became required. A difference deeper than longestPath counts as breaking, since it is not
// examined.
func breaks(before, after any, path string) []schemaBreak {
	b, okB := before.(map[string]any)
	a, okA := after.(map[string]any)
	if !okB || !okA {
		return nil
	}
	var out []schemaBreak
	if text(b["type"]) != text(a["type"]) {
		out = append(out, schemaBreak{path + "/type", "type changed from " + text(b["type"]) + " to " + text(a["type"])})
	}
	had := map[string]bool{} // a server may have a hundred thousand names
	was, _ := b["required"].([]any)
	for _, name := range was {
		had[text(name)] = true
	}
	has, _ := a["required"].([]any)
	for _, name := range has {
		if parameter := text(name); !had[parameter] {
			out = append(out, schemaBreak{path + "/required", "parameter " + parameter + " is required now"})
		}
	}
	old := map[string]any{}
	children(b, path, func(p string, child any) { old[p] = child })
	children(a, path, func(p string, child any) {
		was, ok := old[p]
		switch {
		case !ok:
		case len(p) <= longestPath:
			out = append(out, breaks(was, child, p)...)
		case text(was) != text(child):
			out = append(out, schemaBreak{p, "changed, too deep to say how,"})
		}
	})
	return out
}
