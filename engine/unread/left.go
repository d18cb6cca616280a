package unread

import (
	"slices"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// Left is a memory that a list leaves out since its header or text is damaged. It is a plain value, which travels between nodes.
type Left struct {
	ID     store.ID // the zero id: memories whose ids are not known either
	Why    string
	Behind int // how many of the page's memories stand before it
}

// Leave adds what could not be read behind so many memories, each memory once, and once each damaged part that does not tell whose it is.
func Leave(list []Left, u store.Unread, behind int) []Left {
	one := Left{u.ID, u.Err.Error(), behind}
	if slices.ContainsFunc(list, func(l Left) bool { return l.ID == u.ID && (u.ID != uuid.Nil || l.Why == one.Why) }) {
		return list
	}
	return append(list, one)
}

// LeftOf are memories that could not be read, as plain values.
func LeftOf(all []store.Unread) (out []Left) {
	for i := range all {
		out = append(out, Left{ID: all[i].ID, Why: all[i].Err.Error()})
	}
	return out
}

// Before are those that stand before the n-th memory of a page, from one on.
func Before(list []Left, n int) []Left {
	return slices.DeleteFunc(list, func(l Left) bool { return l.Behind >= n })
}
