// Package page answers: where does the next page of hits begin?
//
// A [Cursor] is a place between two hits of a search, as a text that a caller sends back. It contains what must stay the same
// from page to page: a [Key] that identifies the question and the store, and the times that the search uses. The next page
// begins after the last hit of the previous page, wherever that hit ranks now.
package page
