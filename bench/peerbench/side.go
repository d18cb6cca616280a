package main

import "context"

// side is a memory server that a client speaks to over standard input and output, ours or the official one.
type side interface {
	// remember stores texts, in one call where the server has one for several, else all at once in a call each, and returns what it acknowledged, to be given to kept.
	remember(ctx context.Context, texts ...string) (ids []string, err error)
	// find returns the texts that it finds for a question, in its order.
	find(ctx context.Context, question string) ([]string, error)
	// kept counts which of the acknowledged are there.
	kept(ctx context.Context, ids []string) (int, error)
	close() error
}

// place is where a server keeps its memories; each call of open starts a process of its own over it.
type place interface {
	open(ctx context.Context) (side, error)
}

// The names of the two in rows.
const (
	ours   = "ours"
	theirs = "server_memory"
)
