package tooldrift

import (
	"bytes"
	"encoding/json"
)

// editOf returns the differing values of two versions of a tool; index is its position in the new list.
func editOf(before, after Tool, index int) ToolEdit {
	return ToolEdit{
		Tool: after.Name, Index: index,
		Byte:    commonPrefix(before.content, after.content),
		Changes: changes(before.fields, after.fields, ""),
	}
}

// longestPath bounds the depth of a comparison, in bytes. Otherwise the length of a report would grow with the depth of a server's schema times its width.
const longestPath = 256

// changes descends into objects. It shows arrays, plain values, and everything deeper than longestPath as a whole.
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
