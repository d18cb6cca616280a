// Package page answers: where does the next page of hits begin?
//
// A [Cursor] is a place between two hits of a search, written as a text that a caller gives back. It holds what must stay the
// same from page to page: a [Key] that tells the question and the store from others, and the times that the search goes by. The
// next page begins behind the last hit of the page before, wherever that one stands now.
package page
