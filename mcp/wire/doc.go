// Package wire answers: how do messages travel between a client and a server of the Model Context Protocol?
//
// A [Server] takes them over standard input and output ([Server.ServeStdio]), a Unix socket ([Server.ServeSocket], [DialSocket]) and HTTP
// ([Server.HTTPHandler], guarded by package httpapi). What a message asks for is the business of the library's server that it is given, and
// of package mcp. A [Relay] connects a client with a server in another process. A [Refusal] is how a handler has its client told
// a code, a message and data of its own, over each of them.
package wire
