package unread

import (
	"slices"

	"asterism/engine/store"
)

// Left is a memory that a list leaves out since its header or text is damaged. It is a plain value, which travels between nodes.
type Left struct {
	ID     store.ID // the zero id: memories whose ids are not known either
	Why    string
	Behind int // how many of the page's memories stand before it
}

// Leave adds what could not be read behind so many memories, each id once.
func Leave(list []Left, u store.Unread, behind int) []Left {
	if slices.ContainsFunc(list, func(l Left) bool { return l.ID == u.ID }) {
		return list
	}
	return append(list, Left{u.ID, u.Err.Error(), behind})
}

// Before are those that stand before the n-th memory of a page, from one on.
func Before(list []Left, n int) []Left {
	return slices.DeleteFunc(list, func(l Left) bool { return l.Behind >= n })
}
