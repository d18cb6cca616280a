// Package dream answers: what can be merged, linked and named?
//
// It is the arithmetic of consolidation over plain values, and writes nothing; only [Discovery] reads a store. A dream (package engine) has two phases:
//
//   - nrem replays memories (replay.go), strengthens the links between memories that are active together (hebb.go), also in
//     the answers to questions since the last dream (recalled.go), and merges copies (copies.go);
//   - rem looks for memories that belong together and have no link (pair.go): those that share words that are rare in the
//     namespace (rarity.go), and are near to each other by the scale of what is usual there (scale.go).
//
// The plan is written before it is executed (record.go), so that it can be undone. The state of the last dream tells when
// the next one is due (last.go).
//
// Sub goals are communities (cluster.go) in the graph of nearest neighbours (graph.go, columns.go), named by their most
// specific terms (terms.go); a [Discovery] finds them in a store (discover.go).
package dream
