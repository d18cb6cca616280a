// Package dashboard answers: how does a person see and tend memories, and see what the program does? It serves one page, without a request to any other host, and what the page asks for:
// the state of devices, queues and store, the answers of tools that change nothing, views of many memories at once, and the three tools by which a person changes a memory.
//
// It computes no figures of its own: it passes on what the tools and the engine answer. A tool that changes something is behind a guard of its own, see [ChangeHeader], and what it does can be
// undone. The page itself comes without a token and holds nobody's data; its content security policy lets it load from, and call, this server alone.
package dashboard
