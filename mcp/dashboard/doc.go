// Package dashboard answers: how does a person see and edit memories, and watch what the program does? It serves one page, without requests to any other host, and the page's data:
// the state of devices, queues and store, the answers of tools that change nothing, views of many memories, and three tools with which a person changes a memory.
//
// It computes no figures: it passes on the answers of tools and engine. A tool that changes something has an additional guard, see [ChangeHeader], and its effect can be undone. The
// page itself needs no token and contains no user data. Its content security policy only allows it to load from, and call, this server.
package dashboard
