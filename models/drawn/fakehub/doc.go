// Package fakehub answers: how does a hub of models behave, and how when it misbehaves? Tests pull from it as from the real one:
// the public interface of model info and resolve, redirects to a store on another host, ranges, digests; faults on demand.
package fakehub
