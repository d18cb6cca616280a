// Package path answers: which chain of hops leads from one memory to another?
//
// A [Finder] asks it of memories: a hop is a stored link, or a similarity that is hardly there by chance. [Find] is the search
// under it and knows neither memories nor vectors: whoever asks hands it a [Graph]. It is Dijkstra's (Numerische Mathematik 1,
// 1959) with the product of scores in the place of the sum of lengths, and with a limit of hops.
package path
