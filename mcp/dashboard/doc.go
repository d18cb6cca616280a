// Package dashboard answers: how does a person see what the memory is doing? It serves one page, without a request to any other host, and what the page
// asks for: the state of devices, queues and store, and the answers of the tools that change nothing.
//
// It computes no figures of its own: it passes on what the read-only tools and the engine's status answer, and a tool that could write is not on its list. The page
// itself comes without a token and holds nobody's data; its content security policy lets it load from, and call, this server alone.
package dashboard
