// Package passage answers: which part of a text answers a question?
//
// [Split] cuts a text into sentences. [Words.Cover] says how much of a question's words each of them has; who has an embedding compares meaning
// too, and [Best] puts both together. [Around] is the sentence with as many whole sentences around it as there is room for.
package passage
