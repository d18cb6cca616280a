// Package passing answers: which shard of a cluster does a tool call concern? And how does the call get to the shard's leader?
//
// Every node takes every call. [Passer.Pass] is the way of one: its namespace, or the memory that it names, gives the shard. When this node leads that shard the call is
// carried out here, and otherwise the tool's name and its arguments go to the leader's node ([Passer.Answer] there). A call that concerns several shards, such as a search over
// all namespaces, is carried out here over a union of them: it asks each shard, and puts together what they say.
//
// A leader may change in the middle. What was refused because of that was not done, and is passed on anew until its patience ends. Of a call whose node fell silent that is not
// known: one that reads is asked again, and of any other the caller is told that it may or may not have been done.
package passing
