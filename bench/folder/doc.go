// Package folder answers: are notes still found when a folder of code was ingested into the same store?
//
// 47 notes, each with a question, are searched alone, and again with some 8,500 pieces of Go's own standard library, which is on every machine that builds this; once as
// searches weigh files, below notes, and once as if they were notes. Notes and questions are those of bench/quality/testdata/notes that have one answer.
package folder
