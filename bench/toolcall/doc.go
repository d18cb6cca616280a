// Package toolcall answers: how does a benchmark call a tool of a server over HTTP, and what does it know when no answer comes?
package toolcall
