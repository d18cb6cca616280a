// Package reembed answers: how does a store come to other models?
//
// A [Run] embeds every memory anew while the old values serve, and then switches all spaces in one write. run.go says what is to be done, pass.go goes
// through the memories batch by batch, finish.go switches, and image.go reads images once more. It knows the store's contract, [store.Renewer], and
// no engine.
package reembed
