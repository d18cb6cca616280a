// Package arith answers: which spaces need no model, and how are they computed?
//
// E2, E3 and E4 are functions of a memory's time; their formulas are in engine/fingerprint, which search uses too. E9
// is a binary spatter code over a text's letters, computed here. Values are exact: a text gives the same bits alone
// and in any batch.
package arith
