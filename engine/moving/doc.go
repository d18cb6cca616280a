// Package moving answers: how do the memories of one namespace move to another?
//
// A namespace is a name in every memory. So each of them is stored again, in its next version, with the same id and all its data: text, values, links, what it supersedes, and
// whether it is forgotten. The data of the namespace itself (goals, goal checks, weights, undo records of corrections and dreams) follows at the end, in one write.
//
// Before the first step a plan is stored, and the last write removes it. So an interrupted move continues: at the next start, before the first search, or when it is requested
// again.
package moving
