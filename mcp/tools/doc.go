// Package tools answers: what does each tool take, do and give?
//
// One file is one tool, and tiers.go is the one place where tools are listed. A [Tool] reads what it was asked with package arguments, has an
// [Engine] do it, and puts what it gives into the words of package answer. It knows nothing of a server or a client: package mcp offers
// the tools to assistants, and [Ask] calls one without a server.
package tools
