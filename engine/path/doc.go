// Package path answers: which chain of hops leads from one node to another?
//
// It knows neither memories nor vectors: whoever asks hands it a [Graph]. The search is Dijkstra's (Numerische Mathematik 1,
// 1959) with the product of scores in the place of the sum of lengths, and with a limit of hops.
package path
