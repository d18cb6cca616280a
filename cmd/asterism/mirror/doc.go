// Package mirror answers: how do a folder of Markdown files and a namespace stay equal? A pass reads both. Package mirror/plan compares them with their last equal state. The pass
// then carries out the plan in an order in which a process killed at any point loses nothing and duplicates nothing: first the losing side of a conflict is written, then the store,
// then the state, then the files, then the state again. The next pass recognises half-done work by id, by path or by text.
package mirror
