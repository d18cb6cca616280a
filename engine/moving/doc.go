// Package moving answers: how do the memories of one namespace come to lie in another? A namespace is a name in every memory, so that each of them is stored anew, in its next
// version, with the same id, and all that is known of it: text, values, links, what it supersedes, and that it is forgotten. What belongs to the namespace itself (goals, checks of
// them, weights, what takes corrections and dreams back) follows at the end, in one write.
//
// Before the first step it is written down what moves where. That is taken away by the last write. So a move that is cut short goes on: with the next start, before anybody
// searches, or when it is asked for again.
package moving
