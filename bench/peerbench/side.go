package peerbench

import "context"

// side is one client's conversation with a memory server, ours or the official one: over standard input and output, or over HTTP with ours.
type side interface {
	// remember stores texts, in one call where the server has one for several, else all at once in a call each, and returns what it acknowledged, to be given to kept.
	remember(ctx context.Context, texts ...string) (ids []string, err error)
	// find returns the texts that it finds for a question, in its order.
	find(ctx context.Context, question string) ([]string, error)
	// kept counts which of the acknowledged are there.
	kept(ctx context.Context, ids []string) (int, error)
	close() error
}

// place is where a server keeps its memories. Each call of open begins a conversation: with a process of its own, or with the one that serves all over HTTP.
type place interface {
	open(ctx context.Context) (side, error)
}

// The names of the two in rows.
const (
	ours   = "ours"
	theirs = "server_memory"
)
