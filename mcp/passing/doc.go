// Package passing answers: which shard of a cluster does a tool call concern? And how does the call get to the shard's leader?
//
// Every node takes every call. [Passer.Pass] finds the shard of a call by its namespace, or by the memory that it names. If this node leads that shard, it carries out the call.
// Otherwise it sends the tool's name and its arguments to the leader's node ([Passer.Answer] there). A call that concerns several shards, such as a search over all namespaces, runs
// here over a union of them: it asks each shard and merges the answers.
//
// A leader may change during a call. If a call was refused because of that, nothing was done, and it is passed on again until its patience ends. If a node falls silent, the outcome
// of its call is unknown. A read is then asked again; for any other call the caller gets the error that it may or may not have been done.
package passing
