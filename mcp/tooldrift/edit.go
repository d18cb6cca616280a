package tooldrift

import (
	"bytes"
	"encoding/json"
)

// editOf lists the values that differ between two versions of a tool; index is its place in the new list.
func editOf(before, after Tool, index int) ToolEdit {
	return ToolEdit{
		Tool: after.Name, Index: index,
		Byte:    commonPrefix(before.content, after.content),
		Changes: changes(before.fields, after.fields, ""),
	}
}

// longestPath bounds, in bytes, how far down a comparison goes, for the report would else be as long as a server's schema is deep, times
// how wide it is.
const longestPath = 256

// changes goes down through objects; arrays, plain values and what is farther down than longestPath are shown whole.
func changes(before, after map[string]any, path string) []Change {
	out := []Change{}
	for _, k := range members(before, after) {
		b, okB := before[k]
		a, okA := after[k]
		at := path + "/" + pointer(k)
		deepB, objB := b.(map[string]any)
		deepA, objA := a.(map[string]any)
		if objB && objA && len(at) <= longestPath {
			out = append(out, changes(deepB, deepA, at)...)
			continue
		}
		c := Change{Path: at}
		if okB {
			c.Before = json.RawMessage(text(b))
		}
		if okA {
			c.After = json.RawMessage(text(a))
		}
		if !bytes.Equal(c.Before, c.After) {
			out = append(out, c)
		}
	}
	return out
}
