// Package search answers: which memories answer a question?
//
// An [Index] holds what scoring needs of every live memory, in columns, one per space, in chunks of 1,024 rows. A
// search has eight steps (search.go):
//
//   - filter the rows; weigh the question's terms by their rarity among them (scan.go, frequency.go); score all rows
//     in the sparse spaces with the posting lists of the question's terms (postings.go);
//   - measure the scale of every space on a sample that is compared exactly (standard.go, sample.go);
//   - select candidates: estimate every row's fused score from codes of one bit a component, times and
//     terms (estimate.go, sign_column.go). With few rows, or when Exact is set, all rows are candidates;
//   - compare the candidates exactly (table.go; cold.go for those whose vectors are on disk);
//   - score short memories together with those before them in their sessions and documents (context.go, sequence.go);
//   - fuse: bring the similarities to one scale, add them up, and add the bonus for the question's whole words (fuse.go,
//     words.go);
//   - fuse again with the token vectors of the best (rerank.go);
//   - cut, fold copies, and compute ranks when they are asked for (fold.go, rank.go).
//
// Several indexes can be searched as one (together.go). At each step that reads all rows they exchange counts and sums,
// and continue with the totals (gathering.go).
//
// Writers append rows and mark old ones dead under one lock. Readers take a published snapshot and never wait. A
// snapshot is the index at one moment: an update is seen whole or not at all.
//
// A [Replica] holds copies of full chunks on a device such as a GPU (replica.go, full_chunk.go). The replica does the
// steps that touch all or many rows for the chunks that it has. The processor does them at the same time for the other
// chunks: the one that is being filled, and those for which the replica has no memory (split.go, replica_compare.go).
// The processor always filters, measures the scales, fuses and cuts. Cold chunks are not read from the store while the
// replica has their values. Similarities mean the same on both sides, so the hits are the same up to the rounding of
// nearly equal scores. Package replicasuite tests that for every replica.
//
// Only the selection of candidates differs. A GPU compares 8,192 rows exactly (56 MB of values, a sixth of the size of
// the codes of a million rows), and the 512 candidates are the best of these by exact scores. Without a GPU they are the
// best by estimates, which may miss a row whose code underestimates it (top_rows.go). So an answer with a GPU is nearer
// to that of Exact. A GPU that has no memory for the values of some spaces selects by estimates too, and the candidates'
// values are compared on the processor. If a replica fails, the search is repeated without it.
package search
