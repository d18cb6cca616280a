// Package search answers: which memories answer a question?
//
// An [Index] holds what scoring needs of every live memory in columns, one a space, in chunks of rows. A search walks six
// steps (search.go): filter the rows, weigh the question's terms by their rarity here (frequency.go), score the rows in every
// space that has weight, bring the scores to one scale (standard.go) and add them up (fuse.go), do so once more with the token
// vectors of the best (rerank.go), cut. The scan is exact; a coarse scan that only proposes candidates would stand in front of
// scan.go and hand it row lists.
//
// Writers append rows and mark old ones dead under one lock; readers take a published state and never wait. A state is
// what the index was at one moment: an update is seen whole or not at all.
package search
