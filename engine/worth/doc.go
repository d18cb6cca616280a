// Package worth answers: how useful was a memory for this question before?
//
// A recorded outcome says how useful a memory was for a question. If the same question or a paraphrase of it is asked again, useful memories gain and useless ones lose:
// [Service.Of] returns how much, [Service.Observe] records an outcome. A [Question] is recognised by its value in E1, hashes of its stems and what it asks for; its text is not stored.
// The weight of an outcome halves in [HalfLife].
package worth
