// Package compare answers: what does a text say that another, nearly the same, does not?
//
// It compares words, not meanings: no model is used, and a comparison takes microseconds. Both texts are divided into words, numbers with units, versions, times,
// identifiers, paths and names ([Kind]). Words are stemmed, and small lists say which words mean the same, which mean the opposite, and which negate. The two sequences are
// aligned by the heaviest common subsequence (S. B. Needleman and C. D. Wunsch, 1970), and parts that moved are paired after it. What is left over is how the texts differ
// ([Class]).
//
// An embedding cannot show this: "is enabled" and "is not enabled", db-01 and db-02, "Alice reviewed Bob" and "Bob reviewed Alice" are nearer to each other than most copies
// in other words. The reverse holds for words: a text in entirely different words is [Different] here. So the comparison is used for texts that an embedding found to be
// near.
//
// The lists know English well, and the words of grammar and negation of German, French, Spanish and Russian. Texts in other languages and scripts are compared by their own
// words, or by their characters where a script has no spaces. For these nothing is called [Rephrased] or [Detail], as an unknown word may be a "not".
package compare
