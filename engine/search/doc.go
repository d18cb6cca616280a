// Package search answers: which memories answer a question?
//
// An [Index] holds what scoring needs of every live memory in columns, one a space, in chunks of rows. A search walks eight steps
// (search.go):
//
//   - filter the rows and weigh the question's terms by their rarity among them (scan.go, frequency.go); score all of them in the sparse
//     spaces by the lists of the question's terms (postings.go);
//   - measure the scale of every space on a sample that is compared exactly (standard.go, lots.go);
//   - choose candidates: estimate every row's fused score from codes of one bit a component, times and terms (rough.go, sign_column.go).
//     With few rows, or when Exact is asked for, all are candidates;
//   - compare the candidates exactly (table.go; cold.go for those whose vectors are on disk);
//   - see short memories together with those before them in their sessions and documents (context.go, sequence.go);
//   - fuse: bring the similarities to one scale and add them up (fuse.go);
//   - do so once more with the token vectors of the best (rerank.go);
//   - cut, and tell ranks when they are asked for (rank.go).
//
// Writers append rows and mark old ones dead under one lock; readers take a published state and never wait. A state is
// what the index was at one moment: an update is seen whole or not at all.
//
// A [Mirror] has copies of full chunks on a card (mirror.go, full_chunk.go). A search filters, makes the scales, fuses and cuts here; what is done for all rows of a
// chunk, or for many, is done by the mirror for the chunks that it has, and here, at the same time, for the one that is being filled and those for which the
// mirror has no room (share.go, there.go). Chunks that have turned cold are not read from the store for as long as the mirror has their values. Similarities mean the same on
// both sides, so what is found is the same up to the rounding of nearly equal scores; mirrorsuite holds every mirror to that.
//
// Only the choice of candidates is another: a card compares 8,192 rows exactly (56 MB of values, a sixth of what the codes of a million rows are), and the 512 candidates are the best of
// these by exact scores, where without a card they are the best by estimates, which may pass over a row that is better than its code tells (chosen.go). An answer with a card is
// therefore nearer to what Exact gives. A card that has no room for the values of some spaces chooses by estimates too, and the candidates' values are compared here. A mirror that fails
// ends nothing: the search is made again without it.
package search
