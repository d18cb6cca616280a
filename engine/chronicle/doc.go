// Package chronicle answers: what became of a thing, step by step, and since when is that kept?
//
// A chronicle is a short list of events about one thing, such as the goals of a namespace, oldest first. It is one entry of [store.ShelfState], read and written whole, so that
// it is put in one batch with what it tells and goes with the thing. It is bounded: the oldest events go, and are counted.
package chronicle
