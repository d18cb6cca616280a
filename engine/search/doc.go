// Package search answers: which memories answer a question?
//
// An [Index] holds what scoring needs of every live memory in columns, one a space, in chunks of rows. A search walks seven steps
// (search.go):
//
//   - filter the rows and weigh the question's terms by their rarity among them (scan.go, frequency.go); score all of them in the sparse
//     spaces by the lists of the question's terms (postings.go);
//   - measure the scale of every space on a sample that is compared exactly (standard.go);
//   - choose candidates: estimate every row's fused score from codes of one bit a component, times and terms (rough.go, sign_column.go).
//     With few rows, or when Exact is asked for, all are candidates;
//   - compare the candidates exactly (table.go; cold.go for those whose vectors are on disk);
//   - fuse: bring the similarities to one scale and add them up (fuse.go);
//   - do so once more with the token vectors of the best (rerank.go);
//   - cut, and tell ranks when they are asked for (rank.go).
//
// Writers append rows and mark old ones dead under one lock; readers take a published state and never wait. A state is
// what the index was at one moment: an update is seen whole or not at all.
package search
