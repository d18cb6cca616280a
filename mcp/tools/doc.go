// Package tools answers: what does each tool take, do and give?
//
// One file is one tool, and tiers.go is the one place where tools are listed. A [Tool] reads its arguments with package arguments, calls an [Engine], and builds its answer
// with package answer. It knows nothing of a server or a client: package mcp offers the tools to assistants, and [Ask] calls one without a server.
package tools
