// Package unread answers: what of the memories here cannot be read?
//
// A damaged vector keeps nobody from searching the rest, and a damaged text nobody from the other texts. But what is left out is never left out in silence: whoever meets it notes
// it in the [Book], which says each memory once in the log, and all of them to who asks how the store is.
package unread
