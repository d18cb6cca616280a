// Package tools answers: what does each tool take, do and return?
//
// One file is one tool, and tiers.go is the only list of tools. A [Tool] reads its arguments with package arguments, calls an [Engine], and builds its answer with package answer.
// It does not know servers or clients: package mcp offers the tools to assistants, and [Ask] calls a tool without a server.
package tools
