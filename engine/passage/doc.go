// Package passage answers: which part of a text answers a question?
//
// [Split] divides a text into sentences. [Words.Cover] returns how much of a question's words each of them has; a caller with an embedding also compares meaning,
// and [Best] combines both. [Around] returns the sentence with as many whole sentences around it as fit.
package passage
