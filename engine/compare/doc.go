// Package compare answers: what does a text say that another, nearly the same, does not?
//
// It compares words, not meanings: no model is asked, and a comparison costs microseconds. Both texts are taken apart into words, numbers with units, versions, times,
// identifiers, paths and names ([Kind]); words are stemmed, and small lists of our own say which words mean the same, which mean the opposite, and which negate. The two
// rows are aligned by the heaviest common subsequence (S. B. Needleman and C. D. Wunsch, 1970), what moved is paired after it, and what is left over says how the texts
// differ ([Class]).
//
// An embedding cannot say this: "is enabled" and "is not enabled", db-01 and db-02, "Alice reviewed Bob" and "Bob reviewed Alice" lie nearer to each other than most
// copies in other words do. The reverse holds for words: a text said wholly in others is [Different] here. So the comparison is asked about texts that an embedding
// found to be near.
//
// The lists know English well, and of German, French, Spanish and Russian the words of grammar and of negation. Texts in other languages and scripts are compared by
// their own words, or by their characters where a script has no spaces; there nothing is called [Rephrased] or [Detail], as an unknown word may be a "not".
package compare
