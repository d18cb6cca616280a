// Package reembed answers: how does a store change to other models?
//
// A [Run] embeds every memory again while the old values are served, and then switches all spaces in one write. run.go makes the plan, pass.go embeds
// the memories batch by batch, finish.go switches, and image.go reads images again. It depends on the store's contract, [store.Renewer], and on no
// engine.
package reembed
