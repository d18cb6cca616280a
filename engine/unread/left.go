package unread

import (
	"slices"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// Left is a memory that a list leaves out because its header or text is damaged. It is a plain value that is sent between nodes.
type Left struct {
	ID     store.ID // the zero id: memories whose ids cannot be read either
	Why    string
	Behind int // number of the page's memories before it
}

// Leave adds a memory that could not be read, after behind memories of the page: each memory once, and each damaged part of an unknown
// memory once.
func Leave(list []Left, u store.Unread, behind int) []Left {
	one := Left{u.ID, u.Err.Error(), behind}
	if slices.ContainsFunc(list, func(l Left) bool { return l.ID == u.ID && (u.ID != uuid.Nil || l.Why == one.Why) }) {
		return list
	}
	return append(list, one)
}

// LeftOf returns memories that could not be read as plain values.
func LeftOf(all []store.Unread) (out []Left) {
	for i := range all {
		out = append(out, Left{ID: all[i].ID, Why: all[i].Err.Error()})
	}
	return out
}

// Before returns those that come before the n-th memory of a page, counted from one.
func Before(list []Left, n int) []Left {
	return slices.DeleteFunc(list, func(l Left) bool { return l.Behind >= n })
}
