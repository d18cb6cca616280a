package engine

import (
	"asterism/engine/picture"
	"asterism/engine/store"
)

// Shown is what a line about a memory shows of it: its text, or which image it is.
func Shown(m *store.Memory) string {
	if !isImage(m) {
		return m.Content
	}
	words, _ := picture.Describe(m.Content)
	return words
}

// SentWhole reports whether a memory's content is an image itself, which says nothing to who reads it: megabytes of base64.
func SentWhole(m *store.Memory) bool {
	if !isImage(m) {
		return false
	}
	_, whole := picture.Describe(m.Content)
	return whole
}
