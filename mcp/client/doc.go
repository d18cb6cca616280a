// Package client answers: how does a program use a served memory? It reaches a server at its address or its socket, knows it by its certificate, and asks its tools
// what an engine of its own would be asked.
package client
