// Package path answers: which chain of hops leads from one memory to another?
//
// A [Finder] answers it for memories: a hop is a stored link, or a similarity that is unlikely to be chance. [Find] is the
// search underneath and knows neither memories nor vectors: its caller passes a [Graph]. It is Dijkstra's algorithm
// (Numerische Mathematik 1, 1959) with a product of scores instead of a sum of lengths, and with a limit of hops.
package path
