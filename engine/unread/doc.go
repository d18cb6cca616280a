// Package unread answers: what of the memories here cannot be read?
//
// A damaged vector does not prevent searching the rest, and a damaged text does not affect other texts. But nothing is left out silently: code that finds damage records it in the
// [Book], which logs each memory once, and lists all of them in the store's status.
package unread
