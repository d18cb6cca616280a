// Package gpu answers: how is the index searched on a GPU? A [Replica] copies the index's full chunks to GPU memory.
// There it does the steps of a search that touch all rows: count terms, score terms, estimate, select and compare.
//
// The package has four parts:
//
//   - manager.go: the manager is one goroutine locked to its thread. It opens the GPU when there are enough memories,
//     runs the trial (trial.go), decides what fits (plan.go), copies chunks (copier.go, encode.go) and publishes
//     snapshots of what is there (snapshot.go).
//   - worker.go: each worker is one thread with one stream. It runs submissions one after another. Submissions that
//     wait to scan the same rows share one scan, for up to eight questions.
//   - buffers.go: the device and pinned memory of one search. Buffers are sized by the number of rows and are reused
//     by later searches.
//   - searcher.go, topk.go: a searcher runs one search. It holds a reference to the snapshot that was current when it
//     began. Nothing in that snapshot is changed or reused before the searcher is closed.
//
// A search waits for the GPU at most four times: for the counts of its terms (only with a filter), for the sample and
// the sums of the sparse spaces, for the top rows with their table (once more if only estimates select), and for the
// tokens of the top rows. Ties at the cut cost one more wait, since only the host knows the ids that break them; very
// many ties cost one wait for each million rows. A search that compares all rows exactly waits once for each 16,384 of
// them.
//
// When GPU memory is short, the same optional parts are evicted from all chunks, the large and least useful first:
// E12's tokens, E9's bits, the values of E7, E1, E5, E10, E8 and E11. Then whole chunks are evicted, the oldest first.
// Evicted parts are copied again when there is enough memory.
package gpu
