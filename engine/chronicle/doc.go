// Package chronicle answers: what happened to a thing, step by step, and since when is that recorded?
//
// A chronicle is a short list of events about one thing, such as the goals of a namespace, oldest first. It is one entry of [store.ShelfState], read and written whole, so that
// it is written in one batch with the changes that it describes, and removed with the thing. It is bounded: the oldest events are dropped, and counted.
package chronicle
