// Package worth answers: what was a memory worth to this question before?
//
// A recorded outcome says how useful a memory was to a question. When the same question is asked again, or a paraphrase of it, what was useful gains and what was not loses:
// [Service.Of] says how much, [Service.Observe] takes an outcome in. A [Question] is known by its value in E1, hashes of its stems and what it asks for; its text is not kept.
// What one outcome tells fades by half in [HalfLife].
package worth
