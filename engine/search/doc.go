// Package search answers: which memories answer a question?
//
// An [Index] holds what scoring needs of every live memory in columns, one a space, in chunks of rows. A search walks six
// steps (search.go): filter the rows, score them in every space that has weight, rank each space, fuse the ranks, rerank the
// best with the token vectors, cut. The scan is exact; a coarse scan that only proposes candidates would stand in front of
// scan.go and hand it row lists.
//
// Writers append rows and mark old ones dead under one lock; readers take a published state and never wait. A state is
// what the index was at one moment: an update is seen whole or not at all.
package search
