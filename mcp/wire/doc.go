// Package wire answers: how do messages travel between a client and a server of the Model Context Protocol?
//
// A [Server] accepts messages over standard input and output ([Server.ServeStdio]), a Unix socket ([Server.ServeSocket], [DialSocket]) and HTTP ([Server.HTTPHandler], behind
// package httpapi). The library's server that it is given, and package mcp, process them. A [Relay] connects a client with a server in another process. With a [Refusal] a handler
// sends its client a code, a message and data of its own, over each transport.
package wire
