// Package mcp answers: how does an assistant, or a program, reach a memory?
//
// It implements the Model Context Protocol; package wire carries the messages. It offers the tools of package tools, whose arguments package arguments reads. It also offers prompts
// (one file prompt_… each) and resources. Package failure has the only table of error codes.
//
// Package fixtures is only for the conformance suite (`make check-conformance`, testdata/client): `serve --conformance-fixtures`, which the help does not show, offers the
// additional tools and resources that the suite requires.
package mcp
