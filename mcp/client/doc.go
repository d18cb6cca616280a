// Package client answers: how does a program use a served memory? It connects to a server by address or socket, checks its certificate, and calls its tools in place of an engine.
package client
