// Package ties answers: what is a memory tied to, and how do memories hang together?
//
// [Finder.Around] tells the links of one memory, from both ends, and the memories nearest in meaning. [Finder.Map] tells the newest memories of a namespace with the links
// between them and, of each, its nearest among them. [Finder.Belonging] tells what belongs with a memory by the links and texts of both. [Finder.Proposals] lists the links that dreams have proposed. They
// only read, and reading so is no sign that a memory was worth finding. A [Decider] does what a person or an agent decides on a link.
package ties
