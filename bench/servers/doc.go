// Package servers answers: does what we say of drifting servers hold for servers that others wrote? It is `make check-servers`, and needs
// npm, node and the network: it installs two public MCP servers, pins them with our program, changes the tools of the installed copies in
// each of the ways there are, and looks at what `asterism mcp check` says and at what a client behind `asterism mcp guard` sees.
package servers
