// Package mirror answers: how do a folder of Markdown files and a namespace stay equal? A pass reads both, has mirror/plan compare them with what they said when they were last
// equal, and carries the plan out in an order in which a process that is killed at any point loses nothing and doubles nothing: the losing side of a conflict is written first,
// then the store, then the state, then the files, then the state again. What was half done is recognised by the next pass, by id, by place or by text.
package mirror
