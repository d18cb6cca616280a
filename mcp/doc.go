// Package mcp answers: how does an assistant, or a program, reach a memory?
//
// It speaks the Model Context Protocol, whose messages package wire carries. One file is one tool; package failure has the one table of error
// codes; package arguments reads the arguments of every tool; one file prompt_… is one prompt.
//
// Package fixtures is for the conformance suite alone (`make check-conformance`, testdata/client): `serve --conformance-fixtures`, which
// help does not show, offers what the suite looks for beside the memory's own.
package mcp
