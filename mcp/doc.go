// Package mcp answers: how does an assistant, or a program, reach a memory?
//
// It speaks the Model Context Protocol, whose messages package wire carries. It offers the tools of package tools, whose
// arguments package arguments reads, with prompts (one file prompt_… each) and resources; package failure has the one table of error codes.
//
// Package fixtures is for the conformance suite alone (`make check-conformance`, testdata/client): `serve --conformance-fixtures`, which
// help does not show, offers what the suite looks for beside the memory's own.
package mcp
