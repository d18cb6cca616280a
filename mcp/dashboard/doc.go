// Package dashboard answers: how does a person see what the memory is doing? It serves one page, without a request to any other host, and what the page
// asks for: the state of devices, queues and store, and the answers of the tools that change nothing.
package dashboard
