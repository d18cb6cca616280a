// Package purpose answers: Toward what does a memory work?
//
// Goals of a namespace form a [Tree]. A [Reference] is a goal as numbers: its values in every space, and the similarities of 224 short texts about everything (the
// cohort, cohort.txt) to it. An alignment is a memory's similarity as a standard score among these texts, mapped to [0,1] so that .5 is "as any text". In the spaces
// whose similarity grows with the length of a text, its similarity to any text is subtracted first (background.go). Nothing here reads a store.
package purpose
